"""Ways to check the report: archive, seed, certification."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.core.report.report_values import Report


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
        yield from _sources(report)
    yield _(
        "The event archive has every result, report and journal entry. Import it into "
        "any copy of Matchslip to recalculate the standings."
    )
    yield _("Seed of the event: %(seed)s. It decides ties that remain after every tiebreaker.") % {
        "seed": report.event.seed
    }


def _sources(report: Report) -> Iterator[str]:
    """Say at how many tables two sources agreed, and how many rounds the head judge decided."""
    held = [made for made in report.certified if made.withdrawn_at is None]
    total = sum(made.total for made in held)
    if not total:
        return
    words = ngettext(
        "At %(agreed)d of %(count)d table, two sources agree.",
        "At %(agreed)d of %(count)d tables, two sources agree.",
        total,
    )
    yield words % {"agreed": sum(made.agreed for made in held), "count": total}
    alone = sum(bool(made.reason) for made in held)
    if alone:
        words = ngettext(
            "The head judge certified %(count)d round in which some tables have only one source.",
            "The head judge certified %(count)d rounds in which some tables have only one source.",
            alone,
        )
        yield words % {"count": alone}
