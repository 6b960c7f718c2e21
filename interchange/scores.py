"""Read results as other tools write them: scores, words, the name of the winner."""

import re
import unicodedata
from dataclasses import dataclass

from domain.kinds import MatchKind
from domain.results import INTENTIONAL_DRAW, Counts
from interchange.tables.column_words import RESULT_WORDS, SECTIONS, compact
from interchange.texts import DASHES, folded

WON: Counts = (2, 0, 0)
LOST: Counts = (0, 2, 0)
DRAWN: Counts = (1, 1, 0)
NO_GAMES: Counts = (0, 0, 0)

_SCORE = re.compile(
    r"(?<![\d/.])(?<!\d-)(\d{1,2})\s*[-:]\s*(\d{1,2})(?:\s*[-:]\s*(\d{1,2}))?(?![\d/.])"
)
_HALVES = re.compile(r"(1/2|½|0[.,]5|=)\s*[-:]\s*(1/2|½|0[.,]5|=)|^(½|1/2|=)$")
# "+ - -", "1F - 0F": a win because the other side did not appear.
_DEFAULTS = re.compile(r"(?P<first>\+|1\s*f?|-|f|0\s*f?)\s*[-:]\s*(?P<second>\+|1\s*f?|-|f|0\s*f?)")
# "2 / 1 / 0", "2 to 1", "2 1": games with other separators and no other text.
_SPACED = re.compile(
    r"\d{1,2}(?:(?:\s+(?:/|to|a|à|bis|zu|na)\s+|\s*[x×]\s*|\s+)\d{1,2}){1,2}|\d/\d/\d"
)
_NO_SIGN = re.compile(r"[-*?._:/\s]*")
_BYES = re.compile(r"\bbye\b|不戦勝|freilos|spielfrei")
_BOTH = re.compile(r"double\s*-?\s*(match\s*)?loss|both (players )?lo(st|se)|^dl$|両者敗|両負")
_FORFEIT = re.compile(r"forfeit|conceded|drop+ed the match")
_INTENTIONAL = re.compile(r"intentional|^id$|トス|合意")
# "Player 1 won", "1WIN", "P2 wins": the winner by number or letter of the side.
_SIDE = re.compile(
    r"(?:player|team|competitor|seat|side|spieler|joueur|jugador|jogador|giocatore|speler|gracz|p)?"
    r"(?P<side>1|2|a|b|one|two)"
    r"(?:wins?|won|winner|victory|victoire|gewinnt|gewonnen|siegt|gagne|gana|gano|ganador|vence|venceu"
    r"|vince|vinto|wint|wygrywa)"
)
# "Vitória Jogador 2", "Sieg Spieler 1", "Victory for player 2"
_FOR_SIDE = re.compile(
    r"(?:win|wins|winner|victory|victoire|vitoria|victoria|vittoria|sieg|winst|wygrana|gewinner|sieger)"
    r"(?:for|of|de|du|del|von|van|per)?(?:player|team|spieler|joueur|jugador|jogador|giocatore|speler"
    r"|gracz|p|j)(?P<side>1|2|a|b)"
)
# "Ada Quill won 2-1-0": Melee's wording of a result.
_WINNER = re.compile(r"(?P<name>.*?)\s+(?:won|wins|beat|def(?:eated|\.)?)\b.*\d.*")
# "Player 2 wins 2-1": the winner's games come first.
_WON_GAMES = re.compile(
    r"(?:player|team|competitor|seat|side|p)?\s*(?P<side>1|2|a|b)\s+"
    r"(?:wins?|won|gewinnt|gagne|gana|vence|vince|wint)\b\W*(?=\d{1,2}\s*[-:]\s*\d)"
)
_SIDES = {"1": 1, "a": 1, "one": 1, "2": 2, "b": 2, "two": 2}
_PENDING, _DRAWS = RESULT_WORDS["pending"], RESULT_WORDS["draw"]
_WINNERS = RESULT_WORDS["first"] | frozenset(map(compact, SECTIONS["table winner"]))
_FIRST, _SECOND = RESULT_WORDS["first"], RESULT_WORDS["second"]
_WORDS = frozenset[str]().union(*RESULT_WORDS.values())
# A shorter name may be the sign of a side: "A won".
LEAST_NAME = 2


@dataclass(frozen=True, slots=True)
class Score:
    """A result from the first-named side's view; `games` None means no report yet.

    `scored`: the games are from the file, not just a sign of the winner. `half`: a bye worth half a
    win, which Matchslip does not have.
    """

    games: Counts | None = None
    kind: MatchKind = MatchKind.PLAYED
    double_loss: bool = False
    scored: bool = True
    half: bool = False


BYE = Score(WON, MatchKind.BYE)
UNPAIRED = Score(NO_GAMES, MatchKind.UNPAIRED)
PENDING = Score()
BOTH_LOST = Score(NO_GAMES, double_loss=True)
FIRST_WON = Score(WON, scored=False)
SECOND_WON = Score(LOST, scored=False)
TIED = Score(DRAWN, scored=False)
# By side; 0 is nobody so far.
_WINS = (PENDING, FIRST_WON, SECOND_WON)


