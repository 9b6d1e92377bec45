"""What the live region must say, by the patterns of the design and the engine's own position."""

from games.card_names import CARD_NAMES
from games.engine import Action, Game, Move


def holding(game: Game, column: int, count: int) -> str:
    """Such as: Holding 3 cards from 7 of hearts, column 8. Can go to columns 6, 7 and 9."""
    card = _end(game, column, count)
    cards = "1 card" if count == 1 else f"{count} cards"
    targets = sorted(game.legal().get(column, {}).get(count, []))
    return f"Holding {cards} from {card}, column {column}. {_where(targets)}"


def told(game: Game, action: Action) -> str:
    """Do an action in the engine; the sentences that tell it."""
    moved = ""
    if isinstance(action, Move):
        card = _end(game, action.source, action.count)
        what = card if action.count == 1 else f"{action.count} cards from {card}"
        moved = f"{what}, column {action.source} to column {action.target}."
        moved = moved[0].upper() + moved[1:]
    effects = game.act(action)
    undo = any("undone" in effect for effect in effects)
    dealt = any("dealt" in effect for effect in effects)
    parts = [moved] if moved else []
    for effect in effects:
        parts += _sentences(game, effect, undo=undo)
    moves = "1 move" if game.moves == 1 else f"{game.moves} moves"
    undos = "1 undo" if game.undos == 1 else f"{game.undos} undos"
    if undo:
        parts.append(f"{moves}, {undos}.")
    elif not dealt:
        parts.append(f"{moves}.")
    return " ".join(parts)


def card_name(card: str) -> str:
    """The ten of hearts, TH, is the "10 of hearts"."""
    return str(CARD_NAMES[card])


def _sentences(game: Game, effect: dict[str, object], *, undo: bool) -> list[str]:
    match effect:
        case {"moved": [_, int(count), int(target)]} if undo:
            cards = "1 card" if count == 1 else f"{count} cards"
            return [f"Undone: {cards} back to column {target}."]
        case {"flipped": [_, str(card)]}:
            return [f"Turned over: {card_name(card)}."]
        case {"dealt": list(row)}:
            return [_dealt(game, [str(card) for card in row])]
        case {"gathered": _}:
            return ["Undone: the dealt row is back in the stock."]
        case {"sequence": [_, str(suit)]}:
            done, need = len(game.sequences), game.rules.variant.sequences
            suits = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
            return [f"{suits[suit]} complete. {done} of {need}."]
        case {"won": True}:
            return ["All sequences are complete. You have won."]
    return []


def _dealt(game: Game, row: list[str]) -> str:
    now = "; ".join(f"column {n}, {card_name(card)}" for n, card in enumerate(row, 1))
    rows = game.rows_left()
    left = {0: "The stock is empty.", 1: "1 deal left."}.get(rows, f"{rows} deals left.")
    if len(row) == len(game.columns):
        return f"Dealt one card to each column. {left} Now: {now}."
    return f"Dealt to columns 1 to {len(row)}. {left} Now: {now}."


def _end(game: Game, column: int, count: int) -> str:
    return card_name(game.view()["columns"][column - 1]["up"][-count])


def _where(targets: list[int]) -> str:
    if not targets:
        return "Nowhere to go."
    if len(targets) == 1:
        return f"Can go to column {targets[0]}."
    return f"Can go to columns {', '.join(map(str, targets[:-1]))} and {targets[-1]}."
