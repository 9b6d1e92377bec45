"""The leaderboard app: reads games, never the other way round."""

from django.apps import AppConfig


class LeaderboardConfig(AppConfig):
    """Boards of deals."""

    name = "leaderboard"
