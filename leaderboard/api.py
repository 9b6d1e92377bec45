"""Boards over HTTP."""

from typing import Any, Literal

from django.http import HttpRequest
from ninja import Router

from games.api.auth import caller
from games.api.deals import read_code, seen
from games.api.schemas import ERRORS, Page
from leaderboard import boards

router = Router(tags=["boards"])


@router.get("deals/{code}/leaderboard", response={200: dict, **ERRORS})
def of_deal(
    request: HttpRequest,
    code: str,
    build: Literal["classic", "relaxed"] | None = None,
    undo: Literal["last100", "sealed", "none"] = "sealed",
    bots: bool = False,
    page: Page = 1,
) -> dict[str, Any]:
    """The board of one deal: won first attempts, best first; equal results share a place."""
    read = read_code(code)
    deal, stand = seen(read, caller(request))
    if deal is None:
        return {"rows": []}
    board = boards.of_deal(deal, build or read.build, undo, stand, bots=bots, page=page)
    answer: dict[str, Any] = {"rows": board.rows}
    if board.hidden:
        answer["hidden"] = board.hidden
    if board.next_page:
        answer["next"] = board.next_page
    return answer
