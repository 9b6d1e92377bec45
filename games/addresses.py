"""Where somebody calls from: the one place that tells, for limits and for guessing.

A proxy writes the address that it was called from at the end of ``X-Forwarded-For``; what
stands before that may be anybody's invention. So of the addresses on the way, the caller's
own last, as many are passed over as there are proxies of ours (``PROXIES``).
"""

from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest

# Of a caller who has none: a Unix socket, or a test without a network.
UNKNOWN = "0.0.0.0"  # noqa: S104 (nothing listens on it)
# What a household or a rented server gets: it has all of these addresses to itself.
IPV6_PREFIX = 64


def of_request(request: HttpRequest) -> str:
    """Where a request comes from."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    return _of(forwarded, request.META.get("REMOTE_ADDR") or "")


def of_scope(scope: Mapping[str, Any]) -> str:
    """Where a socket, or any other connection, comes from."""
    values = [value for name, value in scope["headers"] if name.lower() == b"x-forwarded-for"]
    client = scope.get("client") or ("",)
    return _of(b",".join(values).decode("latin-1"), str(client[0] or ""))


def _of(forwarded: str, peer: str) -> str:
    way = [*(forwarded.split(",") if forwarded else ()), peer]
    # A way that is shorter than it should be began at the first address on it.
    caller = way[max(0, len(way) - 1 - settings.PROXIES)]
    return _read(caller) or _read(peer) or UNKNOWN


def _read(text: str) -> str | None:
    """An address as it is counted: of IPv6 the network, of a mapped IPv4 the IPv4."""
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    network = IPv6Network((int(address), IPV6_PREFIX), strict=False)
    return str(network.network_address)
