"""All addresses."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from games.views.ready import ready
from spiderweb.api import api, no_such_call

urlpatterns = [
    path("", include("leaderboard.urls")),
    path("", include("games.urls")),
    path("api/v1/", api.urls),
    path("api/v1/<path:rest>", no_such_call),
    path("words.js", JavaScriptCatalog.as_view(packages=["games"]), name="javascript-catalog"),
    path("ready", ready),
    path("admin/", admin.site.urls),
]
