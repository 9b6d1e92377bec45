"""Whether this process takes new work, for the proxy and the container's health check."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

from games import drain


def ready(request: HttpRequest) -> HttpResponse:
    """200 where the database answers and the process is not about to go, else 503."""
    if drain.is_draining():
        return HttpResponse("draining", status=503, content_type="text/plain")
    try:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database", status=503, content_type="text/plain")
    return HttpResponse("ready", content_type="text/plain")
