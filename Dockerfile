FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HOST=0.0.0.0 PORT=8000 SPIDERWEB_VAR=/var/lib/spiderweb

WORKDIR /srv/spiderweb
COPY requirements.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
RUN useradd --system --uid 10001 spiderweb && install -d -o 10001 "$SPIDERWEB_VAR"
USER 10001
VOLUME /var/lib/spiderweb
EXPOSE 8000
CMD ["python", "manage.py", "serve"]
