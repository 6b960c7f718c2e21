"""Wording of re-pairing a posted round: its plans, and the quality of each pairing."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.written_names import written, written_name
from events.core.repairing.options import Move, RepairingOption, Seat
from events.core.repairing.quality import PairedTable, Quality
from events.core.repairing.queries import RepairingPage
from events.core.seats.table_numbering import ranges_of
from events.core.sentences import join_sentences
from events.core.words.pairing_reasons import points_words
from events.models import Repairing
from pairings.types import Cost

_TABLES_TOLD = 10
NAMED = 3
_RANGES = 6
_PAIR = 2


def plan_title(plan: RepairingOption, page: RepairingPage) -> str:
    """Return the heading of a plan that changes something, unique on the page."""
    title = _title(plan)
    alike = [other for other in page.changing if other != plan and _title(other) == title]
    if not alike:
        return title
    tables = table_list([new.table for new in plan.new])
    if tables and tables not in [table_list([new.table for new in other.new]) for other in alike]:
        return _("Re-pair tables %(tables)s") % {"tables": tables}
    theirs = {_move_words(move) for other in alike for move in other.moves}
    own = (move for move in map(_move_words, plan.moves) if move not in theirs)
    return _("%(title)s: %(move)s") % {"title": title, "move": next(own, tables)}


def _title(plan: RepairingOption) -> str:
    if _is_swap(plan):
        return _("Swap two players")
    if plan.bye is not None and not plan.new:
        return _("Give %(name)s the bye") % {"name": written_name(plan.bye)}
    if len(plan.new) == 1 and plan.bye is None:
        (new,) = plan.new
        return _("Pair %(first)s with %(second)s") % {
            "first": written_name(new.first),
            "second": written_name(new.second),
        }
    if plan.kind == Repairing.Plan.WHOLE:
        return _("Re-pair the whole round")
    return _re_pair_tables(len(plan.new))


def _re_pair_tables(tables: int) -> str:
    words = ngettext("Re-pair %(count)d table", "Re-pair %(count)d tables", tables)
    return words % {"count": tables}


def plan_hint(plan: RepairingOption) -> str:
    """Describe in one sentence the purpose of a plan."""
    if _is_swap(plan):
        first, second = plan.moving
        return _("%(first)s and %(second)s change places.") % {
            "first": written_name(first),
            "second": written_name(second),
        }
    hints = {
        Repairing.Plan.FEWEST: _("The best pairing with the fewest tables changed."),
        Repairing.Plan.BETWEEN: _("Fewer tables change than in the best pairing."),
        Repairing.Plan.LEAVE: _("Only the changes that cannot be avoided."),
        Repairing.Plan.WHOLE: _("Every table without a result may change."),
    }
    return hints[plan.kind]


def plan_verdict(plan: RepairingOption, page: RepairingPage) -> str:
    """Return the verdict on a plan's card: in a few words, how good it is."""
    if plan == page.recommended:
        only = len(page.changing) == 1 or plan.is_required
        return _("best pairing") if only else _("best pairing, fewest changes")
    if plan.is_best:
        return _("best pairing")
    return _("better than no change") if page.gains(plan) else _("as good as no change")


def plan_button(plan: RepairingOption) -> str:
    """Return the label of a plan's button."""
    if _is_swap(plan):
        return _("Swap 2 players")
    if plan.kind == Repairing.Plan.WHOLE:
        return _("Re-pair the round")
    if not plan.new:
        return _("Give the bye")
    return _re_pair_tables(len(plan.new))


def stops_words(plan: RepairingOption, page: RepairingPage) -> str:
    """Name the tables that a plan stops, and their progress."""
    tables = plan.tables_that_stop
    if not tables:
        return _("All tables keep playing.")
    games = len(page.reported_games & set(tables))
    if games:
        words = ngettext(
            "%(count)d of them has reported a game.",
            "%(count)d of them have reported a game.",
            games,
        )
    else:
        words = ngettext("It has no result yet.", "None of them has a result yet.", len(tables))
    state = words % {"count": games}
    listed = table_list(tables)
    return _("%(tables)s. %(state)s") % {"tables": listed, "state": state} if listed else state


def moves_words(plan: RepairingOption) -> list[str]:
    """Name the first players who change tables, with their new opponents."""
    moving = plan.moving
    named = moving if len(moving) <= NAMED else moving[:_PAIR]
    return [_move_words(move) for move in plan.moves_of(named)] + more_players(
        len(moving) - len(named)
    )


