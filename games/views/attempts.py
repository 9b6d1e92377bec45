"""A replay: any position of a recorded game, with or without JavaScript."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import board_words, logs, records, state, visibility
from games.refusals import Refusal
from games.views.errors import told
from games.views.page import viewer
from games.words import need, who


@require_safe
@never_cache
@told
def replay(request: HttpRequest, attempt_id: int) -> HttpResponse:
    """The position after ``?at=`` actions, with the ways to the others.

    Who must be asked first is led to the question; nothing is shown before the answer.
    """
    kept = logs.read(attempt_id)
    try:
        visibility.check_attempt(kept.attempt, viewer(request))
    except Refusal as refusal:
        if refusal.code == "would_spoil":
            return redirect(reverse("look", args=[attempt_id]))
        raise
    steps = len(kept.actions)
    at = _at(request.GET.get("at"), steps)
    position, effects = records.position(kept, at)
    shown, seats = _about(kept), logs.seats_of(attempt_id)
    position["seconds"] = kept.times[at - 1] // 1000 if at else 0
    words = {
        "attempt": shown,
        "steps": steps,
        "at": at,
        "position": position,
        "need": need(shown),
        "sentence": board_words.happened(effects),
        "board_words": board_words.sentences(position),
        "title": who(shown["player"]),
        "race_id": seats[0][0] if seats else None,
    }
    return render(request, "replay.html", words)


def _about(kept: logs.Kept) -> dict[str, Any]:
    """The attempt, for the head of the page."""
    return {
        "id": kept.attempt.pk,
        "player": state.player_state(kept.attempt.player),
        "game": kept.rules.game,
        "suits": kept.rules.suits,
        "build": kept.rules.build,
        "moves": kept.game.moves,
        "seconds": records.seconds(kept),
        "state": kept.attempt.state,
        "sequences": len(kept.game.sequences),
    }


def _at(text: str | None, steps: int) -> int:
    try:
        return max(0, min(int(text or 0), steps))
    except ValueError:
        return 0
