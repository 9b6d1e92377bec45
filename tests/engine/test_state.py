"""A game as one line of text, whole and as everybody may see it."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    ENDS,
    HINT,
    UNDO,
    Action,
    BadLayout,
    BadRules,
    BadState,
    Game,
    Layout,
    Move,
    Refused,
    Rules,
    State,
    Unreadable,
    lay_out,
)

from .playing import RULES
from .table import KEY, SPADES_TO_TWO, lay, table

MIDDLE = (
    "spider 2 classic sealed; KSQH|TS 5H|6S/4S3H; S; "
    "moves 9 score 591 undos 2 hints 1 dealt 4; playing"
)


def options(game: Game) -> list[Action]:
    """All that is allowed now, in one order."""
    return [*game.actions(), HINT]


def walk(game: Game, choice: random.Random, steps: int) -> list[Any]:
    """Play at random and tell the effects."""
    told = []
    for _ in range(steps):
        undo = [UNDO] if game.can_undo() and choice.random() < 0.2 else []
        told.append(game.act(choice.choice(undo or options(game))))
    return told


walked = st.tuples(
    st.sampled_from(RULES), st.integers(0, 999), st.integers(0, 30), st.integers(0, 2**32)
)


def played(rules: Rules, number: int, steps: int, seed: int) -> Game:
    game = Game(rules, lay_out(KEY, rules.game, rules.suits, number))
    walk(game, random.Random(seed), steps)
    return game


def test_a_state_has_the_text_that_is_documented() -> None:
    layout = lay("KS QH | TS", "5H | 6S", stock="4S 3H")
    state = State(Rules("spider", 2), layout, "S", 9, 591, undos=2, hints=1, dealt=4)
    assert state.to_text() == MIDDLE
    assert State.from_text(MIDDLE) == state


@settings(deadline=None)
@given(walked)
def test_a_game_reads_back_from_its_text_and_plays_on_the_same(walk_: Any) -> None:
    game = played(*walk_)
    again = Game.from_text(game.to_text())
    assert again == game
    assert again.to_text() == game.to_text()
    assert again.problems() == []
    undo = {"can_undo": "undo_off" if game.rules.undo == "none" else "undo_nothing", "undoable": 0}
    assert again.view() == game.view() | undo
    for action in (options(game) * 3)[:3]:
        if action in options(game):
            assert again.act(action) == game.act(action)
    assert again == game


@settings(deadline=None)
@given(walked, st.sampled_from(list(ENDS)))
def test_a_game_that_has_ended_reads_back_as_ended(walk_: Any, end: Action) -> None:
    game = played(*walk_)
    game.act(end)
    again = Game.from_text(game.to_text())
    assert (again, again.ended, again.is_over) == (game, game.ended, True)
    with pytest.raises(Refused, match="already_finished"):
        again.deal()


def test_a_won_game_reads_back_as_won() -> None:
    game = table(SPADES_TO_TWO, "AS")
    game.play(2, 1, 1)
    again = Game.from_text(game.to_text())
    assert again.to_text() == (
        "spider 4 classic last100; | |/; S; moves 1 score 599 undos 0 hints 0 dealt 0; won"
    )
    assert (again.won, again) == (True, game)


def test_counters_survive_and_what_could_be_undone_does_not() -> None:
    game = table("5S", "", "9D")
    game.act(HINT)
    game.play(1, 1, 2)
    game.undo()
    game.play(1, 1, 2)
    again = Game.from_text(game.to_text())
    assert (again.moves, again.score, again.undos, again.hints) == (1, 499, 1, 1)
    assert (game.why_not(UNDO), again.why_not(UNDO)) == (None, "undo_nothing")
    again.play(2, 1, 1)
    again.undo()
    assert (again.moves, again.undos, again.why_not(UNDO)) == (1, 2, "undo_nothing")
    assert again.problems() == []


def test_an_empty_stock_still_knows_how_many_rows_it_made() -> None:
    game = table("5S", "9D", stock="KS QS JS")
    game.deal()
    game.deal()
    again = Game.from_text(game.to_text())
    with pytest.raises(Refused) as refused:
        again.deal()
    assert (refused.value.code, refused.value.params) == ("stock_empty", {"deals": 2})


def test_games_are_equal_when_their_states_are() -> None:
    game, other = table("5S", "", "9D"), table("5S", "", "9D")
    assert game == other
    other.act(HINT)
    assert game != other
    assert game != game.to_text()
    with pytest.raises(TypeError):
        hash(game)


def test_a_masked_state_names_no_card_that_lies_hidden() -> None:
    public = State.from_text(MIDDLE).masked()
    assert public.to_text() == MIDDLE.replace("KSQH|TS 5H|6S/4S3H", "????|TS ??|6S/????")
    assert State.from_text(public.to_text()) == public
    assert (public.layout.hidden, public.moves) == (5, 9)
    assert public.masked() == public


def test_no_game_starts_from_a_layout_with_hidden_cards_until_they_are_filled_in() -> None:
    public = State.from_text(MIDDLE).masked()
    with pytest.raises(BadLayout, match="5 of them are hidden"):
        Game.from_text(public.to_text())
    with pytest.raises(BadLayout, match="5 of them are hidden"):
        Game(public.rules, public.layout)
    filled = replace(public, layout=public.layout.filled(lay("KS QH 5H 4S 3H").columns[0]))
    assert Game.from_state(filled) == Game.from_text(MIDDLE)


@settings(deadline=None)
@given(walked, st.randoms(use_true_random=False))
def test_with_the_unseen_cards_in_any_order_the_game_looks_the_same(
    walk_: Any, choice: random.Random
) -> None:
    game = played(*walk_)
    public = State.from_text(game.state().masked().to_text())
    unseen = public.unseen()
    hidden = [
        card for cards, down in zip(game.columns, game.down, strict=True) for card in cards[:down]
    ]
    assert unseen == sorted([*hidden, *game.stock], key=lambda card: (card >> 4, -(card & 15)))
    choice.shuffle(unseen)
    guess = Game.from_state(replace(public, layout=public.layout.filled(unseen)))
    assert guess.state().masked() == public
    assert guess.legal() == game.legal()


@pytest.mark.parametrize(
    ("kind", "part", "old", "new"),
    [
        (BadState, "state", "; playing", ""),
        (BadState, "state", "; S; ", ";S; "),
        (BadState, "state", "moves 9", "moves 09"),
        (BadState, "state", "moves 9", "moves x"),
        (BadState, "state", "hints 1 ", ""),
        (BadState, "state", "hints 1", "hints ١"),
        (BadState, "moves", "moves 9", "moves -9"),
        (BadState, "dealt", "dealt 4", "dealt -1"),
        (BadState, "dealt", "moves 9", "moves 3"),
        (BadState, "sequences", "; S; ", f"; {'S' * 9}; "),
        (BadState, "sequences", "; S; ", "; D; "),
        (BadState, "score", "score 591", "score -1"),
        (BadState, "sequences", "; S; ", "; X; "),
        (BadState, "sequences", "; S; ", "; ; "),
        (BadState, "result", "playing", "lost"),
        (BadState, "result", "playing", "won"),
        (BadState, "result", "KSQH|TS 5H|6S/4S3H", "| |/"),
        (BadRules, "game", "spider", "freecell"),
        (BadRules, "suits", "spider 2", "spider 3"),
        (BadRules, "suits", "spider 2", "spider 02"),
        (BadRules, "suits", "spider 2", "spider ٢"),
        (BadRules, "rules", "spider 2 ", "spider "),
        (BadLayout, "stock", "4S3H", "4S3"),
        (BadLayout, "column 2", "6S", "??"),
        (BadLayout, "column 1", "KSQH", "KS?H"),
    ],
)
def test_a_text_that_is_no_state_is_refused_by_its_part(
    kind: type[Unreadable], part: str, old: str, new: str
) -> None:
    assert old in MIDDLE
    with pytest.raises(kind) as bad:
        State.from_text(MIDDLE.replace(old, new, 1))
    assert getattr(bad.value, "part", None) == part


@given(st.integers(0, len(MIDDLE)), st.integers(0, 9), st.text(max_size=3))
def test_a_spoilt_text_is_a_state_or_refused(at: int, cut: int, put: str) -> None:
    text = MIDDLE[:at] + put + MIDDLE[at + cut :]
    try:
        state = State.from_text(text)
    except Unreadable:
        return
    assert state.to_text() == text.rstrip("\r\n")


class TestHiddenCards:
    """Layouts of which a part is not told."""

    LAYOUT = lay("KS QH | TS", "", "5H | 6S", stock="4S 3H")

    def test_they_are_question_marks_in_json_and_text(self) -> None:
        masked = self.LAYOUT.masked()
        assert masked.to_text() == "????|TS | ??|6S/????"
        assert masked.to_json()["columns"][0] == {"down": 2, "cards": ["?", "?", "TS"]}
        assert masked.to_json()["stock"] == ["?", "?"]
        assert Layout.from_text(masked.to_text()) == masked == Layout.from_json(masked.to_json())

    def test_one_form_is_not_read_in_the_other(self) -> None:
        with pytest.raises(BadLayout):
            Layout.from_json(self.LAYOUT.masked().to_json() | {"stock": ["??"]})
        with pytest.raises(BadLayout):
            Layout.from_text("|KS/?")

    def test_what_was_seen_can_be_told(self) -> None:
        assert self.LAYOUT.masked((1, 0, 0), 1).to_text() == "??QH|TS | 5H|6S/4S??"
        assert self.LAYOUT.masked((0, 0, 0), 0) == self.LAYOUT

    @pytest.mark.parametrize(
        ("down", "stock"),
        [((3, 0, 0), 0), ((4, 0, 0), 0), ((-1, 0, 0), 0), ((0, 0), 0), ((0, 0, 0), 3)],
    )
    def test_no_other_card_can_be_hidden(self, down: tuple[int, ...], stock: int) -> None:
        with pytest.raises(BadLayout):
            self.LAYOUT.masked(down, stock)

    def test_they_are_filled_with_as_many_cards(self) -> None:
        cards = [*lay("KS QH 5H 4S 3H").columns[0]]
        assert self.LAYOUT.masked().filled(cards) == self.LAYOUT
        with pytest.raises(BadLayout, match="5 are hidden, not 4"):
            self.LAYOUT.masked().filled(cards[1:])

    def test_what_is_no_card_lies_nowhere(self) -> None:
        for card in (14, -1, 999):
            with pytest.raises(BadLayout, match="stock"):
                replace(self.LAYOUT, stock=(card,))
            with pytest.raises(BadLayout, match="column 2"):
                replace(lay("KS", "5H"), columns=(lay("KS").columns[0], (card,)))

    def test_a_move_onto_hidden_cards_is_out_of_the_question(self) -> None:
        with pytest.raises(BadLayout):
            Game(Rules("spider", 2), self.LAYOUT.masked()).act(Move(1, 1, 2))
