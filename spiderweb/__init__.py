"""Wiring: settings, addresses and the ASGI application; no behaviour of its own."""
