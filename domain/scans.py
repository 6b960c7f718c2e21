"""Undo the keyboard layout in scanned codes.

A scanner presses the keys of a US keyboard. A computer set to another layout receives other
characters: "T10R1" arrives as "T&àR&" on a French layout.
"""

import re
from urllib.parse import urlsplit

SLIP_CODE = re.compile(r"t(\d{1,6})r(\d{1,4})", re.IGNORECASE)
# The keys row by row, first without and then with the shift key.
_US = (
    "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./"
    '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?'
)
_OTHERS = {
    "French": (
        "²&é\"'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!"
        "~1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§"
    ),
    "Belgian": (
        "²&é\"'(§è!çà)-azertyuiop^$µqsdfghjklmùwxcvbn,;:="
        "³1234567890°_AZERTYUIOP¨*£QSDFGHJKLM%WXCVBN?./+"
    ),
    "German": (
        "^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-"
        "°!\"§$%&/()=?`QWERTZUIOPÜ*'ASDFGHJKLÖÄYXCVBNM;:_"
    ),
}
_PRESSED = [str.maketrans(keys, _US) for keys in _OTHERS.values()]
_US_DIGITS = _US[1:11]
# Characters of the digit keys 1 to 9 and 0 on layouts where they type no digit.
DIGIT_KEYS = tuple(keys[1:11] for keys in _OTHERS.values() if keys[1:11] != _US_DIGITS)
_LINK = re.compile(r"https?://", re.IGNORECASE)
_SIGN = re.compile(r"/e/([-\w]+)/tables/(\d{1,6})$", re.ASCII)


def read_scan(text: str) -> str:
    """Return typed or scanned text with slip codes and links as they were printed.

    All other text stays unchanged. In "T1R2 T&àR&" only the second word changes.
    """
    return read_link(re.sub(r"\S+", lambda word: _slip_code(word[0]), text))


def read_link(text: str) -> str:
    """Return a link as it was printed; other text as it is."""
    return next(iter(_links(text)), text)


def link_paths(text: str) -> list[str]:
    """Return the possible paths of a scanned link, one for each matching keyboard layout.

    Two layouts may differ only in a digit of the secret part, so that each path has to be tried.
    The list is empty for other text; a path without a site is a link too.
    """
    typed = text.strip()
    links = [typed] if typed.startswith("/") else _links(typed)
    return list(dict.fromkeys(path for link in links if (path := _path(link))))


def _links(text: str) -> list[str]:
    """Return the links that a text can be on some keyboard layout."""
    if text.lstrip()[:4].casefold() != "http":
        return []
    if _LINK.match(text.lstrip()):
        return [text]
    read = (text.translate(pressed) for pressed in _PRESSED)
    return [link for link in read if _LINK.match(link.lstrip())]


def _path(link: str) -> str:
    try:
        return urlsplit(link).path.rstrip("/")
    except ValueError:
        return ""


def slip_code(text: str) -> tuple[int, int] | None:
    """Return the table and the round of a slip's code; None if the text has anything else."""
    code = SLIP_CODE.fullmatch(read_scan(text.strip()))
    return (int(code[1]), int(code[2])) if code else None


def is_code(text: str) -> bool:
    """Return whether a text is a scanned link or slip code, and no name."""
    return bool(_links(text)) or slip_code(text) is not None


def table_sign(text: str) -> tuple[str, int] | None:
    """Return the event and the table of a scanned table sign, "/e/open/tables/12/"; else None."""
    signs = (_SIGN.search(path) for path in link_paths(text))
    sign = next((sign for sign in signs if sign is not None), None)
    return (sign[1], int(sign[2])) if sign else None


def _slip_code(word: str) -> str:
    if word[0] not in "tT" or SLIP_CODE.fullmatch(word):
        return word
    read = (word.lower().translate(pressed).upper() for pressed in _PRESSED)
    return next((code for code in read if SLIP_CODE.fullmatch(code)), word)
