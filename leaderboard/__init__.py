"""Boards and standings: reads what games has stored, and is never read by it."""
