"""What is stored: players, deals, races with their seats, attempts, moves and results.

The moves are the only truth of a game: positions are replayed from them. What must always
hold is stated as a constraint, so that two processes at once cannot break it either.
"""

import secrets
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import F, Q, Window
from django.db.models.functions import Rank
from django.db.models.lookups import GreaterThan

from games import clock, names
from games.engine import Code, Layout, Rules

GAMES = [("spider", "Spider"), ("spiderette", "Spiderette")]
BUILDS = [("classic", "Classic"), ("relaxed", "Relaxed")]
UNDOS = [("last100", "The last 100"), ("sealed", "Back to the last deal"), ("none", "None")]

# Without letters and digits that are taken for one another when a link is read aloud.
ID_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def race_id() -> str:
    """A new race's id: 10 random characters, for the link is the invitation."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(10))


class PlayerManager(BaseUserManager["Player"]):
    """Makes players; guests are made by ``accounts.make_guest``."""

    def create_superuser(self, name: str, password: str, **extra: Any) -> "Player":
        """An administrator, for ``manage.py createsuperuser``."""
        player = self.model(name=name, is_staff=True, is_superuser=True, **extra)
        player.set_password(password)
        player.save(using=self._db)
        return player


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody who plays: a guest (made by the first form), a named player, or a bot."""

    name = models.CharField(max_length=32, unique=True)
    # What the name looks like (see ``names``): no two names look alike.
    skeleton = models.CharField(max_length=255, unique=True, editable=False)
    guest = models.BooleanField(default=False)
    bot = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    preferences = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(default=clock.now)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "name"

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Work out the skeleton of a new player's name."""
        if self._state.adding:
            self.skeleton = names.skeleton(self.name)
        super().save(*args, **kwargs)


class Token(models.Model):
    """A program's key; only its hash is kept."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=clock.now)

    def __str__(self) -> str:
        return f"token of {self.player}"


class Deal(models.Model):
    """A fixed arrangement of cards under its number, with the commitment to it."""

    DRAWN, CHOSEN, IMPORTED = "drawn", "chosen", "imported"

    game = models.CharField(max_length=16, choices=GAMES)
    suits = models.PositiveSmallIntegerField()
    number = models.BigIntegerField()
    layout_json = models.JSONField()
    origin = models.CharField(
        max_length=8, choices=[(word, word) for word in (DRAWN, CHOSEN, IMPORTED)]
    )
    salt = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    key_fingerprint = models.CharField(max_length=16)
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "suits", "number"], name="one_deal_a_number"),
            models.CheckConstraint(condition=Q(suits__in=[1, 2, 4]), name="suits_1_2_4"),
            models.CheckConstraint(
                condition=Q(number__gte=0, number__lt=26**7), name="number_in_seven_letters"
            ),
        ]

    def __str__(self) -> str:
        return str(self.code("classic"))

    def code(self, build: str) -> Code:
        """The code of this deal under a build rule."""
        return Code(self.game, self.suits, build, self.number)

    @property
    def layout(self) -> Layout:
        """The cards; a secret while anybody could gain by them (see ``visibility``)."""
        return Layout.from_json(self.layout_json)


class Race(models.Model):
    """A deal, the rules, and seats. Playing alone is a race with one seat."""

    SOLO, OPEN, LIVE, DAILY = "solo", "open", "live", "daily"
    GATHERING, COUNTDOWN, RUNNING = "gathering", "countdown", "running"
    CLOSED, CANCELLED = "closed", "cancelled"
    OVER = (CLOSED, CANCELLED)

    id = models.CharField(primary_key=True, max_length=16, default=race_id)
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="races")
    mode = models.CharField(
        max_length=8, choices=[(word, word) for word in (SOLO, OPEN, LIVE, DAILY)]
    )
    build = models.CharField(max_length=8, choices=BUILDS)
    undo = models.CharField(max_length=8, choices=UNDOS)
    hints = models.BooleanField()
    # How many may sit; 0 means any number.
    seat_limit = models.PositiveSmallIntegerField()
    hide_progress = models.BooleanField(default=False)
    registered_only = models.BooleanField(default=False)
    time_limit_s = models.PositiveIntegerField()
    window_s = models.PositiveIntegerField(null=True)
    host = models.ForeignKey(Player, models.PROTECT, related_name="hosted")
    # The code was typed or followed by the host, not drawn: then the host may see it.
    code_chosen = models.BooleanField(default=False)
    # While this race is not over its deal is a secret (rules, section 6).
    opens_deal = models.BooleanField()
    state = models.CharField(
        max_length=10,
        choices=[(word, word) for word in (GATHERING, COUNTDOWN, RUNNING, CLOSED, CANCELLED)],
    )
    # Counts changes of state and seats, so that a browser sees when it has missed one.
    rev = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=clock.now)
    go_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    # The rematch, of which there is one; called off, its offer was withdrawn.
    successor = models.OneToOneField("self", models.SET_NULL, null=True, related_name="predecessor")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(seat_limit__lte=16), name="at_most_16_seats"),
            models.CheckConstraint(condition=~Q(successor=F("id")), name="not_its_own_successor"),
            models.CheckConstraint(
                condition=Q(successor=None) | Q(state__in=["closed", "cancelled"]),
                name="rematch_when_over",
            ),
            models.CheckConstraint(
                condition=~Q(mode="solo") | Q(seat_limit=1), name="alone_is_one_seat"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["closed", "cancelled"], closed_at__isnull=False)
                | Q(closed_at__isnull=True) & ~Q(state__in=["closed", "cancelled"]),
                name="over_has_its_time",
            ),
        ]
        indexes = [
            models.Index(
                fields=["ends_at"],
                name="races_due",
                condition=~Q(state__in=["closed", "cancelled"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mode} race {self.id}"

    @property
    def over(self) -> bool:
        """Closed or cancelled: nothing is played any more."""
        return self.state in self.OVER

    @property
    def rules(self) -> Rules:
        """The rules that its attempts are played by."""
        return Rules(self.deal.game, self.deal.suits, self.build, self.undo)

    @property
    def code(self) -> Code:
        """The game code of its deal and build."""
        return self.deal.code(self.build)


class Attempt(models.Model):
    """One player's play of a deal: the owner of a log of moves."""

    PLAYING, WON, RESIGNED, TIMED_OUT, VOID = "playing", "won", "resigned", "timed_out", "void"

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="attempts")
    player = models.ForeignKey(Player, models.PROTECT, related_name="attempts")
    build = models.CharField(max_length=8, choices=BUILDS)
    undo = models.CharField(max_length=8, choices=UNDOS)
    hints = models.BooleanField()
    # The player's first at this deal; every other is practice.
    first = models.BooleanField()
    state = models.CharField(
        max_length=10,
        choices=[(word, word) for word in (PLAYING, WON, RESIGNED, TIMED_OUT, VOID)],
        default=PLAYING,
    )
    begun_at = models.DateTimeField(default=clock.now)
    deadline = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["deal", "player"], condition=Q(first=True), name="one_first_attempt"
            ),
            models.CheckConstraint(
                condition=Q(deadline__gt=F("begun_at")), name="deadline_after_begin"
            ),
        ]
        indexes = [
            models.Index(fields=["deadline"], name="attempts_due", condition=Q(state="playing")),
        ]

    def __str__(self) -> str:
        return f"attempt {self.pk} of {self.player}"

    @property
    def practice(self) -> bool:
        """The player had seen these cards before: it counts on no board."""
        return not self.first

    @property
    def rules(self) -> Rules:
        """The rules that it is played by."""
        return Rules(self.deal.game, self.deal.suits, self.build, self.undo)


