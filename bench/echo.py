"""A bare Channels consumer that sends back the JSON it gets: the least that Channels costs."""

from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings

settings.configure()


class Echo(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """Everything comes back."""

    async def receive_json(self, content: Any, **_: Any) -> None:
        """Send back what came."""
        await self.send_json(content)


application = Echo.as_asgi()
