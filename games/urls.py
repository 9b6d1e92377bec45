"""Races and replays."""

from django.urls import path, re_path

from games.views import attempts, look, new, offline, races, settings

urlpatterns = [
    path("new/", new.page, name="new"),
    path("r/<str:race_id>/", races.page, name="race"),
    re_path(
        rf"^r/(?P<race_id>[^/]+)/(?P<action>{'|'.join(races.ACTIONS)})$", races.act, name="act"
    ),
    path("a/<int:attempt_id>/", attempts.replay, name="replay"),
    path("a/<int:attempt_id>/look", look.gate, name="look"),
    path("theme", settings.theme, name="theme"),
    path("settings/", settings.page, name="settings"),
    path("offline/", offline.page, name="offline"),
    path("worker.js", offline.worker),
]
