"""Ways to check the report: archive, seed, certification."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.standings.report_values import Report


def checks_of(report: Report) -> Iterator[str]:
    """Yield sentences that say what was certified and how every figure is computed again."""
    certified = sum(made.withdrawn_at is None for made in report.certified)
    if certified:
        words = ngettext(
            "The results of %(count)d of %(rounds)d rounds are certified.",
            "The results of %(count)d of %(rounds)d rounds are certified.",
            certified,
        )
        yield words % {"count": certified, "rounds": len(report.rounds)}
    yield _(
        "The event archive has every result, report and journal entry. Import it into any"
        " Matchslip to compute the standings again."
    )
    yield _("Seed of the event: %(seed)s. It decides ties that all tiebreakers leave.") % {
        "seed": report.event.seed
    }
