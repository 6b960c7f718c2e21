"""How long the fault tests go on: seconds with the others, longer by `make faults`."""

import os

# How often each server is killed: FAULTS of the Makefile.
ASKED_FOR = int(os.environ.get("MATCHSLIP_FAULTS", "0"))


def times(few: int) -> int:
    """Return how often something costly is done: `few` times, or as often as was asked for."""
    return max(few, ASKED_FOR)


def longer(few: int) -> int:
    """Return how often something quick is done: `few` times for each that was asked for."""
    return few * max(1, ASKED_FOR)
