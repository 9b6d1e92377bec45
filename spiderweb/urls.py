"""All addresses."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.i18n import JavaScriptCatalog

from games.views.ready import ready
from spiderweb.api import api, no_such_call

urlpatterns = [
    path("", include("leaderboard.urls")),
    path("", include("games.urls")),
    path("api/v1/", no_such_call),  # before the API's own, which tells it in HTML
    path("api/v1/", api.urls),
    # Any rest at all: what ``path`` takes for one has no line break in it.
    re_path(r"^api/v1/(?P<rest>(?s:.+))", no_such_call),
    path("words.js", JavaScriptCatalog.as_view(packages=["games"]), name="javascript-catalog"),
    path("ready", ready),
    path("admin/", admin.site.urls),
]

handler500 = "games.views.errors.failed"
