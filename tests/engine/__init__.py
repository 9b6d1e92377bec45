"""The engine held to its rules; nothing in here needs Django."""
