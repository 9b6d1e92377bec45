"""A hint: the one thing to do next, by what the player sees alone (rules, section 7).

Every move advised leads to a position with a better outlook, or does what no move takes back:
turns a card or finishes a sequence. So who follows the hints never goes round in circles, and
since the outlook is the position's alone, it does not matter who played before.
"""

from dataclasses import replace
from typing import Any, Literal

from games.engine.actions import Move
from games.engine.cards import parse_card
from games.engine.game import Game
from games.engine.lookahead import Outlook, Sight, Step, outlook, outlooks
from games.engine.refusals import Refused
from games.engine.state import State

Advice = Move | Literal["deal", "back", "stuck"]

# So many first steps are weighed, the one with the best outlook first.
CANDIDATES = 3

ANY_CARD = parse_card("AS")


def advise(seen: Game | State) -> Advice:
    """A useful move, or what is left where there is none.

    "deal": the next row; "back": undo; "stuck": another game. Never moves a whole column into an
    empty one, never takes back the move before. Raises `Refused` when the game is over.

    A state may be masked. It does not know what came before: then "stuck" may mean that only undo
    is left, and the move before might be taken back.
    """
    game = seen if isinstance(seen, Game) else _game_of(seen)
    if game.is_over:
        raise Refused("already_finished")
    if not game.stuck() and (move := _useful_move(game)):
        return move
    if game.can_deal():
        return "deal"
    return "back" if game.can_undo() else "stuck"


def hint_effect(advice: Advice) -> dict[str, Any]:
    """As the protocol tells it: `{"hint": [3, 2, 7]}` or `{"hint": "deal"}`."""
    if isinstance(advice, Move):
        return {"hint": [advice.source, advice.count, advice.target]}
    return {"hint": advice}


def _game_of(state: State) -> Game:
    """A game that looks like it; what lies hidden may be any card, for nobody looks at it."""
    layout = state.layout
    return Game.from_state(replace(state, layout=layout.filled([ANY_CARD] * layout.hidden)))


def _useful_move(game: Game) -> Move | None:
    sight = Sight.of(game)
    ahead = outlooks(sight)
    here = Outlook(sight.worth_to_stop_at(), 0)
    now = max([here, *ahead.values()])
    for step in sorted(ahead, key=ahead.__getitem__, reverse=True)[:CANDIDATES]:
        move = Move(step.source + 1, step.size, step.target + 1)
        if ahead[step] > here and move != _way_back(game) and _leads_on(sight, step, now):
            return move
    return None


def _leads_on(sight: Sight, step: Step, now: Outlook) -> bool:
    """Whether a step is beyond recall or opens a better outlook than there is now."""
    there = sight.after(step)
    return there.final or outlook(there) > now


def _way_back(game: Game) -> Move | None:
    """The move that would only take back the one before, which turned and finished nothing."""
    match game.last:
        case [{"moved": [source, count, target]}]:
            return Move(target, count, source)
    return None
