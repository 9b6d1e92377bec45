"""What the result page shows: verdict, rows, chart, and what comes next."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from games import clock, logs, sharing, state, verdicts, visibility
from games.models import Attempt, Player, Race
from games.views import chart, offers
from games.views.page import viewer

Context = dict[str, Any]


def of(request: HttpRequest, race: Race, found: state.Seen) -> Context:
    """What the template needs of a race that is over, or is over for the viewer."""
    seen, you = found.race, found.you
    if not race.seat_limit:
        seen = seen | {"players": _first_rows(race, viewer(request), seen["players"])}
    rows = verdicts.rows(seen)
    own = next((row for row in rows if row["seat"] == you["seat"]), None)
    stand = visibility.stand(race)
    shown_attempt = _attempt_to_show(rows, own)
    is_own = own is not None and shown_attempt == own.get("attempt")
    replay = reverse("replay", args=[shown_attempt]) if shown_attempt else None
    closed = race.state == Race.CLOSED
    lines = chart.to_draw(rows, own) if closed and not stand.open else []
    kept = _games(found, [row for row in rows if row in lines or row is own])
    deal_url = reverse("deal", args=[seen["code"]]) if "code" in seen else None
    return {
        "own": own,
        "rows": rows,
        "verdict": verdicts.of(seen, you),
        "preview": sharing.preview(seen),
        "shared": sharing.result(seen) if closed else "",
        "chart": chart.of(seen, lines, own, kept),
        "suits_done": _suits_done(own, kept),
        "deal_open": stand.open,
        "sees_all": stand.sees_all,
        "deal_url": deal_url,
        "replay_url": replay if is_own or stand.sees_all else None,
        "look_url": replay if replay and not stand.sees_all and not own else None,
        "link": request.build_absolute_uri(_place_to_share(race, deal_url)),
        "invites": _has_room(race, seen),
        "offer": offers.of(race, viewer(request), you),
        "beats": closed and bool(own and offers.can_be_beaten(own)),
    }


def _has_room(race: Race, seen: Context) -> bool:
    """May somebody else still take a seat? Of races in the own time, for others have begun."""
    waits = race.mode == Race.OPEN and not race.over
    in_time = race.ends_at is None or clock.now() < race.ends_at
    return waits and in_time and (not race.seat_limit or seen["count"] < race.seat_limit)


def _first_rows(race: Race, player: Player | None, own: list[Context]) -> list[Context]:
    """Where any number may sit: the first of the standings, and the own row."""
    rows: list[Context] = state.standings_state(race, player)["rows"]
    seats = {row["seat"] for row in rows}
    return rows + [row for row in own if row["seat"] not in seats]


def _place_to_share(race: Race, deal_url: str | None) -> str:
    """A race alone is its player's only, but its cards are there for all."""
    alone = race.mode == Race.SOLO
    return deal_url if alone and deal_url else reverse("race", args=[race.pk])


def _attempt_to_show(rows: list[Context], own: Context | None) -> int | None:
    """The own game, else the best one that may be named."""
    if own and own.get("attempt"):
        return int(own["attempt"])
    return next((row["attempt"] for row in rows if row.get("attempt")), None)


def _games(seen: state.Seen, rows: list[Context]) -> dict[int, logs.Kept]:
    """The games of these rows' attempts, replayed."""
    ids = {row["attempt"] for row in rows if row.get("attempt")}
    others = ids - seen.attempts.keys()
    attempts = [attempt for pk, attempt in seen.attempts.items() if pk in ids]
    if others:
        attempts += Attempt.objects.filter(pk__in=others).select_related("deal")
    return logs.of_all(attempts)


def _suits_done(own: Context | None, kept: dict[int, logs.Kept]) -> list[str]:
    found = kept.get(own["attempt"]) if own and own.get("attempt") else None
    return list(found.game.sequences) if found else []
