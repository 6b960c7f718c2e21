"""Compare card names without case, accents, kinds of slashes and Arena's prefix."""

import re

from events.core.decks.deck_words import folded

_FACES = re.compile(r"\s*/{1,3}\s*")
# Prefix of keys that find a name in another spelling.
LOOSE = "~"
# Arena's rebalanced cards have names such as "A-Name".
_REBALANCED = "a-"
_LIGATURES = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ß": "ss", "ð": "d", "þ": "th"})


def card_key(name: str) -> str:
    """Return the folded whole name with its faces joined in one way: "Fire // Ice", "fire/ice"."""
    return " // ".join(faces_of(name))


def faces_of(name: str) -> list[str]:
    """Return the folded names of the faces, the front first."""
    return [face for face in _FACES.split(folded(name).translate(_LIGATURES)) if face]


def loose_key(name: str) -> str:
    """Return only the letters and figures of the faces; "" for a name without any.

    It finds "Urzas Saga", "Snow Covered Island", "Minsc and Boo" and every kind of quotation mark
    when no card has the name as typed. No card's own key begins like it.
    """
    faces = (face.replace("&", " and ") for face in faces_of(name))
    plain = ["".join(filter(str.isalnum, face)) for face in faces]
    return LOOSE + "/".join(plain) if any(plain) else ""


def keys_to_try(name: str) -> list[str]:
    """Return the keys to try for a typed name, the best first."""
    faces = faces_of(name)
    keys = [" // ".join(faces)]
    if len(faces) == 2:
        keys.append(" // ".join(reversed(faces)))
    keys += faces[:1]
    keys += [key.removeprefix(_REBALANCED) for key in keys if key.startswith(_REBALANCED)]
    keys += [loose for key in keys if (loose := loose_key(key))]
    return list(dict.fromkeys(keys))
