"""The operator's look at whether everything stored agrees with itself."""

from typing import Any

from django.core.management import BaseCommand, CommandError

from games import audit


class Command(BaseCommand):
    """``manage.py audit``: reads only, and may run beside a serving site."""

    help = (
        "Replay every stored game and compare logs, counters, results and places. "
        "Every fault is printed; the exit code is 1 where there is one, else 0."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print every fault; exit with 1 where there is one."""
        found = 0
        for fault in audit.faults():
            found += 1
            self.stdout.write(fault)
        told = ", ".join(_many(count, kind) for kind, count in audit.counted().items())
        if found:
            raise CommandError(f"{_many(found, 'fault')} in {told}.")
        self.stdout.write(f"All is well: {told}.")


def _many(count: int, kind: str) -> str:
    return f"{count} {kind}{'s' * (count != 1)}"
