"""The games app: deals, races, play."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out


class GamesConfig(AppConfig):
    """Deals, races and the play on them."""

    name = "games"

    def ready(self) -> None:
        """Hear of everybody who logs out, wherever they do."""
        from games import sign_out

        user_logged_out.connect(sign_out.on_logout)
