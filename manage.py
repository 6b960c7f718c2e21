#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

from config.command_line import run_command

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    run_command(sys.argv)
