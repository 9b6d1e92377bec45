"""Whether this is the long form, of ``make torture``."""

import os

LONG = os.environ.get("SPIDERWEB_TORTURE") == "long"
