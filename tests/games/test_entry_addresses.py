"""Where somebody calls from: what a proxy of ours says is believed, and nobody else."""

from typing import Any

import pytest
from django.test import RequestFactory

from games import addresses

FORGED = "6.6.6.6"
CASES = [
    # proxies, X-Forwarded-For, who is connected, who it is
    (0, None, "198.51.100.7", "198.51.100.7"),
    (0, FORGED, "198.51.100.7", "198.51.100.7"),
    (1, "203.0.113.9", "10.0.0.1", "203.0.113.9"),
    (1, f"{FORGED}, 203.0.113.9", "10.0.0.1", "203.0.113.9"),
    (1, f"{FORGED},,  203.0.113.9 ", "10.0.0.1", "203.0.113.9"),
    (2, f"{FORGED}, 203.0.113.9, 10.0.0.2", "10.0.0.1", "203.0.113.9"),
    # A way that is too short began at its first address.
    (1, None, "10.0.0.1", "10.0.0.1"),
    (2, "203.0.113.9", "10.0.0.1", "203.0.113.9"),
    # What is no address is nobody's.
    (1, "<b>me</b>", "10.0.0.1", "10.0.0.1"),
    (1, "", "10.0.0.1", "10.0.0.1"),
    (0, None, "", addresses.UNKNOWN),
    (0, None, "testclient", addresses.UNKNOWN),
    # All of a household's addresses are one; a mapped one is what it maps.
    (0, None, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
    (1, "2001:db8:1:2:aaaa::1", "10.0.0.1", "2001:db8:1:2::"),
    (0, None, "2001:db8:1:3::1", "2001:db8:1:3::"),
    (0, None, "::ffff:198.51.100.7", "198.51.100.7"),
]


@pytest.mark.parametrize(("proxies", "forwarded", "peer", "who"), CASES)
def test_a_request_and_a_socket_come_from_the_same_address(
    settings: Any, proxies: int, forwarded: str | None, peer: str, who: str
) -> None:
    settings.PROXIES = proxies
    sent = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = RequestFactory().get("/", headers=sent, REMOTE_ADDR=peer)
    pairs = [(name.lower().encode(), value.encode()) for name, value in sent.items()]
    assert addresses.of_request(request) == who
    assert addresses.of_scope({"headers": pairs, "client": (peer, 5000)}) == who


def test_a_header_in_two_lines_is_one_list(settings: Any) -> None:
    settings.PROXIES = 1
    lines = [(b"x-forwarded-for", FORGED.encode()), (b"X-Forwarded-For", b"203.0.113.9")]
    assert addresses.of_scope({"headers": lines, "client": ("10.0.0.1", 1)}) == "203.0.113.9"


def test_a_socket_without_an_address_is_unknown() -> None:
    assert addresses.of_scope({"headers": [], "client": None}) == addresses.UNKNOWN
    assert addresses.of_scope({"headers": []}) == addresses.UNKNOWN
