"""The question whether two names of a file are one person's."""

from django.utils.translation import gettext as _

from domain.written_names import written
from events.core.questions.question import Answer, Question

ONE_PERSON = "one-person"
ONE, TWO = "one", "two"


def question_of_names(first: str, second: str) -> Question:
    """Return whether two names, which never play in one round, are one person's."""
    names = {"first": written(first), "second": written(second)}
    return Question(
        ONE_PERSON,
        f"{first}\t{second}",
        _("Are “%(first)s” and “%(second)s” one person?") % names,
        (Answer(ONE, _("One person")), Answer(TWO, _("Two people"))),
        why=_("They never play in the same round."),
        names=(first, second),
    )
