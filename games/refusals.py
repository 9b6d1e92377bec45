"""Why something was not done: a code of the protocol, with its status and sentence.

Refusals of play (a wrong move, a sealed undo) are the engine's ``Refused``; these are the
refusals of everything around it.
"""

from django.utils.translation import gettext_lazy as _

STATUS = {
    "unknown_player": 401,
    "not_host": 403,
    "not_seated": 403,
    "not_yours": 403,
    "registered_only": 403,
    "would_spoil": 403,
    "not_allowed": 403,
    "no_such_race": 404,
    "no_such_deal": 404,
    "no_such_attempt": 404,
    "no_such_player": 404,
    "no_such_call": 404,
    "wrong_method": 405,
    "race_full": 409,
    "race_started": 409,
    "race_over": 409,
    "window_over": 409,
    "nothing_playing": 409,
    "playing": 409,
    "rematch_withdrawn": 409,
    "not_won": 409,
    "not_first": 409,
    "name_taken": 409,
    "deal_exists": 409,
    "bad_code": 422,
    "bad_value": 422,
    "too_few_ready": 409,
    "too_fast": 429,
    "failed": 500,
    "unavailable": 503,
}

SENTENCES = {
    "unknown_player": _("We do not know who you are. Start as a guest first."),
    "not_host": _("Only the host of this race can do that."),
    "not_seated": _("You have no seat in this race."),
    "not_yours": _("That belongs to another player."),
    "registered_only": _("This is for players who have a name with a password."),
    "would_spoil": _("Seeing this would make your own attempt at this deal practice."),
    "not_allowed": _("You may not see this yet: somebody could still gain by it."),
    "no_such_race": _("There is no such race."),
    "no_such_deal": _("There is no such deal."),
    "no_such_attempt": _("There is no such game."),
    "no_such_call": _("There is no such call. The documentation lists all."),
    "wrong_method": _("This call is made by another method, such as GET or POST."),
    "no_such_player": _("There is no such player."),
    "race_full": _("All seats of this race are taken."),
    "race_started": _("This race has started."),
    "race_over": _("This race is over."),
    "window_over": _("The time to begin this race is over."),
    "too_few_ready": _("Two or more players have to be ready first."),
    "nothing_playing": _("You have no running game in this race."),
    "playing": _("You have a seat on this deal that is waiting or playing. Finish that first."),
    "rematch_withdrawn": _("The offer of a rematch was withdrawn: who made it has left."),
    "not_won": _("Only a game that you have won can be a challenge."),
    "not_first": _("Only a first attempt can be a challenge; this one was practice."),
    "name_taken": _("That name, or one that looks like it, is taken."),
    "deal_exists": _("Another deal is kept under that code, or it has been played."),
    "bad_code": _("That is not a game code."),
    "bad_value": _("That value cannot be used."),
    "too_fast": _("Too fast. Wait a moment, then try again."),
    "failed": _("Something went wrong on our side."),
    "unavailable": _("The server is busy. Try again in a moment."),
}


# What a field takes, for a value that it does not.
FIELDS = {
    "name": _("A name has 3 to 20 letters or digits, all of one alphabet."),
    "mode": _("The mode is solo, open or live."),
    "game": _("The game is spider or spiderette; a new deal needs it."),
    "suits": _("Suits are 1, 2 or 4; a new deal needs them."),
    "build": _("The build is classic or, for Spider with 2 or 4 suits, relaxed; a code fixes it."),
    "undo": _("Undo is last100, sealed or none."),
    "seats": _(
        "A race has 2 to 16 seats, or in your own time 0, for any number. Alone there is 1."
    ),
    "time_limit_s": _("The time limit is a minute to 30 days."),
    "window_s": _("The time to begin is a minute to 30 days, and only of races in your own time."),
}


class Refusal(Exception):
    """Nothing was done. ``code`` says why; ``field`` names the value at fault, if one was."""

    def __init__(self, code: str, field: str | None = None, message: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self._message = message

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return STATUS[self.code]

    @property
    def message(self) -> str:
        """One sentence for people, in the language of the moment."""
        usual = FIELDS.get(self.field or "") if self.code == "bad_value" else None
        return self._message or str(usual or SENTENCES[self.code])

    def as_json(self) -> dict[str, str]:
        """The error body of the protocol: ``{code, message, field?}``."""
        body = {"code": self.code, "message": self.message}
        return body | {"field": self.field} if self.field else body
