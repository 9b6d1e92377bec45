"""The operator's look at deals, and imported layouts."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games import dealing
from games.engine import OFFERED, BadCode, BadLayout, Code, Layout, lay_out
from games.refusals import Refusal


class Command(BaseCommand):
    """``manage.py deal show CODE`` and ``manage.py deal import FILE --code CODE``."""

    help = "Show the whole layout of a code, or keep an explicit layout under one."

    def add_arguments(self, parser: CommandParser) -> None:
        """Two actions with their own arguments."""
        actions = parser.add_subparsers(dest="action", required=True)
        show = actions.add_parser("show", help="print the whole layout of a code, as JSON")
        show.add_argument("code")
        imports = actions.add_parser("import", help="keep a layout under a code")
        imports.add_argument("file", type=Path, help="JSON: game, suits, columns, stock")
        imports.add_argument("--code", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what was asked, or say why not and change nothing."""
        code = _code(options["code"])
        try:
            if options["action"] == "show":
                self._show(code)
            else:
                self._import(code, options["file"])
        except (DatabaseError, dealing.MissingKey):
            raise CommandError(
                f"There is no installation in {settings.VAR_DIR} yet: run manage.py prepare."
            ) from None

    def _show(self, code: Code) -> None:
        deal = dealing.find(code)
        layout = deal.layout if deal else lay_out(dealing.key(), code.game, code.suits, code.number)
        head = {"code": str(code), "game": code.game, "suits": code.suits}
        self.stdout.write(json.dumps(head | layout.to_json()))

    def _import(self, code: Code, file: Path) -> None:
        data = _read(file)
        for name in ("game", "suits"):
            if data.get(name) != getattr(code, name):
                raise CommandError(
                    f"The code says {name} {getattr(code, name)}, the file {data.get(name)}."
                )
        try:
            deal = dealing.import_layout(code, Layout.from_json(data))
        except BadLayout as error:
            raise CommandError(f"The layout cannot be used: {error}") from None
        except Refusal as refusal:
            raise CommandError(refusal.message) from None
        self.stdout.write(f"{code} holds this layout now. Commitment: {deal.commitment}")


def _code(text: str) -> Code:
    try:
        code = Code.parse(text)
    except BadCode as error:
        raise CommandError(str(error)) from None
    if code.game not in OFFERED:
        raise CommandError(f"{code.game} is not offered on the site.")
    return code


def _read(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(file.read_text())
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise CommandError(f"{file} is not JSON.") from None
    if not isinstance(data, dict):
        raise CommandError(
            f"{file} does not hold one layout: an object with game, suits, columns, stock."
        )
    return data
