"""The roles of the staff in plain words: what each may do, and what not."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.models import Role

ROLE_WORDS: Mapping[Role, str | Promise] = {
    Role.JUDGE: _("Floor, results, extensions and penalties. Can't pair or post."),
    Role.HEAD_JUDGE: _(
        "Everything a judge can do, plus pairing, posting, corrections and re-pairing."
    ),
    Role.SCOREKEEPER: _("Desk: players, results, pair, post, publish, print. No settings."),
    Role.ORGANIZER: _("The whole desk, settings and staff. Rulings stay with the head judge."),
}


def roles_in_words() -> Sequence[tuple[str, str, str | Promise]]:
    """Return each role: its value, its name, and what it may do."""
    return [(role.value, str(role.label), words) for role, words in ROLE_WORDS.items()]
