"""Home, and the page of a deal with its board."""

from typing import Any
from urllib.parse import urlencode

from django.db.models import BooleanField, ExpressionWrapper, Q, Window
from django.db.models.functions import Coalesce, RowNumber
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import sharing, state, visibility
from games.api.deals import deal_state, read_code, seen
from games.engine import Code
from games.models import Deal, Player, Race, Result
from games.refusals import Refusal
from games.views.errors import told
from games.views.page import viewer
from games.words import race_title
from leaderboard import boards

Json = dict[str, Any]
MOST_SHOWN = 5


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Play now, challenge, carry on."""
    player = viewer(request)
    items = _latest(player) if player else []
    context = {
        "races": [item for item in items if item["race"]["state"] != Race.CLOSED],
        "finished": [item for item in items if item["race"]["state"] == Race.CLOSED],
    }
    return render(request, "home.html", context)


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """From a typed code to its deal's page."""
    text = request.GET.get("code", "").strip()
    if not text:
        return render(request, "deal_find.html", {"code": "", "error": ""})
    try:
        code = read_code(text)
    except Refusal as refusal:
        return _unread(request, text, refusal)
    return redirect(reverse("deal", args=[str(code)]))


@require_safe
@never_cache
@told
def deal(request: HttpRequest, code: str) -> HttpResponse:
    """What is known of a deal, and its board."""
    try:
        read, player = read_code(code), viewer(request)
    except Refusal as refusal:
        return _unread(request, code, refusal)
    if code != str(read):
        return redirect(reverse("deal", args=[str(read)]))
    found, stand = seen(read, player)
    about = deal_state(read, found, stand)
    choices = _boards(read, found, request.GET.get("undo"))
    undo = next(choice["undo"] for choice in choices if choice["selected"])
    board = boards.of_deal(found, read.build, undo, stand) if found else boards.Board([])
    for row in board.rows:
        row["own"] = player is not None and row["player"]["name"] == player.name
    look_url = _look_url(board.rows) if found and not about["practice"] else None
    context = about | {
        "board": {"rows": board.rows, "hidden_count": board.hidden},
        "boards": choices,
        "can_look": look_url is not None,
        "look_url": look_url,
        "looked": about["practice"],
        "preview": sharing.deal(about),
    }
    return render(request, "deal.html", context)


def _unread(request: HttpRequest, text: str, refusal: Refusal) -> HttpResponse:
    """The form again, with what was typed and what is wrong with it."""
    context = {"code": text[:64], "error": refusal.message}
    return render(request, "deal_find.html", context, status=refusal.status)


def _latest(player: Player) -> list[Json]:
    """A few of the player's races that go on and of those that are closed, the last first."""
    mine = Race.objects.filter(seats__player=player).exclude(state=Race.CANCELLED)
    closed = ExpressionWrapper(Q(state=Race.CLOSED), BooleanField())
    last = Coalesce("closed_at", "created_at").desc()
    place = Window(RowNumber(), partition_by=closed, order_by=last)
    races = list(
        visibility.with_stand(mine, player, "deal")
        .select_related("deal", "host", "successor")
        .annotate(n=place)
        .filter(n__lte=MOST_SHOWN)
        .order_by("n")
    )
    stands = {race.deal_id: visibility.stand(race) for race in races}
    return [_item(seen, player.name) for seen in state.races_state(races, player, stands)]


def _item(seen: Json, name: str) -> Json:
    return {
        "race": seen,
        "title": race_title(seen, name),
        "own": next((row for row in seen["players"] if row["name"] == name), None),
        "rivals": [row for row in seen["players"] if row["name"] != name],
    }


def _boards(code: Code, found: Deal | None, wanted: str | None) -> list[Json]:
    """A tab for each undo policy that has results, and the one that races use."""
    results = Result.objects.filter(attempt__deal=found, attempt__build=code.build)
    used = set(results.values_list("attempt__undo", flat=True)) if found else set()
    undos = [undo for undo in ("sealed", "last100", "none") if undo in used] or ["sealed"]
    selected = wanted if wanted in undos else undos[0]
    address = reverse("deal", args=[str(code)])
    return [
        {
            "build": code.build,
            "undo": undo,
            "selected": undo == selected,
            "url": f"{address}?{urlencode({'undo': undo})}",
        }
        for undo in undos
    ]


def _look_url(rows: list[Json]) -> str | None:
    """The way to the question before anything is shown: by the best game that may be named."""
    attempt = next((row["attempt"] for row in rows if "attempt" in row), None)
    return reverse("look", args=[attempt]) if attempt else None
