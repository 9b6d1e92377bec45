"""Whatever dies, an answered action is stored once: bots play on while things are killed.

A short form runs with all tests, the long one by ``make torture``, whose figures stand in
``docs/guarantees.md``.
"""
