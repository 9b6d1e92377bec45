"""Deals by their code."""

import re

from django.http import HttpRequest
from ninja import Router

from games import dealing, visibility
from games.api.auth import caller, signed_in
from games.api.schemas import ERRORS, Json
from games.engine import OFFERED, BadCode, Code
from games.models import Deal, Player
from games.refusals import Refusal
from games.visibility import Stand

router = Router(tags=["deals"])
_LINK = re.compile(r"/d/([^/?#\s]+)")


def typed(text: str) -> str:
    """The code in what somebody typed: alone, or in the link of a deal's page."""
    link = _LINK.search(text)
    return link[1] if link else text.strip()


def read_code(text: str) -> Code:
    """A code as somebody typed it, or the link of its page. Raises ``Refusal`` (``bad_code``)."""
    try:
        code = Code.parse(typed(text))
    except BadCode as error:
        raise Refusal("bad_code", "code", str(error)) from None
    if code.game not in OFFERED:
        raise Refusal("bad_code", "code")
    return code


def seen(code: Code, player: Player | None) -> tuple[Deal | None, Stand]:
    """The deal of a code where it has one, and how the viewer stands to it."""
    deal = visibility.with_stand(dealing.named(code), player).first()
    return deal, visibility.stand(deal) if deal else Stand()


def deal_state(code: Code, deal: Deal | None, stand: Stand) -> Json:
    """What is known of a deal; of one that nobody has played, only its name."""
    shown: Json = {
        "code": str(code),
        "deal_number": code.deal_number,
        "game": code.game,
        "suits": code.suits,
        "build": code.build,
        "open": stand.open,
        "players": deal.attempts.values("player").distinct().count() if deal else 0,
        "commitment": deal.commitment if deal else None,
        "practice": stand.knows,
    }
    if deal and stand.sees_all:
        shown |= {"salt": bytes(deal.salt).hex(), "layout": deal.layout.to_json()}
    return shown


@router.get("deals/{code}", response={200: dict, **ERRORS})
def show(request: HttpRequest, code: str) -> Json:
    """A deal by its code. A valid code that nobody has played is a deal without results."""
    read = read_code(code)
    return deal_state(read, *seen(read, caller(request)))


@router.post("deals/{code}/look", auth=signed_in, response={200: dict, **ERRORS})
def look(request: HttpRequest, code: str) -> Json:
    """Show me everything; I know that my own attempt becomes practice."""
    player = request.auth  # type: ignore[attr-defined]
    read = read_code(code)
    deal = dealing.find(read)
    if deal is None:
        raise Refusal("no_such_deal")
    visibility.look(player, deal)
    return deal_state(read, *seen(read, player))
