"""Make an installation ready to serve: tables, the key of the deals, static files."""

from typing import Any

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
        call_command("collectstatic", verbosity=0, interactive=False)
