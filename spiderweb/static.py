"""How static files are named for browsers."""

from collections.abc import Iterable, Iterator

from whitenoise.storage import CompressedManifestStaticFilesStorage

# A statement's line, or the last line of one: not the types in a comment, which Django's own
# patterns take for imports (they also miss statements that end without a semicolon).
_IMPORT = (
    r"""(?m)^(?P<matched>(?P<head>(?:import|export|\})[^'"\n]*)['"](?P<url>\.[^'"\n]+)['"])""",
    """%(head)s"%(url)s\"""",
)


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names with a hash of the content, also within ES modules' imports; gzip and brotli."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", (_IMPORT,)))
    # One pass for each level of modules that import modules.
    max_post_process_passes = 12

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """The site's own files alone: those of other packages are not worth the wait."""
        own = (path for path in paths if not path.startswith(("admin/", "ninja/")))
        compressed: Iterator[tuple[str, str]] = super().compress_files(own)
        return compressed
