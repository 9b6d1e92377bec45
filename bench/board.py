"""How long a slow phone waits for the board, and how smoothly a run is dragged.

``python -m bench.board`` prints a table beside the design's limits (1.6 Mbit/s, 150 ms, CPU at a
quarter). Times are this machine's; nothing is gated by them.
"""

import os
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spiderweb.settings")

import django

django.setup()

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright  # noqa: E402

from tests.browser.pages import Board, Person  # noqa: E402
from tests.browser.stage import alone, play  # noqa: E402
from tests.support import chromium  # noqa: E402
from tests.support.server import Server, prepared  # noqa: E402
from tests.support.vectors import code_of, won_games  # noqa: E402

GAME = won_games()[49]
ROUNDS = 5
SLOW = 4
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}
LIMITS = {
    "first contentful paint, ms": 1200,
    "largest paint, ms": 2000,
    "layout shift": 0.02,
    "a tap until it is painted, ms": 100,
    "frames a second while dragging": 50,
    "longest frame while dragging, ms": 100,
}
WATCH = """
    globalThis.seen = { largest: 0, shift: 0 }
    const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
        .observe({ type, buffered: true })
    watch('largest-contentful-paint', (entry) => { seen.largest = entry.startTime })
    watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value })
"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"
TAP = """column => new Promise((done) => {
    const begun = performance.now()
    column.click()
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun)))
})"""
FRAMES = """
    globalThis.frames = []
    let last = performance.now()
    const tick = (now) => { frames.push(now - last); last = now; requestAnimationFrame(tick) }
    requestAnimationFrame(tick)
"""


def main() -> None:
    """Print the medians of some rounds."""
    with tempfile.TemporaryDirectory() as var, sync_playwright() as playwright:
        server = Server(prepared(Path(var)))
        codes = [code_of(GAME, number) for number in range(1, ROUNDS + 1)]
        server.import_deals([(GAME, code) for code in codes])
        server.start()
        browser = playwright.chromium.launch(
            executable_path=chromium.path(), args=chromium.ARGUMENTS
        )
        try:
            rounds = [measured(browser, server, code) for code in codes]
        finally:
            browser.close()
            server.stop()
    for name, limit in LIMITS.items():
        print(f"{name:36} {median(found[name] for found in rounds):8.2f}   limit {limit}")


def measured(browser: Browser, server: Server, code: str) -> dict[str, float]:
    """One first visit of a board by a phone, a tap, and a drag."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    somebody = Person(server, context)
    race = alone(somebody, code)
    play(somebody, race, str(GAME["record"]).split()[:20])
    page = context.new_page()
    page.add_init_script(WATCH)
    slow(context.new_cdp_session(page))
    page.goto(f"{server.url}/r/{race}/")
    page.wait_for_load_state("networkidle")
    board = Board(somebody, page)
    found: dict[str, Any] = page.evaluate("seen")
    first = page.evaluate(PAINTED)
    tap = page.evaluate(TAP, board.column(1).element_handle())
    frames = dragged(page, board)
    context.close()
    smooth = (1000 * len(frames) / sum(frames), max(frames))
    values = (first, found["largest"], found["shift"], tap, *smooth)
    return dict(zip(LIMITS, values, strict=True))


def slow(line: CDPSession) -> None:
    """A slow network and a slow processor."""
    line.send("Network.enable")
    line.send("Network.clearBrowserCache")
    line.send("Network.emulateNetworkConditions", NETWORK)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})


def dragged(page: Page, board: Board) -> list[float]:
    """The longest run to and fro; how long each frame took, ms."""
    legal = board.kept()["legal"]
    column = max(legal, key=lambda number: max(map(int, legal[number])))
    box = board.card(int(column), max(map(int, legal[column]))).bounding_box()
    assert box is not None
    page.evaluate(FRAMES)
    page.mouse.move(box["x"] + 10, box["y"] + 8)
    page.mouse.down()
    for _ in range(3):
        page.mouse.move(350, 500, steps=20)
        page.mouse.move(40, 400, steps=20)
    found: list[float] = page.evaluate("frames")
    page.mouse.move(box["x"] + 10, box["y"] + 8)
    page.mouse.up()
    return found[1:]


if __name__ == "__main__":
    main()
