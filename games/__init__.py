"""Spider solitaire raced on the same cards: the engine, and the site that plays it."""
