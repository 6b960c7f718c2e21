"""Journal sentences about players' phones and names: reports, calls, player links, aliases."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from domain.written_names import marked, written
from events.core.words.result_words import kept_result_words
from events.models import Call, Event, Verb

Values = Mapping[str, Any]


# Keys under which an entry stores the name of a person or a team.
_NAMES = (
    *("first", "second", "kept", "other", "one", "name", "member", "by", "judge", "user"),
    *("ruled_by", "heard_by", "following"),
)


def written_names(data: Values, numbers: Mapping[str, int | None]) -> dict[str, Any]:
    """Return the names of an entry as they appear in a sentence; `numbers` of both sides."""
    names = {key: name for key in _NAMES if isinstance(name := data.get(key), str)}
    for side in data.get("namesakes", ()):
        number = numbers[side]
        if side in names and number is not None:
            names[side] = marked(names[side], number)
    if (side := _phone_side(data)) is not None and side in names:
        names["by"] = names[side]
    listed = data.get("names")
    lists = {"names": list(map(written, listed))} if isinstance(listed, list) else {}
    return {key: written(name) for key, name in names.items()} | lists


def _phone_side(data: Values) -> str | None:
    """Return the side whose phone sent an entry, if the entry shows which namesake it is.

    At a table of three to five another seat can have the name of the first.
    """
    if "seats" in data:
        return None
    sides = [side for side in data.get("namesakes", ()) if data.get(side) == data.get("by")]
    if len(sides) == 1:
        return str(sides[0])
    source = data.get("source")
    return source if source in sides else None


def with_teller(text: str, data: Values) -> str:
    """Add to a sentence that a phone sent it, with the player's name if known."""
    if data.get("by"):
        return _("%(text)s Sent from the phone of %(name)s.") % {"text": text, "name": data["by"]}
    if data.get("phone"):
        return _("%(text)s Sent from a phone.") % {"text": text}
    return text


def _reported(values: Values) -> str:
    return _("Round %(round)s, table %(table)s: “%(result)s” was reported.") % {
        **_place(values),
        "result": kept_result_words(values, "after"),
    }


def _taken_back(values: Values) -> str:
    return _("Round %(round)s, table %(table)s: the report “%(result)s” was undone.") % {
        **_place(values),
        "result": kept_result_words(values, "before"),
    }


def _game_reported(values: Values) -> str:
    return _("Round %(round)s, table %(table)s, game %(game)s: %(winner)s.") % _game(values)


def _game_back(values: Values) -> str:
    return _(
        "Round %(round)s, table %(table)s: the report of game %(game)s (%(winner)s) was undone."
    ) % (_game(values))


def _game(values: Values) -> dict[str, Any]:
    winner = values["winner"]
    names = {"drawn": _("drawn"), "first": values["first"], "second": values["second"]}
    return {**_place(values), "game": values["game"], "winner": names.get(winner, winner)}


def _called(values: Values) -> str:
    if values["kind"] == Call.Kind.JUDGE:
        return _("Round %(round)s, table %(table)s: a judge was called.") % _place(values)
    return _("Round %(round)s, table %(table)s: a player disputed the recorded result.") % _place(
        values
    )


def _answered(values: Values) -> str:
    if values["kind"] == Call.Kind.JUDGE:
        return _("Round %(round)s, table %(table)s: the judge call was answered.") % _place(values)
    return _("Round %(round)s, table %(table)s: the disputed result was reviewed.") % _place(values)


def _issued(values: Values) -> str:
    return _("%(first)s got a new player link.") % {"first": values["first"]}


def _names_chosen(values: Values) -> str:
    labels = dict(Event.PUBLIC_NAMES_WORDS)
    how = labels.get(str(values.get("after")), "–")
    return _("Player names on public pages: %(how)s.") % {"how": how}


def _alias_chosen(values: Values) -> str:
    named = {"first": values["first"], "alias": values.get("after") or ""}
    if not named["alias"]:
        return _("%(first)s no longer has an alias.") % named
    return _("Public pages show %(first)s as “%(alias)s”.") % named


def _place(values: Values) -> dict[str, Any]:
    return {"round": values["round"], "table": values["table"]}


SENTENCES: dict[Verb, Callable[[Any], str]] = {
    Verb.RESULT_REPORTED: _reported,
    Verb.REPORT_TAKEN_BACK: _taken_back,
    Verb.GAME_REPORTED: _game_reported,
    Verb.GAME_TAKEN_BACK: _game_back,
    Verb.CALLED: _called,
    Verb.CALL_ANSWERED: _answered,
    Verb.ADDRESS_ISSUED: _issued,
    Verb.NAMES_CHOSEN: _names_chosen,
    Verb.ALIAS_CHOSEN: _alias_chosen,
}
