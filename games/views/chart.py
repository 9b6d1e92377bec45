"""The chart of a race: sequences over moves, a stepped line for each player, as SVG."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games import logs
from games.models import Race
from games.words import need

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 480, 240, 28, 26, 12
STEPS = (1, 2, 5, 10, 20, 40, 50, 100, 200, 500, 1000, 2000, 5000)
Points = list[tuple[int, int]]


def svg(race: Race) -> SafeString:
    """All attempts of a closed race. Told by numbers alone: it shows no card."""
    seats = race.seats.filter(attempt__isnull=False).select_related("attempt__deal")
    lines = [_points(logs.of(seat.attempt)) for seat in seats if seat.attempt]
    longest = max((moves for line in lines for moves, _ in line), default=0)
    if longest == 0:
        return SafeString("")
    total = need({"game": race.deal.game})
    drawn = format_html_join(
        "",
        '<path class="line line-{}" d="{}"></path>',
        ((n, _path(line, longest, total)) for n, line in enumerate(lines, 1)),
    )
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-hidden="true">{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        _rows(total),
        _columns(longest),
        drawn,
    )


def _points(kept: logs.Kept) -> Points:
    """(moves, sequences) after each action; undone ones leave no trace."""
    points: Points = []
    for _, game, _ in logs.positions(kept):
        while points and points[-1][0] >= game.moves:
            points.pop()
        points.append((game.moves, len(game.sequences)))
    return points


def _x(moves: int, longest: int) -> float:
    return round(LEFT + (WIDTH - LEFT - 10) * moves / longest, 1)


def _y(done: int, total: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * done / total, 1)


def _path(line: Points, longest: int, total: int) -> str:
    parts = [f"M{_x(0, longest)} {_y(0, total)}"]
    for moves, done in line:
        parts.append(f"H{_x(moves, longest)}V{_y(done, total)}")
    return "".join(parts)


def _rows(total: int) -> SafeString:
    ticks = range(0, total + 1, max(1, total // 4))
    return format_html_join(
        "",
        '<path class="grid" d="M{} {}H{}"/><text x="{}" y="{}" text-anchor="end">{}</text>',
        ((LEFT, _y(n, total), WIDTH, LEFT - 8, _y(n, total) + 4, n) for n in ticks),
    )


def _columns(longest: int) -> SafeString:
    step = next((step for step in STEPS if longest / step <= 5), 10_000)
    return format_html_join(
        "",
        '<text x="{}" y="{}" text-anchor="middle">{}</text>',
        ((_x(n, longest), HEIGHT - 6, n) for n in range(0, longest + 1, step)),
    )
