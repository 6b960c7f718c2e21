"""`python -m tests.bench NAME ...` measures desk, forecast, hooks, importing, paper and others.

Benches that start a process of their own, such as `python -m tests.bench.large`, run separately.
"""

import importlib
import os
import sys

import django

NAMES = ("desk", "forecast", "hooks", "importing", "paper", "reports", "round", "serving")


def main() -> None:
    """Run the command in a module of this folder."""
    if len(sys.argv) < 2 or sys.argv[1] not in NAMES:
        sys.exit(f"python -m tests.bench NAME ...; the names: {', '.join(NAMES)}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    module = importlib.import_module(f"tests.bench.{sys.argv[1]}")
    module.Command().run_from_argv(["python -m tests.bench", *sys.argv[1:]])


if __name__ == "__main__":
    main()
