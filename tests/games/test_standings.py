"""Places in a race: who is ahead of whom, and who shares a place."""

import pytest

from games import standings
from games.models import Attempt, Race, Result, Seat
from tests.games.cast import Caller, alone, challenge, results_of, stored


@pytest.fixture
def closed(alice: Caller) -> Race:
    """A closed race of up to 16 that nobody has played yet."""
    race = stored(challenge(alice, seats=16))
    race.seats.all().delete()
    Race.objects.filter(pk=race.pk).update(state="closed", closed_at=race.created_at)
    return stored({"id": race.pk})


def told(race: Race, viewer: Caller | None = None) -> list[tuple[int | None, bool | None]]:
    """(place, draw) of each seat, as the API tells it."""
    rows = (viewer or Caller()).get(f"races/{race.pk}")["players"]
    return [(row.get("place"), row.get("draw")) for row in rows]


@pytest.mark.django_db
class TestPlaces:
    """Fewest moves, then the shorter time in whole seconds; equals share a place."""

    def test_equals_share_a_place_and_the_next_is_skipped(self, closed: Race) -> None:
        outcomes = [(117, 90), (117, 90), (120, 59.999), (120, 60)]
        results_of(closed.deal, closed, [{"moves": m, "seconds": s} for m, s in outcomes])
        assert told(closed) == [(1, True), (1, True), (3, False), (4, False)]

    def test_a_fraction_of_a_second_is_no_difference(self, closed: Race) -> None:
        results_of(closed.deal, closed, [{"seconds": 90.999}, {"seconds": 90.001}, {"seconds": 91}])
        assert told(closed) == [(1, True), (1, True), (3, False)]

    def test_fewer_moves_beat_any_time(self, closed: Race) -> None:
        results_of(closed.deal, closed, [{"moves": 118, "seconds": 1}, {"seconds": 86_000}])
        assert told(closed) == [(2, False), (1, False)]

    def test_what_was_not_won_has_no_place(self, closed: Race) -> None:
        results_of(closed.deal, closed, [{"won": False, "moves": 3}, {}, {"won": False}])
        assert told(closed) == [(None, None), (1, False), (None, None)]

    def test_practice_stands_apart(self, closed: Race) -> None:
        results_of(closed.deal, closed, [{"moves": 60, "first": False}, {"moves": 117}])
        assert told(closed) == [(None, None), (1, False)]

    def test_where_all_know_the_deal_they_are_ranked_among_themselves(self, closed: Race) -> None:
        outcomes = [{"moves": 60, "first": False}, {"moves": 60, "first": False}]
        results_of(closed.deal, closed, outcomes)
        assert told(closed) == [(1, True), (1, True)]

    def test_results_elsewhere_on_the_deal_do_not_count(self, closed: Race) -> None:
        results_of(closed.deal, None, [{"moves": 10}], name="elsewhere")
        results_of(closed.deal, closed, [{"moves": 117}])
        assert told(closed) == [(1, False)]

    def test_before_the_end_there_are_none(self, closed: Race) -> None:
        results_of(closed.deal, closed, [{}, {"moves": 120}])
        Race.objects.filter(pk=closed.pk).update(state="running", closed_at=None)
        assert told(closed) == [(None, None), (None, None)]

    def test_places_are_nowhere_stored(self) -> None:
        names = {field.name for model in (Result, Seat, Attempt) for field in model._meta.fields}
        assert not {"place", "rank", "draw"} & names
        assert standings.Place(1, True) == standings.Place(1, True)


@pytest.mark.django_db
class TestStandings:
    """The list of races in which any number may sit, page by page."""

    def test_all_are_listed_in_the_order_of_the_result(self, closed: Race, nobody: Caller) -> None:
        Race.objects.filter(pk=closed.pk).update(seat_limit=0)
        outcomes = [{"won": False, "moves": 1}, {"moves": 130}, *[{"moves": 117}] * 2]
        results_of(closed.deal, closed, outcomes)
        answer = nobody.get(f"races/{closed.pk}/standings")
        assert [(row["name"], row.get("place")) for row in answer["rows"]] == [
            ("player3", 1),
            ("player4", 1),
            ("player2", 3),
            ("player1", None),
        ]
        assert "next" not in answer
        assert nobody.get(f"races/{closed.pk}")["players"] == []
        assert nobody.get(f"races/{closed.pk}")["count"] == 4

    def test_a_page_has_fifty(self, closed: Race, nobody: Caller) -> None:
        Race.objects.filter(pk=closed.pk).update(seat_limit=0)
        results_of(closed.deal, closed, [{"moves": 100 + n} for n in range(51)])
        first = nobody.get(f"races/{closed.pk}/standings")
        assert (len(first["rows"]), first["next"]) == (50, 2)
        last = nobody.get(f"races/{closed.pk}/standings?page=2")
        assert [row["place"] for row in last["rows"]] == [51]
        assert "next" not in last
        assert nobody.get(f"races/{closed.pk}/standings?page=3")["rows"] == []
        for page in ("0", "-1", "x", "100001"):
            assert nobody.sees(f"races/{closed.pk}/standings?page={page}") == (422, "bad_value")

    def test_hidden_numbers_are_a_count(self, alice: Caller, bob: Caller, nobody: Caller) -> None:
        race = challenge(alice, bob, seats=0, hide_progress=True)
        for caller in (alice, bob):
            caller.post(f"races/{race['id']}/begin")
        mine = alice.get(f"races/{race['id']}/standings")
        assert ([row["name"] for row in mine["rows"]], mine["hidden"]) == (["alice"], 1)
        assert nobody.get(f"races/{race['id']}/standings") == {"rows": [], "hidden": 2}

    def test_of_a_race_alone_they_are_its_players(self, alice: Caller, bob: Caller) -> None:
        race = alone(alice)
        assert len(alice.get(f"races/{race['id']}/standings")["rows"]) == 1
        assert bob.sees(f"races/{race['id']}/standings") == (403, "not_allowed")
