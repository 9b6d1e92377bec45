"""The question before anything is shown that would spoil an attempt."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import visibility
from games.models import Attempt
from games.refusals import Refusal
from games.views.errors import told
from games.views.page import acting, viewer
from games.views.races import SeeOther


@require_http_methods(["GET", "POST"])
@never_cache
@told
def gate(request: HttpRequest, attempt_id: int) -> HttpResponse:
    """Ask (GET), then note it and show the replay (POST)."""
    attempt = Attempt.objects.select_related("deal").filter(pk=attempt_id).first()
    if attempt is None:
        raise Refusal("no_such_attempt")
    replay = reverse("replay", args=[attempt_id])
    if request.method == "POST":
        visibility.look(acting(request), attempt.deal)
        return SeeOther(replay)
    try:
        visibility.check_attempt(attempt, viewer(request))
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        refused = None if refusal.code == "would_spoil" else refusal.message
        return render(request, "look.html", {"action": request.path, "refused": refused})
    return redirect(replay)
