"""Pictures of every page and state: ``python -m tests.browser.screenshots FOLDER [NAME ...]``.

Each is taken light and dark: the board at six sizes, other pages at those of a desk and a phone.
Names choose scenes.
"""

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spiderweb.settings")

import django

django.setup()

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from tests.browser.pages import SCHEMES, SIZES, Person  # noqa: E402
from tests.browser.scenes import SCENES, Stage  # noqa: E402
from tests.support import chromium  # noqa: E402
from tests.support.server import Server, prepared  # noqa: E402

BOARD_SIZES = {
    f"{width}x{height}": (width, height)
    for width, height in (
        (390, 844),
        (360, 640),
        (640, 360),
        (768, 1024),
        (1280, 800),
        (1920, 1080),
    )
}


def take(page: Page, folder: Path, name: str) -> None:
    """All sizes, both schemes."""
    board = page.locator("main.board, [data-page=watch]").count()
    for size, (width, height) in (BOARD_SIZES if board else SIZES).items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(150)  # the observer of sizes paints at the next frame
            path = folder / f"{name.replace('_', '-')}-{size}-{scheme}.png"
            page.screenshot(path=path, animations="disabled", full_page=True)


def main(folder: Path, chosen: list[str]) -> None:
    """Take the pictures of the chosen scenes, or of all."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as var, sync_playwright() as playwright:
        server = Server(prepared(Path(var))).start()
        browser = playwright.chromium.launch(
            executable_path=chromium.path(), args=chromium.ARGUMENTS
        )

        def somebody(*, scripts: bool = True) -> Person:
            context = browser.new_context(
                viewport={"width": 1280, "height": 800},
                reduced_motion="reduce",
                locale="en-GB",
                device_scale_factor=1.5,
                java_script_enabled=scripts,
                service_workers="block",  # what a scene changes on the way must reach the page
            )
            return Person(server, context)

        try:
            stage = Stage(server)
            for name in chosen or SCENES:
                stage.begin(somebody)
                SCENES[name](stage)
                take(stage.olena.page, folder, name)
                print(name, *stage.olena.complaints, flush=True)
                stage.olena.context.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
