"""Make an installation ready to serve: tables, the key of the deals, static files."""

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, CommandError, call_command

from games import dealing


class Command(BaseCommand):
    """``manage.py prepare``: harmless when repeated."""

    help = "Migrate, make the key of the deals where there is none, collect static files."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it all; a key that is missing where deals exist stops it."""
        call_command("migrate", verbosity=0, interactive=False)
        try:
            dealing.prepare_key()
        except dealing.MissingKey as error:
            raise CommandError(str(error)) from None
        _collect_static()
        self.stdout.write("Tables, keys and static files are ready.")


def _collect_static() -> None:
    """Collect, name and compress static files, unless none has changed since the last time."""
    stamp = Path(settings.STATIC_ROOT) / "collected"
    signature = _signature()
    if stamp.exists() and stamp.read_text() == signature:
        return
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(signature)


def _signature() -> str:
    """Changes with every static file: its name, its size, when it was written."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
