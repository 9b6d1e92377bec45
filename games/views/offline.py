"""What a browser keeps for when there is no connection."""

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

# What the offline page is made of.
PARTS = (
    "css/common.css",
    "css/page-lost.css",
    "img/icons.svg",
    "img/favicon.svg",
    "fonts/inter-latin.woff2",
    "fonts/source-serif-4-latin-600.woff2",
)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The page that is shown where no other can be had."""
    return render(request, "offline.html")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: it stands at the root, for it sees only what lies below it."""
    parts = [staticfiles_storage.url(name) for name in PARTS]
    answer = render(request, "worker.js", {"parts": parts}, content_type="text/javascript")
    answer["Cache-Control"] = "no-cache"
    return answer
