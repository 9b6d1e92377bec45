"""A board in words: what the layout is, and what an action did, a sentence each."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.card_names import CARD_NAMES

Json = dict[str, Any]


def sentences(board: Json) -> list[str]:
    """The stock, then each column from the first to the last."""
    columns = enumerate(board["columns"], 1)
    return [stock(board), *(column(number, cards) for number, cards in columns)]


def stock(board: Json) -> str:
    """What is left to deal and what is complete."""
    cards, deals = board["stock"]["cards"], board["stock"]["deals"]
    done = len(board["sequences"])
    left = _("The stock is empty.")
    if cards:
        left = ngettext(
            "Stock: %(cards)s cards, %(deals)s deal left.",
            "Stock: %(cards)s cards, %(deals)s deals left.",
            deals,
        ) % {"cards": cards, "deals": deals}
    complete = _("No sequence complete.")
    if done:
        complete = ngettext("%(done)s sequence complete.", "%(done)s sequences complete.", done) % {
            "done": done
        }
    return f"{left} {complete}"


def column(number: int, cards: Json) -> str:
    """One column: how many are face down, then the others by name."""
    names = ", ".join(str(CARD_NAMES[card]) for card in cards["up"])
    values = {"number": number, "down": cards["down"], "cards": names}
    if not names:
        return _("Column %(number)s: empty.") % values
    if not cards["down"]:
        return _("Column %(number)s: %(cards)s.") % values
    return _("Column %(number)s: %(down)s face down, then %(cards)s.") % values


def happened(effects: list[Json]) -> str:
    """What an action did, for the line under a replay; empty before the first."""
    undo = any("undone" in effect for effect in effects)
    told = [_effect(kind, value, undo) for effect in effects for kind, value in effect.items()]
    return " ".join(sentence for sentence in told if sentence)


def _effect(kind: str, value: Any, undo: bool) -> str:
    if kind == "moved":
        return _moved(*value, undo=undo)
    tell = _EFFECTS.get(kind)
    return tell(value) if tell else ""


def _dealt(cards: list[str]) -> str:
    names = ", ".join(str(CARD_NAMES[card]) for card in cards)
    return _("Dealt: %(cards)s.") % {"cards": names}


def _moved(source: int, count: int, target: int, *, undo: bool) -> str:
    values = {"count": count, "source": source, "target": target}
    if undo:
        return (
            ngettext(
                "Undone: %(count)s card from column %(source)s back to column %(target)s.",
                "Undone: %(count)s cards from column %(source)s back to column %(target)s.",
                count,
            )
            % values
        )
    return (
        ngettext(
            "%(count)s card from column %(source)s to column %(target)s.",
            "%(count)s cards from column %(source)s to column %(target)s.",
            count,
        )
        % values
    )


_EFFECTS: dict[str, Callable[[Any], str]] = {
    "dealt": _dealt,
    "flipped": lambda value: _("Turned over: %(card)s.") % {"card": CARD_NAMES[value[1]]},
    "sequence": lambda value: _complete(value[1]),
    "gathered": lambda _value: _("Undone: the dealt row is back in the stock."),
    "won": lambda _value: _("All sequences are complete."),
    "ended": lambda _value: _("The game ended here."),
}


def _complete(suit: str) -> str:
    sentences = {
        "S": _("Spades complete."),
        "H": _("Hearts complete."),
        "D": _("Diamonds complete."),
        "C": _("Clubs complete."),
    }
    return sentences[suit]
