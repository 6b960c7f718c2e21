"""A sentence has one period, also after a name that ends in one."""

from contextlib import suppress

from events.core.journal.words.entries import sentence
from events.core.sentences import with_single_stops
from events.models import JournalEntry, OrganisationEntry, Verb
from events.organisations.words import entry_words


def test_no_sentence_of_the_journal_doubles_it() -> None:
    fields = ("first", "second", "name", "user", "kept", "by", "player", "judge", "before")
    texts = []
    for verb in Verb:
        entry = JournalEntry(verb=verb, data=dict.fromkeys(fields, "Sammy D. Jr."))
        # Sentences that need other values are left out.
        with suppress(AttributeError, KeyError, TypeError, ValueError):
            texts.append(sentence(entry))
    assert [text for text in texts if ".." in text] == []
    assert sum(text.endswith("Jr.") for text in texts) > 3
    assert len(texts) > 50


def test_names_in_lists_and_of_organisations() -> None:
    data = {"queue": "Draft", "name": "Sammy D. Jr.", "following": "Bo Jr."}
    entry = OrganisationEntry(verb=OrganisationEntry.Verb.POD_REPLACED, data=data | {"pod": 1})
    assert entry_words(entry).endswith("Sammy D. Jr. was replaced by Bo Jr.")
    assert with_single_stops("Added: Ada, Bo Jr..", {"names": ["Ada", "Bo Jr."]}) == (
        "Added: Ada, Bo Jr."
    )
    assert with_single_stops("Note: wait...", {"note": "wait"}) == "Note: wait..."
