"""The ASGI application: pages and API by Django, sockets by Channels."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spiderweb.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

_pages = get_asgi_application()

from django.urls import path, re_path

from games import background, dealing, drain
from games.consumers import RaceConsumer, Stranger

dealing.key()  # no start without the key of the deals

_sockets = URLRouter(
    [
        path("ws/races/<str:race_id>/", RaceConsumer.as_asgi()),
        re_path(r"", Stranger.as_asgi()),
    ]
)
_routes = ProtocolTypeRouter({"http": _pages, "websocket": _sockets})


async def application(scope, receive, send):  # type: ignore[no-untyped-def]
    """Answer one connection; with the first one begins what a process does by itself."""
    background.start()
    if drain.is_draining() and scope["type"] == "websocket":
        await drain.refuse(scope, receive, send)
    else:
        await _routes(scope, receive, send)
