"""Attempts: the own board, the record, the positions of a replay."""

from typing import Literal

from django.http import HttpRequest, HttpResponse
from ninja import Router

from games import logs, play, records, visibility
from games.api.auth import caller
from games.api.schemas import ERRORS, Json
from games.models import Player

router = Router(tags=["attempts"])


@router.get("attempts/{int:attempt_id}", response={200: dict, **ERRORS})
def board(request: HttpRequest, attempt_id: int) -> Json:
    """The board as it is now."""
    kept = readable(attempt_id, caller(request))
    table = play.Table(attempt_id)
    table.fill(kept)
    return table.board()


@router.get(
    "attempts/{int:attempt_id}/record",
    response={200: dict, **ERRORS},
    openapi_extra={"responses": {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}},
)
def record(
    request: HttpRequest, attempt_id: int, format: Literal["json", "text"] = "json"
) -> Json | HttpResponse:
    """Every action, undos included. Cards that the caller may not know yet are ``?``."""
    player = caller(request)
    kept = readable(attempt_id, player)
    if format == "text":
        text = records.of(kept, player).to_text()
        return HttpResponse(text, content_type="text/plain; charset=utf-8")
    return records.of(kept, player).to_json()


@router.get("attempts/{int:attempt_id}/replay", response={200: dict, **ERRORS})
def replay(request: HttpRequest, attempt_id: int) -> Json:
    """The first position, and what each action changed in it."""
    return records.replay(readable(attempt_id, caller(request)))


def readable(attempt_id: int, player: Player | None) -> logs.Kept:
    """An attempt that the caller may read. Raises ``Refusal``."""
    kept = logs.read(attempt_id)
    visibility.check_attempt(kept.attempt, player)
    return kept
