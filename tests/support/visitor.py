"""Somebody with a browser but without its script: pages, forms, a cookie."""

from typing import Any

import httpx

from tests.support.bot import Heard, Seat
from tests.support.server import Listening


class Visitor:
    """Opens pages and sends forms; a guest from the first form on. Every byte is noted."""

    def __init__(self, server: Listening, heard: Heard | None = None) -> None:
        self.server = server
        self.heard = heard or (lambda _text: None)
        self.http = httpx.Client(base_url=server.url, timeout=30)

    @property
    def handshake(self) -> dict[str, str]:
        """A browser sends the page's origin and the cookie."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return {"Origin": self.server.url, "Cookie": cookies} if cookies else {}

    def page(self, path: str, expect: int | None = 200) -> str:
        """The text at an address."""
        return self._note(self.http.get(path), expect).text

    def api(self, path: str, expect: int | None = 200) -> Any:
        """The JSON of an API address."""
        return self._note(self.http.get(f"/api/v1/{path}"), expect).json()

    def form(self, path: str, values: dict[str, str] | None = None, expect: int = 303) -> str:
        """Send a form; where it leads."""
        if "csrftoken" not in self.http.cookies:
            self.page("/")
        token = {"csrfmiddlewaretoken": self.http.cookies["csrftoken"]}
        response = self._note(self.http.post(path, data=token | (values or {})), expect)
        return str(response.headers.get("Location", ""))

    def sit(self, race_id: str) -> Seat:
        """A socket of a race."""
        return Seat(self, race_id)

    def _note(self, response: httpx.Response, expect: int | None) -> httpx.Response:
        self.heard(response.text)
        self.heard(str(response.headers))
        assert expect in (None, response.status_code), f"{response.status_code}: {response.text}"
        return response
