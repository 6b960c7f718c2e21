"""The cells of wall charts: opponent, color and result, in the notations of several programs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from interchange.texts import DASHES

_NUMBER, _COLOUR = r"(?P<opponent>\d{1,4})", r"(?P<colour>[wbsnh])"
_SIGN = r"(?P<mark>[10½=+-]|1/2|0[.,]5)"
_LETTER = r"(?P<mark>[wldt])"
# "12w1", "12w+" without a game; "12+/w0", "12+", "12-/b2!"; "12:W", "12:1"; "12L"; "W12", "X12"
# and "F12" without a game; "+W12", "½b12"; "w12+", "w12 1". One program writes in one way.
WAYS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"{_NUMBER}\s*{_COLOUR}\s*{_SIGN}?k?",
        rf"{_NUMBER}(?P<mark>[+=?-])(?:/?{_COLOUR}\d{{0,2}})?!?",
        rf"{_NUMBER}\s*:\s*(?P<mark>[wldt10½=+-]|1/2)?",
        rf"{_NUMBER}\s*{_LETTER}",
        rf"(?P<mark>[wldtxf])[\s-]*{_NUMBER}",
        rf"{_SIGN}\s*{_COLOUR}\s*{_NUMBER}",
        rf"{_COLOUR}\s*{_NUMBER}\s*{_SIGN}",
    )
)
# Without an opponent, in any of these programs. SwissSys writes dashes around the letter.
_ALONE = {
    "bye": "bye bye1 +bye b 1 + -1 -+ +0 0+ 0:w 0:+ 0:1 x 1bye bye+ spielfrei1 spielfrei+",
    "half": "h ½ = 1/2 -½ -= =0 0= 0=0 0:= 0:d 0:½ ½bye =bye bye½ bye= hpb spielfrei½",
    "absent": "u f z 0 -0 0- 0-0 0:l 0:- 0:0 zpb bye0 -bye bye- spielfrei0",
    "": "- -- --- . 0: spielfrei",
}
_WITHOUT = {text: kind for kind, texts in _ALONE.items() for text in texts.split()}
_MARKS: Mapping[str, str] = {
    **dict.fromkeys("1+wx", "won"),
    **dict.fromkeys(("½", "=", "1/2", "0.5", "0,5", "d", "t"), "drew"),
    **dict.fromkeys("0-lf", "lost"),
}


class Mark(StrEnum):
    """The outcome of a round for the player of the row."""

    WON = "won"
    DREW = "drew"
    LOST = "lost"
    BYE = "bye"
    HALF = "half"
    ABSENT = "absent"
    NONE = ""


OPPOSITE = {Mark.WON: Mark.LOST, Mark.LOST: Mark.WON, Mark.DREW: Mark.DREW}


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: the opponent's number, "" if the player had none, and the outcome.

    `white`: whether the player sat on the side that is named first, None if that is not written.
    """

    opponent: str
    mark: Mark
    white: bool | None = None


def cell_in(text: str, way: re.Pattern[str]) -> Cell | None:
    """Parse a cell of a chart; None for any other text."""
    plain = "".join(text.split()).casefold().strip("|")
    if not plain:
        return Cell("", Mark.NONE)
    bare = re.sub(rf"[{DASHES}]", "-", plain)
    short = bare.strip("-") if re.fullmatch(r"-*[a-z]+-*", bare) else bare
    for word in (bare, short):
        if word in _WITHOUT:
            return Cell("", Mark(_WITHOUT[word]))
    hit = way.fullmatch(bare)
    if hit is None:
        return None
    opponent = str(int(hit["opponent"]))
    if opponent == "0":
        return None
    colour = hit.groupdict().get("colour")
    return Cell(
        opponent,
        Mark(_MARKS.get(hit["mark"] or "", "")),
        None if colour is None else colour == "w",
    )
