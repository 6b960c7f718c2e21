"""Problems as JSON: matches of two, or tables of three to five."""

from __future__ import annotations

from typing import Any

from pairings.commands.json_problems import answer_text, solved
from pairings.tables_of_four.json_tables import is_of_tables, seated


def solve_text(text: str, seed: int) -> str:
    """Return the JSON answer to one problem, or to a list of problems, given as JSON.

    A problem with sizes or a policy is a round of tables of three to five. Raises PairingError when
    the text is not JSON or a problem is malformed.
    """
    return answer_text(text, seed, _answer)


def _answer(data: object, seed: int) -> dict[str, Any]:
    return seated(data, seed) if is_of_tables(data) else solved(data, seed)
