"""The people of an archive: players, who dropped, penalties, what was published about them."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from events.models import Infraction, PenaltyKind
from events.services.archive.nodes import Node
from events.services.archive.values import ArchivedDrop, ArchivedPenalty, ArchivedPlayer
from events.services.archive.versions import only_in
from events.services.identity import clean_email

MOST_PLAYERS = 20_000
MOST_PUBLISHED_POINTS = 1_000_000
LAST_FIRST_ROUND = 400


def read_players(node: Node, version: int, team_size: int) -> tuple[ArchivedPlayer, ...]:
    """Read the players; ArchiveError for an id, an address or a table that is there twice.

    `team_size` members belong to each of them where it is more than 1.
    """
    options = (
        "email", "platform_id", "awarded_byes", "first_round", "checked_in", "fixed_table",
        *only_in("players", version),
    )  # fmt: skip
    seen: dict[str, set[Any]] = {"id": set(), "email": set(), "platform_id": set()}
    seen["fixed_table"] = set()
    found = []
    for item in node.items(most=MOST_PLAYERS):
        fields = item.fields(("id", "name"), options)
        for key, values in seen.items():
            value = fields[key].value if key in fields else None
            if isinstance(value, str | int) and value in values:
                raise fields[key].error(_("%(value)s is there twice.") % {"value": value})
            if isinstance(value, str | int):
                values.add(value)
        found.append(_player(fields, team_size))
    return tuple(found)


def _player(fields: dict[str, Node], team_size: int) -> ArchivedPlayer:
    options: dict[str, Any] = {}
    for key, node in fields.items():
        if key == "email":
            options[key] = _email(node)
        elif key == "platform_id":
            options[key] = node.text(80)
        elif key == "awarded_byes":
            options[key] = node.whole(0, 3)
        elif key == "first_round":
            options[key] = node.whole(1, LAST_FIRST_ROUND)
        elif key == "checked_in":
            options[key] = node.truth()
        elif key == "fixed_table":
            options[key] = node.whole(1)
        elif key == "members":
            options[key] = _members(node, team_size)
    return ArchivedPlayer(fields["id"].whole(), fields["name"].text(80), **options)


def _members(node: Node, team_size: int) -> tuple[str, ...]:
    if team_size == 1:
        raise node.error(_("Only teams have members: this is an event of single players."))
    return tuple(item.text(80) for item in node.items(team_size, team_size))


def _email(node: Node) -> str:
    address = node.text(254)
    try:
        validate_email(address)
    except ValidationError as error:
        raise node.error(
            _("“%(email)s” is not an e-mail address.") % {"email": address[:60]}
        ) from error
    if address != clean_email(address):
        raise node.error(_("E-mail addresses are kept in small letters."))
    return address


def read_ids(node: Node, known: frozenset[int]) -> tuple[int, ...]:
    """Read a list of ids of known players, each at most once."""
    found: list[int] = []
    seen: set[int] = set()
    for item in node.items():
        number = known_player(item, known)
        if number in seen:
            raise item.error(_("Player %(number)d is there twice.") % {"number": number})
        seen.add(number)
        found.append(number)
    return tuple(found)


def known_player(node: Node, known: frozenset[int]) -> int:
    """Return the id of a player of the file; ArchiveError for any other."""
    number = node.whole()
    if number not in known:
        raise node.error(_("There is no player %(number)d in “players”.") % {"number": number})
    return number


def read_drops(node: Node, known: frozenset[int], planned: int) -> tuple[ArchivedDrop, ...]:
    """Read who left after which of the `planned` rounds."""
    found: dict[int, ArchivedDrop] = {}
    for item in node.items():
        fields = item.fields(("player", "after_round"), ("disqualified",))
        number = known_player(fields["player"], known)
        if number in found:
            raise item.error(_("Player %(number)d is there twice.") % {"number": number})
        found[number] = ArchivedDrop(
            number,
            fields["after_round"].whole(0, planned),
            fields["disqualified"].truth() if "disqualified" in fields else False,
        )
    return tuple(found.values())


def read_penalties(
    node: Node | None, known: frozenset[int], rounds: int
) -> tuple[ArchivedPenalty, ...]:
    """Read what was applied to whom; nothing without the key."""
    if node is None:
        return ()
    found = []
    for item in node.items():
        fields = item.fields(("player", "infraction", "penalty"), ("round", "note", "given_at"))
        found.append(
            ArchivedPenalty(
                player=known_player(fields["player"], known),
                infraction=fields["infraction"].choice(Infraction.values),
                penalty=fields["penalty"].choice(PenaltyKind.values),
                round=fields["round"].whole(1, max(1, rounds)) if "round" in fields else None,
                note=fields["note"].text(300, blank=True) if "note" in fields else "",
                given_at=fields["given_at"].moment() if "given_at" in fields else None,
            )
        )
    return tuple(found)


def read_published(node: Node | None, known: frozenset[int]) -> dict[str, Any] | None:
    """Check what another system printed and return it as it stands in the file."""
    if node is None:
        return None
    fields = node.fields(("rows",), ("ranks_follow_tiebreakers",))
    if "ranks_follow_tiebreakers" in fields:
        fields["ranks_follow_tiebreakers"].truth()
    seen: set[int] = set()
    for item in fields["rows"].items():
        row = item.fields(("rank", "player", "omw"), ("points", "gw", "ogw"))
        row["rank"].whole(1)
        number = known_player(row["player"], known)
        if number in seen:
            raise item.error(_("Player %(number)d is there twice.") % {"number": number})
        seen.add(number)
        for key in ("omw", "gw", "ogw"):
            if key in row:
                row[key].share()
        if "points" in row:
            row["points"].whole(0, MOST_PUBLISHED_POINTS)
    found: dict[str, Any] = node.value
    return found
