"""How long the nonsense goes on: ``SPIDERWEB_TORTURE=long`` for the long form."""

import os

LONG = os.environ.get("SPIDERWEB_TORTURE") == "long"
