"""The games app: deals, races, play."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Deals, races and the play on them."""

    name = "games"