def _move_words(move: Move) -> str:
    if move.after.opponent is None:
        return _("%(name)s gets the bye") % {"name": written_name(move.player)}
    return _("%(name)s to table %(table)d against %(opponent)s") % {
        "name": written_name(move.player),
        "table": move.after.table,
        "opponent": written_name(move.after.opponent),
    }


def quality_title(quality: Quality) -> str:
    """Describe how even a pairing is: "One pairing is 6 points apart"."""
    uneven = len(quality.uneven)
    if not uneven:
        return _("All opponents have the same points")
    words = ngettext(
        "%(count)d pairing is %(points)s apart",
        "%(count)d pairings are up to %(points)s apart",
        uneven,
    )
    return words % {"count": uneven, "points": points_words(quality.widest)}


def quality_lines(quality: Quality) -> list[str]:
    """Name the most uneven tables, the rematches and the bye of a pairing."""
    lines = [_uneven_words(paired) for paired in quality.uneven[:_PAIR]]
    if quality.rematches:
        lines += [_rematch_line(paired) for paired in quality.rematches[:_PAIR]]
    else:
        lines.append(_("No rematch."))
    if quality.bye is not None and quality.byes:
        lines.append(_("%(name)s gets another bye.") % {"name": written_name(quality.bye)})
    return lines


def _rematch_line(paired: PairedTable) -> str:
    values = {
        "table": paired.table,
        "first": written_name(paired.first),
        "second": written_name(paired.second),
        "rounds": _(", ").join(map(str, paired.met)),
    }
    if not paired.met:
        return _("Rematch at table %(table)d: %(first)s – %(second)s") % values
    words = ngettext(
        "Rematch at table %(table)d: %(first)s – %(second)s (met in round %(rounds)s)",
        "Rematch at table %(table)d: %(first)s – %(second)s (met in rounds %(rounds)s)",
        len(paired.met),
    )
    return words % values


def than_leaving(plan: RepairingOption, page: RepairingPage) -> str:
    """Compare the pairing of a plan with the unchanged round."""
    here, there = plan.quality, page.as_posted
    parts = []
    matches = here.matches - there.matches
    if matches > 0:
        words = ngettext("%(count)d more match", "%(count)d more matches", matches)
        parts.append(words % {"count": matches})
    uneven = len(there.uneven) - len(here.uneven)
    if uneven > 0:
        words = ngettext(
            "%(count)d fewer uneven pairing", "%(count)d fewer uneven pairings", uneven
        )
        parts.append(words % {"count": uneven})
    elif uneven < 0:
        words = ngettext("%(count)d more uneven pairing", "%(count)d more uneven pairings", -uneven)
        parts.append(words % {"count": -uneven})
    elif here.widest != there.widest:
        parts.append(
            _("at most %(points)s apart instead of %(before)d")
            % {"points": points_words(here.widest), "before": there.widest}
        )
    rematches = len(there.rematches) - len(here.rematches)
    if rematches > 0:
        words = ngettext("%(count)d fewer rematch", "%(count)d fewer rematches", rematches)
        parts.append(words % {"count": rematches})
    elif rematches < 0:
        words = ngettext("%(count)d more rematch", "%(count)d more rematches", -rematches)
        parts.append(words % {"count": -rematches})
    else:
        parts += _meetings_compared(here.cost, there.cost)
    if not parts:
        parts = _finer_gain(here.cost, there.cost)
    if not parts:
        return _("Nothing is gained compared with no change.")
    return _("Compared with no change: %(parts)s.") % {"parts": _(", ").join(parts)}


def _meetings_compared(here: Cost, there: Cost) -> list[str]:
    """Compare equally many rematches by how often and how recently their players have met."""
    if here.meetings != there.meetings:
        less = here.meetings < there.meetings
        return [
            _("rematches of players who have met less often")
            if less
            else _("rematches of players who have met more often")
        ]
    if here.last_met != there.last_met:
        less = here.last_met < there.last_met
        return [
            _("rematches of players who have met less recently")
            if less
            else _("rematches of players who have met more recently")
        ]
    return []