def read_score(text: str, first: str = "", second: str = "") -> Score | None:
    """Return the result that a text means; None if it is unknown."""
    whole = _plain(text)
    side = _named(folded(whole), first, second)
    # "Bye-Lee Park won 2-1": the words and figures of a name are no result.
    plain = _without_names(whole, first, second)
    words = {compact(plain), plain}
    if _NO_SIGN.fullmatch(plain):
        return _WINS[side]
    if words & _PENDING:
        return PENDING
    if _BYES.search(plain) or words & RESULT_WORDS["bye"]:
        return BYE
    if fixed := _by_sign(plain):
        return fixed
    if _SPACED.fullmatch(plain):
        plain = "-".join(re.findall(r"\d+", plain))
    if won := _WON_GAMES.match(plain):
        return _of_winner(plain[won.end() :], _SIDES[won["side"]])
    leading, _blank, rest = whole.partition(" ")
    if not side and compact(leading) in _WINNERS:
        side = _named(folded(rest), first, second)
        if not side and first and leading.endswith(":") and not _is_side(rest):
            return None  # "Winner: Ada Quill" next to two other names
    if not side and first and (hit := _WINNER.fullmatch(whole)) and not _is_side(hit["name"]):
        return None  # a different winner, or another spelling of the name
    if side and (_FORFEIT.search(plain) or words & _SECOND):
        return _WINS[3 - side]
    return _scored(plain, side) or _worded(plain, side)


def _by_sign(plain: str) -> Score | None:
    """Return a loss of both, halves of a point, or a win because one side did not appear."""
    if _BOTH.search(plain):
        return BOTH_LOST
    if _HALVES.search(plain):
        return TIED
    if (hit := _DEFAULTS.fullmatch(plain)) and not plain.replace(" ", "")[::2].isdigit():
        came = [side[0] in "+1" for side in hit.groups()]
        if came[0] != came[1]:
            return FIRST_WON if came[0] else SECOND_WON
    return None


def _plain(text: str) -> str:
    """Return a result in narrow small letters, with one kind of dash."""
    plain = unicodedata.normalize("NFKC", text).casefold().strip().strip(".")
    plain = re.sub(rf"[{DASHES}]", "-", plain).replace("⁄", "/")
    # A stray quotation mark would hide the first of the figures.
    return plain.replace('"', "")


def _without_names(plain: str, *names: str) -> str:
    """Return a result without the names of the players; a name that is a result's word stays."""
    for name in sorted(map(_plain, names), key=len, reverse=True):
        if len(name) < LEAST_NAME or not any(map(str.isalpha, name)) or compact(name) in _WORDS:
            continue
        # Scripts without capitals have no blanks between words.
        apart = name.upper() != name.lower()
        pattern = rf"(?<!\w){re.escape(name)}(?!\w)" if apart else re.escape(name)
        plain = re.sub(pattern, " ", plain)
    return plain.strip()


def _is_side(name: str) -> bool:
    """Return whether the words before "won" name a side of the match, or are empty."""
    short = folded(name)
    return not short or compact(name) in _FIRST | _SECOND or bool(_SIDE.fullmatch(f"{short}won"))


def turned(games: Counts) -> Counts:
    """Return games as the second-named side would write them."""
    return games[1], games[0], games[2]


def _scored(plain: str, side: int) -> Score | None:
    hit = _SCORE.search(plain)
    if hit is None:
        return None
    counts = int(hit[1]), int(hit[2]), int(hit[3] or 0)
    if counts == NO_GAMES:
        return TIED if "draw" in plain or "tie" in plain else None
    return Score(turned(counts) if side == 2 else counts)


def _of_winner(games: str, side: int) -> Score | None:
    """Return games so that this side has won, even if the winner's games are written first."""
    score = _scored(games, 1)
    if score is None or score.games is None:
        return score
    first, second = score.games[:2]
    return Score(turned(score.games)) if (first > second) is (side == 2) else score


def _worded(plain: str, side: int) -> Score | None:
    short = folded(plain)
    if _INTENTIONAL.search(plain):
        return Score(INTENTIONAL_DRAW)
    words = {compact(plain), plain}
    if words & _DRAWS or plain == "=" or "draw" in short:
        return TIED
    if side:
        return _WINS[side]
    if told := _SIDE.fullmatch(short) or _FOR_SIDE.fullmatch(compact(plain)):
        return _WINS[_SIDES[told["side"]]]
    if words & _FIRST:
        return FIRST_WON
    return SECOND_WON if words & _SECOND else None


def _named(short: str, first: str, second: str) -> int:
    """Return 1 or 2 for the player whose name a result begins with, the longer name first."""
    names = [(folded(first), 1), (folded(second), 2)]
    # A name without a letter, such as "21", must not match the start of "21-0".
    fitting = [
        (len(name), side)
        for name, side in names
        if short.startswith(name) and any(map(str.isalpha, name))
    ]
    return max(fitting)[1] if fitting else 0
