"""The chart of a race: sequences over moves, a stepped line for each player, as SVG."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games import logs
from games.words import Row, need

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 480, 240, 28, 26, 12
STEPS = (1, 2, 5, 10, 20, 40, 50, 100, 200, 500, 1000, 2000, 5000)
# As many as may sit; where any number may, it could be thousands.
MOST_LINES = 16
Points = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Chart:
    """The lines as SVG, and the same as a table."""

    svg: SafeString
    # Which line is the reader's, from 1; 0 for none.
    own: int
    # Of each player: the row, and for each sequence the moves made when it was complete.
    table: list[tuple[Row, list[int | None]]]


def to_draw(rows: Sequence[Row], own: Row | None) -> list[Row]:
    """The rows with an attempt that have a line, by seat: the first of them, and the own."""
    told = [row for row in rows if row.get("attempt")]
    # The reader's own is among them however far down it stands.
    first = sorted(told, key=lambda row: row is not own)[:MOST_LINES]
    return sorted(first, key=lambda row: int(row["seat"]))


def of(
    race: Row, shown: Sequence[Row], own: Row | None, kept: Mapping[int, logs.Kept]
) -> Chart | None:
    """Of a closed race's rows ``to_draw``, whose games are in ``kept``. It shows no card.

    None where nobody has made a move, or where the attempts may not be told yet.
    """
    lines = [_points(kept[row["attempt"]]) for row in shown]
    longest = max((moves for line in lines for moves, _ in line), default=0)
    if longest == 0:
        return None
    total = need(race)
    return Chart(
        svg=_svg(lines, longest, total),
        own=next((n for n, row in enumerate(shown, 1) if row is own), 0),
        table=[(row, _completions(line, total)) for row, line in zip(shown, lines, strict=True)],
    )


def _completions(line: Points, total: int) -> list[int | None]:
    """The moves made when the first sequence was complete, the second and so on."""
    found: list[int | None] = []
    for (_, before), (moves, done) in pairwise([(0, 0), *line]):
        found += [moves] * (done - before)
    return found + [None] * (total - len(found))


def _svg(lines: list[Points], longest: int, total: int) -> SafeString:
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
    """A step up for each sequence, and on to the last move."""
    parts, level = [f"M{_x(0, longest)} {_y(0, total)}"], 0
    for moves, done in line:
        if done != level:
            parts.append(f"H{_x(moves, longest)}V{_y(done, total)}")
            level = done
    end = line[-1][0] if line else 0
    return "".join([*parts, f"H{_x(end, longest)}"])


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