def _finer_gain(here: Cost, there: Cost) -> list[str]:
    """Say what a plan gains beyond counts of tables, by the first term of its cost that differs."""
    if (here.bye_had or 0) < (there.bye_had or 0):
        return [_("the bye goes to a player with fewer byes")]
    if here.bye_had == there.bye_had and (here.bye_points or 0) < (there.bye_points or 0):
        return [_("the bye goes to a player with fewer points")]
    if here.meetings < there.meetings:
        return [_("the opponents met less often before")]
    if here.meetings == there.meetings and here.last_met < there.last_met:
        return [_("the opponents met longer ago")]
    closer = there.sum_abs - here.sum_abs
    if closer > 0:
        return [_("%(points)s less between opponents in all") % {"points": points_words(closer)}]
    if closer == 0 and here.sum_sq < there.sum_sq:
        return [_("the differences in points are spread more evenly")]
    return []


def proof_of_plan(plan: RepairingOption) -> str:
    """Say whether a better pairing of the round exists."""
    if not plan.plan.proven:
        return _("Not proven to be the best pairing.")
    return _("Proven: no better pairing exists.") if plan.is_best else ""


def table_list(tables: Sequence[int]) -> str:
    """Return table numbers as words: "1–4, 7 and 41"; empty for a list too long to read."""
    ranges = ranges_of(tables)
    if not 0 < len(ranges) <= _RANGES:
        return ""
    names = ["–".join(map(str, ends)) for ends in ranges]
    if len(names) == 1:
        return names[0]
    return _("%(names)s and %(last)s") % {"names": _(", ").join(names[:-1]), "last": names[-1]}


def seat_words(seat: Seat) -> str:
    """Return a player's seat in words: "table 12", "bye", or a dash."""
    if seat.table is not None:
        return _("table %(table)d") % {"table": seat.table}
    return _("bye") if seat.has_bye else "–"


def applied_words(made: Repairing) -> str:
    """Describe the changes of a re-pairing, and the next step."""
    round, tables = made.round, made.tables
    if not tables:
        return _("Round %(number)d was re-paired. Inform the players.") % {"number": round.number}
    words = ngettext(
        "Round %(number)d was re-paired at %(count)d table. Next: inform the players there and "
        "print the new slip.",
        "Round %(number)d was re-paired at %(count)d tables. Next: inform the players there and "
        "print the new slips.",
        len(tables),
    )
    return words % {"number": round.number, "count": len(tables)}


def undone_words(undone: Repairing) -> str:
    """Describe what the undo of a re-pairing restored."""
    listed = table_list(sorted(row["table"] for row in undone.before if row["table"]))
    if not listed:
        return _("The re-pairing was undone. All players are back at their previous tables.")
    return _("The re-pairing was undone. Tables with their earlier players: %(tables)s.") % {
        "tables": listed
    }


def re_paired(values: Mapping[str, Any]) -> str:
    """Return the journal's sentence about a re-pairing: the first of the tables that it made."""
    text = _("Posted round %(round)s was re-paired.") % values
    if values.get("plan") == Repairing.Plan.SWAP:
        text = _("Posted round %(round)s was changed to match the actual seating.") % values
    elif values.get("plan") == Repairing.Plan.LEAVE and "made" not in values:
        return _("Posted round %(round)s was left as it is.") % values
    made = [
        _("table %(table)s: %(first)s – %(second)s")
        % {"table": table, "first": written(first), "second": written(second)}
        for table, first, second in values.get("made", [])[:_TABLES_TOLD]
    ]
    if values.get("bye"):
        made.append(_("bye: %(name)s") % {"name": written(values["bye"])})
    more = len(values.get("made", [])) - _TABLES_TOLD
    if more > 0:
        made.append(ngettext("%(count)d more", "%(count)d more", more) % {"count": more})
    if values.get("minutes"):
        made.append(_("time extension: %(minutes)s min") % values)
    listed = _(", ").join(made)
    return join_sentences((text, _("%(what)s.") % {"what": listed} if made else ""))


def _is_swap(plan: RepairingOption) -> bool:
    return len(plan.new) == len(plan.moving) == _PAIR and plan.bye is None and _both_play(plan)


def _both_play(plan: RepairingOption) -> bool:
    return all(move.before.table is not None for move in plan.moves)


def _uneven_words(paired: PairedTable) -> str:
    values = {"table": paired.table, "first": paired.points[0], "second": paired.points[1]}
    return _("Table %(table)d: %(first)d against %(second)d points.") % values


def more_players(more: int) -> list[str]:
    """Return the line that counts the players beyond the named ones."""
    if more <= 0:
        return []
    words = ngettext("and %(count)d more player", "and %(count)d more players", more)
    return [words % {"count": more}]
