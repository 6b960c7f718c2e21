"""The words of `events.core.words`, for templates."""

from django import template

from events.core.basis import basis_words as bases
from events.core.eligibility import eligibility_words as eligibility
from events.core.journal.words import entries as journal
from events.core.repairing import problem_words as problems
from events.core.repairing import repairing_words as repairing
from events.core.report.report_values import Report
from events.core.rounds import table_marks as room
from events.core.stages import stage_words as stages
from events.core.words import announced_changes as announced
from events.core.words import certification as certifying
from events.core.words import earned_byes, ordinals, tiebreakers
from events.core.words import pairing_reasons as pairings
from events.core.words import preflight_words as preflight
from events.core.words import result_words as results
from events.public_site.reads import chance_words as chances

register = template.Library()


register.filter(pairings.plural_count)
register.filter(pairings.points_number)


@register.filter
def round_name(report: Report, number: int) -> str:
    """Name a round of a report: "Round 5", "Semifinals"."""
    return stages.round_title(report.round(number))


@register.filter
def after_round(report: Report, number: int) -> str:
    """Say after which round of a report: "after round 5", "after the semifinals"."""
    return stages.after_words(report.round(number))


@register.filter
def standings_after(report: Report) -> str:
    """Head the standings of an interim report."""
    return stages.standings_after_words(report.round(report.standings_after or 0))


for one_value in (
    certifying.certified_words,
    eligibility.barred_words,
    problems.still_paired_words,
    repairing.table_list,
    preflight.check_words,
    journal.sentence,
    earned_byes.byes_reason,
    ordinals.ordinal,
    results.outcome_words,
    stages.after_words,
    stages.complete_words,
    stages.next_starts,
    stages.post_words,
    stages.reopen_words,
    stages.round_title,
    stages.standings_after_words,
    tiebreakers.tiebreaker_name,
    tiebreakers.tiebreaker_short,
):
    register.filter(one_value)

for words in (
    announced.announced_words,
    bases.departure_means,
    bases.departure_reason,
    bases.departure_way_out,
    bases.departure_words,
    chances.chance_badge,
    chances.chance_words,
    chances.own_chance,
    pairings.bye_words,
    pairings.hand_words,
    pairings.method_words,
    pairings.pair_down_words,
    pairings.proof_words,
    pairings.rematch_words,
    repairing.applied_words,
    repairing.moves_words,
    repairing.plan_button,
    repairing.plan_hint,
    repairing.plan_title,
    repairing.plan_verdict,
    repairing.proof_of_plan,
    repairing.quality_lines,
    repairing.quality_title,
    repairing.stops_words,
    repairing.than_leaving,
    pairings.points_words,
    problems.changed_points_words,
    problems.corrected_words,
    problems.problem_title,
    problems.suggested_reason,
    room.mark_of_table,
    room.name_of_table,
    stages.column_title,
    stages.finish_words,
    stages.line_words,
    stages.play_rule,
    stages.result_of_player,
    stages.seed_words,
    stages.swiss_rank,
):
    register.simple_tag(words)
