"""Markup without the line breaks and the indentation of the templates."""

import re
from typing import Any


def flat(answer: Any) -> str:
    """Return the page of `answer`, or the text given, with its whitespace at the least.

    Runs of it are one space, and there is none beside a tag: only the look of the templates is
    taken away, so that an assertion may name what stands in several lines of one.
    """
    text = answer if isinstance(answer, str) else answer.content.decode()
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", re.sub(r"\s+", " ", text))
