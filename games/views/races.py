"""The race page in whatever state it is, and the forms on it."""

import math
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import (
    board_words,
    clock,
    lobby,
    play,
    qr,
    races,
    same_cards,
    sharing,
    state,
    visibility,
)
from games.api.races import check_watching
from games.engine import START_SCORE, VARIANTS
from games.models import Attempt, Player, Race
from games.refusals import Refusal
from games.rematch import rematch
from games.views import result
from games.views.errors import told
from games.views.page import acting, viewer
from games.words import need, race_title

ACTIONS = {
    "ready": lambda player, race: lobby.set_ready(player, race, True),
    "unready": lambda player, race: lobby.set_ready(player, race, False),
    "start": lobby.start,
    "join": races.join,
    "leave": races.leave,
    "begin": races.begin,
    "resign": races.resign,
    "rematch": rematch,
}

Context = dict[str, Any]


class SeeOther(HttpResponseRedirect):
    """303: the answer to a form that went through."""

    status_code = 303


@require_safe
@never_cache
@told
def page(request: HttpRequest, race_id: str) -> HttpResponse:
    """Invitation, countdown, board, watching or result: one address for all of a race's life."""
    player = viewer(request)
    race = races.find(race_id, player)
    check_watching(race, player)
    # Without scripts nobody's socket has a timer set for the go.
    if race.state == Race.COUNTDOWN and lobby.go(race.pk, clock.now()):
        race = races.find(race_id, player)
    seen = state.seen(race, player, visibility.stand(race))
    context, attempt = _context(seen, player), seen.attempt
    if race.over and _is_kept_back(context):
        return render(request, "race/watch.html", context)
    if race.over or (attempt and attempt.state != Attempt.PLAYING):
        return render(request, "race/result.html", context | result.of(request, race, seen))
    if attempt:
        return render(request, "race/board.html", context | _board(attempt, seen))
    if race.state == Race.COUNTDOWN and _is_ready(context):
        return render(request, "race/board.html", context | _covered(race, context["race"]))
    can = _can(race, player, context)
    if context["you"]["role"] == "watcher" and not can["join"]:
        return render(request, "race/watch.html", context | {"reason": can["closed_reason"]})
    link = request.build_absolute_uri(reverse("race", args=[race.pk]))
    context |= {"can": can, "link": link, "qr": qr.svg(link)}
    context["to_beat"] = same_cards.is_to_beat(race)
    return render(request, "race/invitation.html", context)


@require_POST
def act(request: HttpRequest, race_id: str, action: str) -> HttpResponse:
    """A form on the race page; what was refused is told on the page it came from."""
    leads_to = race_id
    try:
        race = ACTIONS[action](acting(request), races.find(race_id))
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        if action == "rematch" and race.successor_id:
            leads_to = race.successor_id
    return SeeOther(reverse("race", args=[leads_to]))


def _context(seen: state.Seen, player: Player | None) -> Context:
    race = seen.race
    return {
        "race": race,
        "you": seen.you,
        "need": need(race),
        "title": race_title(race, player.name if player else None),
        "preview": sharing.preview(race),
        "before_go": race["state"] in (Race.GATHERING, Race.COUNTDOWN),
    }


def _is_kept_back(context: Context) -> bool:
    """Are the results hidden, for what the viewer could still beat?"""
    return any("state" not in row for row in context["race"]["players"])


def _board(attempt: Attempt, seen: state.Seen) -> Context:
    own = next(row for row in seen.race["players"] if row["seat"] == seen.you["seat"])
    game = seen.games[attempt.pk]
    board = play.board_of(attempt, game, own["seq"], own["state"], own["seconds"])
    return {"board": board, "board_words": board_words.sentences(board)}


def _is_ready(context: Context) -> bool:
    """Has the viewer a seat, and said so?"""
    seat = context["you"]["seat"]
    return any(row["ready"] for row in context["race"]["players"] if row["seat"] == seat)


def _covered(race: Race, seen: Context) -> Context:
    """The board of a countdown: how many cards lie where, and no card."""
    variant = VARIANTS[race.deal.game]
    left = variant.cards - sum(variant.heights)
    go_at = race.go_at or clock.now()
    return {
        "countdown": True,
        "seconds_left": max(1, math.ceil((go_at - clock.now()).total_seconds())),
        "board": {
            "seq": 0,
            "state": "waiting",
            "practice": seen["practice"],
            "seconds": 0,
            "columns": [{"down": height, "up": []} for height in variant.heights],
            "stock": {"cards": left, "deals": math.ceil(left / variant.columns)},
            "sequences": [],
            "moves": 0,
            "undos": 0,
            "score": START_SCORE,
            "legal": {},
            "can_deal": False,
            "can_undo": False,
        },
    }


def _can(race: Race, player: Player | None, context: Context) -> Context:
    """What the viewer's forms may offer, and why there is no seat where there is none."""
    seated = context["you"]["role"] == "player"
    live, gathering = race.mode == Race.LIVE, race.state == Race.GATHERING
    window_over = race.ends_at is not None and clock.now() >= race.ends_at
    ready = sum(row["ready"] for row in context["race"]["players"])
    host = player is not None and race.host_id == player.pk
    reason = None
    if live and not gathering:
        reason = "race_started"
    elif window_over:
        reason = "window_over"
    elif not seated and race.seat_limit and context["race"]["count"] >= race.seat_limit:
        reason = "race_full"
    elif not seated and race.registered_only and (player is None or player.guest):
        reason = "registered_only"
    return {
        "join": not seated and reason is None,
        "begin": seated and not window_over and not live,
        "leave": seated and race.mode != Race.SOLO,
        "ready": seated and live and gathering and not _is_ready(context),
        "unready": seated and live and gathering and _is_ready(context),
        "start": host and gathering and lobby.LEAST_READY <= ready < context["race"]["count"],
        "closed_reason": reason,
    }
