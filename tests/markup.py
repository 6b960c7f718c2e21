"""Markup without the line breaks and the indentation of the templates."""

import re
from typing import Any


def flat(answer: Any) -> str:
    """Return the page of `answer`, or the text given, with its whitespace at the least.

    Runs of it are one space, and there is none next to a tag. Only the layout of the templates is
    removed, so that an assertion may name a text that covers several lines of one.
    """
    text = answer if isinstance(answer, str) else answer.content.decode()
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", re.sub(r"\s+", " ", text))
