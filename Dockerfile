FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HOST=0.0.0.0 PORT=8000 SPIDERWEB_VAR=/var/lib/spiderweb

WORKDIR /srv/spiderweb
COPY requirements.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
RUN useradd --system spiderweb && install -d -o spiderweb "$SPIDERWEB_VAR"
USER spiderweb
VOLUME /var/lib/spiderweb
EXPOSE 8000
CMD ["python", "manage.py", "serve"]
