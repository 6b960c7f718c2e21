"""The stages of an archive: how each is paired, who goes on, who sits where."""

from typing import Any

from django.utils.translation import gettext as _

from events.models import Event, Stage
from events.services.archive.nodes import Node
from events.services.archive.people import known_player, read_ids
from events.services.archive.values import ArchivedStage, ArchivedWish
from events.services.archive.versions import KINDS, only_in
from events.services.stages import MOST_CUT, MOST_MINUTES, MOST_ROUNDS
from pairings.brackets import MOST_ENTRANTS

MOST_STAGES = 10
MOST_SEED = 2**63 - 1
_Fields = dict[str, Node]


def read_stages(node: Node, known: frozenset[int], version: int) -> tuple[ArchivedStage, ...]:
    """Read the stages; ArchiveError for one that can't be played like that."""
    found: list[ArchivedStage] = []
    playing = known
    for item in node.items(1, MOST_STAGES):
        fields = item.fields(
            ("kind",), ("rounds", "advance", "proposed", *only_in("stages", version))
        )
        kind = fields["kind"].choice(KINDS[version])
        swiss = kind == Stage.Kind.SWISS
        if "rounds" not in fields and (swiss or version == 1):
            raise item.error(_("“%(key)s” is missing.") % {"key": "rounds"})
        advance = read_ids(fields["advance"], known) if "advance" in fields else None
        options = _rounds_of(fields, swiss=swiss)
        options |= _draft(fields, playing)
        options |= _playoff(fields, playing, kind)
        found.append(ArchivedStage(kind=kind, advance=advance, **options))
        if advance is not None:
            playing &= frozenset(advance)
    return tuple(found)


def _rounds_of(fields: _Fields, *, swiss: bool) -> dict[str, Any]:
    """Read how many rounds there are, how they are played, and who is to go on."""
    found: dict[str, Any] = {
        "rounds": fields["rounds"].whole(1, MOST_ROUNDS) if "rounds" in fields else None
    }
    for key in ("proposed", "extra_round", "last_by_standings"):
        if key in fields:
            found[key] = fields[key].truth()
            if found[key] and not swiss and key != "proposed":
                raise fields[key].error(_("Pods and special rounds belong to Swiss rounds."))
    if "games_to_win" in fields:
        found["games_to_win"] = fields["games_to_win"].whole(1, max(Event.GamesToWin.values))
    if "round_minutes" in fields:
        found["round_minutes"] = fields["round_minutes"].whole(0, MOST_MINUTES)
    if "cut" in fields:
        cut = fields["cut"].fields(("by", "value"))
        ways = [way for way in Stage.Cut.values if way]
        found["cut_by"] = cut["by"].choice(ways)
        found["cut_value"] = cut["value"].whole(1, MOST_CUT)
    return found


def _draft(fields: _Fields, playing: frozenset[int]) -> dict[str, Any]:
    """Read the pods of a draft and what was wished for."""
    found: dict[str, Any] = {}
    if "pods" in fields:
        if fields["kind"].value != Stage.Kind.SWISS:
            raise fields["pods"].error(_("Pods and special rounds belong to Swiss rounds."))
        found["pods"] = _pods(fields["pods"], playing)
    if "extra_round" in fields and fields["extra_round"].value and "pods" in fields:
        raise fields["extra_round"].error(_("A draft has no conditional round."))
    if "last_by_standings" in fields and fields["last_by_standings"].value and "pods" in fields:
        raise fields["last_by_standings"].error(
            _("A draft is paired inside its pods, its last round too.")
        )
    if "pods_posted_at" in fields:
        found["pods_posted_at"] = fields["pods_posted_at"].moment()
        if not found.get("pods"):
            raise fields["pods_posted_at"].error(_("There are no pods that could be posted."))
    if "wishes" in fields:
        found["wishes"] = _wishes(fields["wishes"], playing)
    return found


def _pods(node: Node, playing: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    found = []
    seated: set[int] = set()
    for item in node.items():
        pod = read_ids(item, playing)
        if not pod:
            raise item.error(_("must not be empty."))
        for seat, number in zip(item.items(), pod, strict=True):
            if number in seated:
                raise seat.error(_("Player %(number)d is there twice.") % {"number": number})
        seated.update(pod)
        found.append(pod)
    return tuple(found)


def _wishes(node: Node, playing: frozenset[int]) -> tuple[ArchivedWish, ...]:
    found: dict[int, ArchivedWish] = {}
    for item in node.items():
        wish = _wish(item, playing)
        if wish.player in found:
            raise item.error(_("Player %(number)d is there twice.") % {"number": wish.player})
        found[wish.player] = wish
    return tuple(found.values())


def _wish(node: Node, playing: frozenset[int]) -> ArchivedWish:
    fields = node.fields(("player", "pod"), ("seat",))
    return ArchivedWish(
        player=known_player(fields["player"], playing),
        pod=fields["pod"].whole(1, 32_767),
        seat=fields["seat"].whole(1, 32_767) if "seat" in fields else None,
    )


def _playoff(fields: _Fields, playing: frozenset[int], kind: str) -> dict[str, Any]:
    """Read how a playoff is seated and what happens when somebody leaves."""
    found: dict[str, Any] = {}
    if "seating" in fields:
        found["seating"] = fields["seating"].choice(Stage.Seating.values)
    if "leaver" in fields:
        found["leaver"] = fields["leaver"].choice(Stage.Leaver.values)
    if "third_place" in fields:
        found["third_place"] = fields["third_place"].truth()
    if "seed" in fields:
        found["seed"] = fields["seed"].whole(0, MOST_SEED)
    for key in ("bracket", "bracket_seats"):
        if key in fields and not Stage(kind=kind).is_elimination:
            raise fields[key].error(_("Only a playoff has a bracket."))
    if "bracket" in fields:
        fields["bracket"].items(2, MOST_ENTRANTS)
        found["bracket"] = found["bracket_seats"] = read_ids(fields["bracket"], playing)
    if "bracket_seats" in fields:
        found["bracket_seats"] = read_ids(fields["bracket_seats"], playing)
        if sorted(found["bracket_seats"]) != sorted(found.get("bracket", ())):
            raise fields["bracket_seats"].error(_("These are not the players of the bracket."))
    return found
