"""Unknown words in place of results, and a person's answers about them."""

from collections import Counter
from collections.abc import Mapping

from interchange.scores import BOTH_LOST, FIRST_WON, PENDING, SECOND_WON, TIED
from interchange.values import FoundEvent

# Possible meanings of a word, by the name in pages and in the command.
MEANINGS = {
    "first": FIRST_WON,
    "second": SECOND_WON,
    "draw": TIED,
    "both-lost": BOTH_LOST,
    "open": PENDING,
}
# A file with more unknown words is not a list of results.
MOST_ASKED = 12


def unknown_words(event: FoundEvent) -> list[str]:
    """Return the unknown texts in place of results, the most frequent first."""
    times = Counter(
        pairing.unreadable
        for round in event.rounds
        for pairing in round.pairings
        if pairing.unreadable
    )
    return [word for word, _count in times.most_common(MOST_ASKED)]


def settle_words(event: FoundEvent, words: Mapping[str, str]) -> None:
    """Set the results whose words a person explained; others stay unchanged."""
    for round in event.rounds:
        for pairing in round.pairings:
            score = MEANINGS.get(words.get(pairing.unreadable, ""))
            if pairing.unreadable and score is not None:
                pairing.unreadable = ""
                pairing.games, pairing.scored = score.games, score.scored
                pairing.double_loss = score.double_loss
