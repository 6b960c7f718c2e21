"""Write the walks of docs/architecture.md: `python -m tests.walks`.

It needs the database of the tests, so it runs tests/walks/test_walks.py with WALKS=write.
"""

import os
import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    os.environ["WALKS"] = "write"
    sys.exit(pytest.main(["-q", str(Path(__file__).with_name("test_walks.py"))]))
