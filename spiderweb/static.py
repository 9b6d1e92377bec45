"""How static files are named, joined and packed for browsers, and answered."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from spiderweb.modules import joined

# What is loaded only when it is needed; all else is joined.
_LATE_IMPORT = (
    r"""(?P<matched>import\(['"](?P<url>\.[^'"\n]+)['"]\))""",
    """import("%(url)s")""",
)
_CSS_IMPORT = re.compile(r'@import "([a-z-]+\.css)";\n?')


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names with a hash of the content; gzip and brotli.

    A style sheet or a module that imports others is one file in the end, without comments.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", (_LATE_IMPORT,)),
    )

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Pack the site's own sheets and modules, then name and compress everything."""
        packed = {} if dry_run else {name: (self, name) for name in paths if self._pack(name)}
        yield from super().post_process(paths | packed, dry_run, **options)

    def _pack(self, name: str) -> bool:
        if name.startswith("css/"):
            text = cssmin(sheet(name))
        elif name.startswith("js/"):
            text = jsmin(joined(name, lambda part: _source(part).read_text()))
        else:
            return False
        Path(self.path(name)).write_text(text)
        return True

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """The site's own files alone: those of other packages are not worth the wait."""
        own = (path for path in paths if not path.startswith(("admin/", "ninja/")))
        compressed: Iterator[tuple[str, str]] = super().compress_files(own)
        return compressed


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise, answering files whole: they are small.

    Its own answers stream, which under ASGI means a warning, and a list of all pieces first.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The file, or that the browser has it already."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file as file:
                body = file.read()
        headers = dict(found.headers)
        response = HttpResponse(body, status=int(found.status), headers=headers)
        if "Content-Type" not in headers:
            del response["Content-Type"]
        return response


def sheet(name: str) -> str:
    """The text of a style sheet, with the sheets that it imports in their places."""
    source = _source(name)
    return _CSS_IMPORT.sub(lambda found: sheet(f"css/{found[1]}"), source.read_text())


def _source(name: str) -> Path:
    return Path(str(finders.find(name)))
