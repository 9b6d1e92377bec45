"""Serve the site with daphne, or with uvicorn."""

import socket
import sys
from typing import Any

import uvicorn
from daphne.cli import CommandLineInterface
from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command

from spiderweb import lines

APPLICATION = "spiderweb.asgi:application"
MOST_FRAME_BYTES = 16_384


class Command(BaseCommand):
    """``manage.py serve``: on ``HOST`` and ``PORT`` of the environment."""

    help = "Prepare the installation and serve it."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--prepared`` starts at once, for whoever has run ``prepare`` before."""
        parser.add_argument("--prepared", action="store_true", help="the preparations are made")
        parser.add_argument("--uvicorn", action="store_true", help="serve with uvicorn instead")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, say where, serve until stopped."""
        if not options["prepared"]:
            call_command("prepare")
        _check_free(settings.HOST, settings.PORT)
        self.stdout.write(f"Spiderweb is at http://{settings.HOST}:{settings.PORT}/")
        self.stdout.flush()
        serve_with_uvicorn() if options["uvicorn"] else serve_with_daphne()


def _check_free(host: str, port: int) -> None:
    """Daphne would go on without an ear; say in plain words what is wrong instead."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Cannot listen on {host}, port {port}: {error.strerror}. Set HOST or PORT."
            ) from None


def serve_with_uvicorn() -> None:
    """The faster server; the same application."""
    uvicorn.run(
        APPLICATION,
        host=settings.HOST,
        port=settings.PORT,
        ws=lines.CountedProtocol,
        ws_max_size=MOST_FRAME_BYTES,
        ws_per_message_deflate=False,
        # uvicorn would believe whoever calls from this machine; ``games.addresses`` knows better.
        proxy_headers=False,
        lifespan="off",
        log_level="warning",
        timeout_graceful_shutdown=2,
    )


def serve_with_daphne() -> None:
    """The server that the project is built for."""
    lines.install()
    sys.argv = ["daphne"]
    arguments = [
        *("-b", settings.HOST, "-p", str(settings.PORT)),
        *("--websocket-max-message-size", str(MOST_FRAME_BYTES)),
        *("--websocket-max-frame-size", str(MOST_FRAME_BYTES)),
        *("--verbosity", "0"),
        APPLICATION,
    ]
    CommandLineInterface().run(arguments)
