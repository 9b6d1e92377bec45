"""Nonsense, made by the thousand: nothing breaks, nothing changes, nobody is sent away."""