class Seat(models.Model):
    """A player's place in a race; holds an attempt once the player has begun."""

    race = models.ForeignKey(Race, models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    number = models.PositiveIntegerField()
    ready = models.BooleanField(default=False)
    attempt = models.ForeignKey(Attempt, models.PROTECT, null=True, related_name="seats")
    joined_at = models.DateTimeField(default=clock.now)
    # When a process last saw a socket of the player in this race.
    seen_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["race", "player"], name="one_seat_a_player"),
            models.UniqueConstraint(fields=["race", "number"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["race", "attempt"], name="one_seat_an_attempt"),
            models.CheckConstraint(condition=Q(number__gte=1), name="seats_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.race_id}"


class Move(models.Model):
    """One row of an attempt's log: a move, a deal, an undo, a hint, or its end.

    ``UNIQUE(attempt, seq)`` is the fence against a second tab, a second process and a
    message sent twice. Rows are written by ``journal`` alone.
    """

    attempt = models.ForeignKey(Attempt, models.CASCADE, related_name="moves")
    seq = models.PositiveIntegerField()
    # The client's name for it; a row that the server makes itself has none.
    client_id = models.CharField(max_length=40, null=True)  # noqa: DJ001 (NULLs do not collide)
    action = models.CharField(max_length=12)
    # Milliseconds from the beginning of the attempt to the arrival of the frame.
    ms = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["attempt", "seq"], name="one_move_a_seq"),
            models.UniqueConstraint(fields=["attempt", "client_id"], name="one_move_a_client_id"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="seq_counts_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.seq}. {self.action}"


class ResultQuerySet(models.QuerySet["Result"]):
    """The one statement of who is ahead of whom, for races and boards alike."""

    def won(self) -> "ResultQuerySet":
        """Those that have a place: fewest moves first, then the shorter time."""
        return self.filter(won=True).order_by("moves", "seconds", "ended_at")

    def with_places(self, *among: str) -> "models.QuerySet[Any]":
        """Won games with ``place`` and ``draw``: who is equal on both shares a place (1, 1, 3).

        Each is compared with those that have the same values in the fields ``among``.
        """
        order = [F("moves").asc(), F("seconds").asc()]
        rank = Window(Rank(), partition_by=among or None, order_by=order)
        equals = Window(models.Count("*"), partition_by=[*among, F("moves"), F("seconds")])
        return self.won().annotate(place=rank, draw=GreaterThan(equals, 1))


class Result(models.Model):
    """What an ended attempt came to: written once, with the last row of its log."""

    attempt = models.OneToOneField(Attempt, models.PROTECT, primary_key=True, related_name="result")
    won = models.BooleanField()
    moves = models.PositiveIntegerField()
    # Whole seconds, rounded down: what is shown is what is compared.
    seconds = models.PositiveIntegerField()
    undos = models.PositiveIntegerField()
    hints = models.PositiveIntegerField()
    sequences = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    ended_at = models.DateTimeField()

    objects = ResultQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["won", "moves", "seconds"], name="results_in_order")]

    def __str__(self) -> str:
        return f"{self.moves} moves, {self.seconds} s"


class Look(models.Model):
    """Somebody asked to see a closed deal's cards: an attempt after that is practice."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="looks")
    player = models.ForeignKey(Player, models.CASCADE, related_name="looks")
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deal", "player"], name="one_look")]

    def __str__(self) -> str:
        return f"{self.player} looked at {self.deal}"
