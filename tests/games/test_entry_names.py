"""Names: what may be one, and that nobody can pass for somebody else by one."""

import importlib
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction

from games import accounts, names
from games.models import Player
from games.refusals import Refusal
from tests.games.cast import Caller

pytestmark = pytest.mark.django_db

NO_NAMES = {
    "an invisible space in it": "ali\u200bce",
    "a change of direction": "ali\u202ece",
    "a control character": "ali\x07ce",
    "a null": "ali\x00ce",
    "a line break": "alice\n",
    "a Hangul filler": "alice\u3164",
    "only fillers": "\u115f\u1160\u3164\uffa0",
    "a soft hyphen": "ali\xadce",
    "a mark that hangs on nothing": "alice\u0489",
    "a number in a circle": "alice❶",
    "a click that is a bar": "aǀice",
    "a tatweel": "علـي",
    "half a surrogate pair": "ali\ud800ce",
    "a private sign": "ali\ue000ce",
    "a smile": "alice🙂",
    "Cyrillic among Latin": "аlice",
    "Greek among Latin": "αlice",
    "Bengali digits among Latin": "b০b",
    "Armenian among Latin": "bօb",
    "Cherokee, which looks like capitals": "ᎪᏞᏆᏟᎬ",
    "Lisu, which does too": "ꓐꓳꓐ",
    "a small capital H": "ʜello",
    "a small capital S": "ꜱam123",
    "a small capital G": "ɢary",
    "a j without its dot": "ȷohn",
    "a wynn, which is a p": "ƿaul",
    "a tone, which is a b": "ƅobby",
    "dots that are Latin": "ꞏꞏꞏ",
    "a Japanese length of nothing": "ーーー",
    "a length before any letter": "ー12",
    "a length of a digit": "1ーー",
    "a repetition of nothing": "々々々",
}
NAMES = [
    "Οδυσσέας",
    "Андрій",
    "Štefica",
    "やまだ太郎",
    "ラーメン",
    "김철수",
    "李小龍",
    "דניאל",
    "bob2",
    "Jürgen",
    "Đorđe",
    "Łukasz",
    "Þóra",
    "Strauß",
    "Bjørn",
    "Əli",
    "佐々木",
]
# By pairs: alike to the eye, so that the second cannot be had beside the first.
ALIKE = [
    ("alice", "ALICE"),
    ("alice", "aIice"),
    ("alice", "a1ice"),
    ("alice", "alícé"),
    ("alice", "ａｌｉｃｅ"),
    ("alice", "𝐚𝐥𝐢𝐜𝐞"),
    ("alice", "alıce"),
    ("bob", "b0b"),
    ("corner", "comer"),
    ("www", "vvvvw"),
    ("copa", "сора"),
    ("HOPA", "НОРА"),
    ("NINA", "ΝΙΝΑ"),
    ("HOPA", "ΗΟΡΑ"),
    ("σοφια", "ΣΟΦΙΑ"),
    ("Οδυσσέας", "Οδυσσεασ"),
    ("123", "১২৩"),
    ("ooo", "ဝဝဝ"),
    ("ooo", "၀၀၀"),
    ("ooo", "ססס"),
    ("aesop", "æsop"),
    ("paul", "þaul"),
    ("Đorđe", "Ðorðe"),
    ("力口工", "カロエ"),
    ("二八夕", "ニハタ"),
    ("卜一一", "トーー"),
]
RESERVED = ["admin", "ADMIN", "Adrnin", "ádmin", "administrator", "moderator", "staff", "r00t"]
RESERVED += ["system", "Spiderweb", "support", "anonymous", "guest", "Guest4821", "guestl0"]
NOT_RESERVED = ["adminka", "guesthouse", "stafford", "roots", "spiderwebs"]
DIFFERENT = [("alice", "alison"), ("bob", "bobo"), ("player1", "player2"), ("Андрій", "Андрея")]


@pytest.mark.parametrize("name", NO_NAMES.values(), ids=list(NO_NAMES))
def test_what_could_deceive_is_no_name(nobody: Caller, name: str) -> None:
    with pytest.raises(Refusal, match="bad_value"):
        names.read(name)
    assert nobody.does("guests", {"name": name})[0] == 422
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", NAMES)
def test_the_names_of_all_countries_are_names(nobody: Caller, name: str) -> None:
    assert nobody.post("guests", {"name": name}, expect=201)["player"]["name"] == name
    assert nobody.does("guests", {"name": name}) == (409, "name_taken")


@pytest.mark.parametrize("length", [2, 3, 20, 21])
def test_a_name_has_3_to_20_letters(nobody: Caller, length: int) -> None:
    assert nobody.does("guests", {"name": "b" * length})[0] == (201 if 3 <= length <= 20 else 422)


@pytest.mark.parametrize(("had", "wanted"), ALIKE)
def test_a_look_alike_is_taken(nobody: Caller, had: str, wanted: str) -> None:
    nobody.post("guests", {"name": had}, expect=201)
    assert nobody.does("guests", {"name": wanted}) == (409, "name_taken")


@pytest.mark.parametrize(("had", "wanted"), DIFFERENT)
def test_another_name_is_not(nobody: Caller, had: str, wanted: str) -> None:
    nobody.post("guests", {"name": had}, expect=201)
    assert nobody.post("guests", {"name": wanted}, expect=201)["player"]["name"] == wanted


@pytest.mark.parametrize("name", RESERVED)
def test_a_guest_cannot_pass_for_who_runs_the_site(nobody: Caller, name: str) -> None:
    assert nobody.does("guests", {"name": name}) == (409, "name_taken")
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", NOT_RESERVED)
def test_a_name_that_only_begins_so_can_be_had(nobody: Caller, name: str) -> None:
    assert nobody.post("guests", {"name": name}, expect=201)["player"]["name"] == name


def test_who_runs_the_site_may_be_called_so(nobody: Caller) -> None:
    assert Player.objects.create_superuser("admin", "a good password").is_superuser


def test_a_name_is_kept_as_it_is_shown(nobody: Caller) -> None:
    decomposed = "Ju\u0308rgen"
    assert nobody.post("guests", {"name": decomposed}, expect=201)["player"]["name"] == "Jürgen"


def test_a_guests_number_is_no_name_and_stays(nobody: Caller) -> None:
    guest = nobody.post("guests", expect=201)["player"]["name"]
    assert accounts.GUEST_NAME.fullmatch(guest)
    assert nobody.does("guests", {"name": guest}) == (422, "bad_value")


def test_the_database_itself_lets_no_two_look_alike(alice: Caller) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(name="a1ice")
    assert Player.objects.create(name="bob").skeleton == "bob"


def test_who_looked_alike_before_keeps_the_name(alice: Caller, bob: Caller) -> None:
    Player.objects.filter(pk=bob.player.pk).update(name="a1ice", skeleton="x")
    fill: Any = importlib.import_module("games.migrations.0003_skeleton").fill
    fill(apps, SimpleNamespace())
    older, newer = Player.objects.order_by("pk")
    assert (older.name, older.skeleton) == ("alice", "allce")
    assert (newer.name, newer.skeleton) == ("a1ice", f"allce#{newer.pk}")
    newer.save()
    assert Caller().does("guests", {"name": "alíce"}) == (409, "name_taken")
