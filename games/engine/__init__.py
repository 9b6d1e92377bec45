"""The engine: cards and rules of Spider and its family, and nothing else.

It needs Python's standard library only and knows no players, races or clocks.

>>> layout = lay_out(b"a secret key", "spider", 1, 41739205)
>>> game = Game(Rules("spider", 1), layout)
>>> game.deal()[0]["dealt"] == game.start.layout.to_json()["stock"][:10]
True
>>> game.undo()
Traceback (most recent call last):
games.engine.refusals.Refused: undo_sealed
"""

from games.engine.actions import (
    DEAL,
    ENDS,
    HINT,
    RESIGN,
    TIME,
    UNDO,
    VOID,
    Action,
    BadAction,
    Command,
    Move,
    parse_action,
)
from games.engine.advice import Advice, advise, hint_effect
from games.engine.cards import (
    HIDDEN,
    RANKS,
    SUITS,
    BadCard,
    card_text,
    pack,
    parse_card,
    rank_of,
    suit_of,
)
from games.engine.codes import NUMBERS, BadCode, Code
from games.engine.deals import fingerprint, lay_out
from games.engine.game import Game
from games.engine.headers import BadRecord
from games.engine.layouts import BadLayout, Layout, check_told, check_whole, commitment
from games.engine.position import Effect, Position
from games.engine.record import BadReplay, Record, replay
from games.engine.refusals import Refused, Unreadable
from games.engine.rules import (
    BUILDS,
    OFFERED,
    START_SCORE,
    UNDO_POLICIES,
    VARIANTS,
    BadRules,
    Rules,
    UndoPolicy,
    Variant,
)
from games.engine.state import RESULTS, BadState, State

__all__ = [
    "BUILDS",
    "DEAL",
    "ENDS",
    "HIDDEN",
    "HINT",
    "NUMBERS",
    "OFFERED",
    "RANKS",
    "RESIGN",
    "RESULTS",
    "START_SCORE",
    "SUITS",
    "TIME",
    "UNDO",
    "UNDO_POLICIES",
    "VARIANTS",
    "VOID",
    "Action",
    "Advice",
    "BadAction",
    "BadCard",
    "BadCode",
    "BadLayout",
    "BadRecord",
    "BadReplay",
    "BadRules",
    "BadState",
    "Code",
    "Command",
    "Effect",
    "Game",
    "Layout",
    "Move",
    "Position",
    "Record",
    "Refused",
    "Rules",
    "State",
    "UndoPolicy",
    "Unreadable",
    "Variant",
    "advise",
    "card_text",
    "check_told",
    "check_whole",
    "commitment",
    "fingerprint",
    "hint_effect",
    "lay_out",
    "pack",
    "parse_action",
    "parse_card",
    "rank_of",
    "replay",
    "suit_of",
]
