"""Whether tests that kill, flood and pry run their long form, of ``make torture``."""

import os

LONG = os.environ.get("SPIDERWEB_TORTURE") == "long"
