#!/usr/bin/env python
"""Django's command line for Spiderweb."""

import os
import sys


def main() -> None:
    """Run the command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spiderweb.settings")
    # What is written is the owner's alone: secrets and the database file.
    os.umask(0o077)
    from django.core.management import execute_from_command_line

    from spiderweb.environment import BadEnvironment

    try:
        execute_from_command_line(sys.argv)
    except BadEnvironment as error:
        sys.exit(f"{error}.")


if __name__ == "__main__":
    main()
