"""Every template writes the name of a person in the one way: the filters of matchslip.py."""

import re

from tests.written_names.templates import Place, all_places, places_in

# Expressions with these endings are usually the name of a person or a team.
_A_NAME = re.compile(
    r"(^|[._])(name|names|called|opponent|winner|get_username|username|members|alias)(\.\d)?$"
)
# Named things that are not people: each is the part before ".name".
_THINGS = frozenset(
    [
        *("added", "addition", "area", "card", "chosen", "endpoint", "event", "factor", "field"),
        "helper",
        *("kind", "last", "operation", "organisation", "other", "preset", "profile", "query"),
        *("queue", "room", "series", "step", "template", "token", "venue"),
    ]
)
# Values called a name that are not a person's, or that go into a form field again.
_OTHERS = {
    "accounts/join.html": {"form.user.get_username"},
    "day/board.html": {"typed.username"},
    "day/board/needs.html": {"need.person.user.username"},
    "day/board/person.html": {"each.user.username"},
    "decks/archetypes.html": {"name"},
    "decks/checks_now.html": {"member.user.get_username"},
    "decks/deck.html": {"name"},
    "integrations/scene.html": {"name"},
    "integrations/stream.html": {"name"},
    "on_demand/add.html": {"name", "player.name"},
    "operator/console.html": {"row.name"},
    "parts/alias_field.html": {"alias"},
    "parts/decks/archetypes.html": {"row.name", "name"},
    "parts/form_errors.html": {"name"},
    "parts/rows_shown.html": {"name"},
    "parts/unsaved/typed_again.html": {"name"},
    "parts/unsaved/typed_entry.html": {"name"},
    "report/report_body.html": {"name"},
    "roster/paste/lines.html": {"item.entry.name"},
    "settings/new_event.html": {"name"},
    "settings/settings.html": {"name"},
    "staff/account.html": {"request.resolver_match.url_name"},
    "transfer/differences.html": {"line.name"},
    "transfer/take_over.html": {"field.html_name"},
    # Inserted by events/public_site/own, which writes the name.
    "public_site/own/next.html": {"names"},
    "public_site/own/slip_top.html": {"table_name"},
    "public_site/own/table.html": {"opponent"},
    "public_site/pages/base.html": {"page_name"},
    "public_site/pages/player.html": {"name"},
}


def is_of_a_person(place: Place) -> bool:
    """Whether a template prints the name of a person or a team there."""
    expression = place.expression
    if not _A_NAME.search(expression) or {"length", "time"} & {*place.filters}:
        return False
    parts = expression.split(".")
    is_thing = parts[-1] == "name" and len(parts) > 1 and parts[-2] in _THINGS
    return not is_thing and expression not in _OTHERS.get(place.file, ())


def wrong(place: Place) -> bool:
    """Whether a name is written in another way than the place asks for."""
    filters = {*place.filters}
    if place.in_markup:
        is_written = bool(filters & {"name", "names"})
        return "name_text" in filters or (is_of_a_person(place) and not is_written)
    is_text = "name_text" in filters
    return bool(filters & {"name", "names"}) or (is_of_a_person(place) and not is_text)


def test_templates_write_names_in_one_way() -> None:
    places = list(all_places())
    assert len(places) > 2_000
    assert sum("name" in place.filters for place in places) > 200
    assert [str(place) for place in places if wrong(place)] == []


def test_the_exceptions_are_needed() -> None:
    printed: dict[str, set[str]] = {}
    for place in all_places():
        printed.setdefault(place.file, set()).add(place.expression)
    unused = {
        file: values - printed.get(file, set())
        for file, values in _OTHERS.items()
        if values - printed.get(file, set())
    }
    assert unused == {}


def test_a_walk_finds_what_is_wrong() -> None:
    text = (
        "<title>{{ player.name }}</title><b>{{ player.name }}</b><i>{{ player|name }}</i>"
        '<b title="{{ player|name }}">{{ event.name }}</b>'
        "{% blocktranslate with name=player.name %}{{ name }} drops{% endblocktranslate %}"
        '<a aria-label="{% blocktranslate with name=player|name_text %}'
        '{{ name }} drops{% endblocktranslate %}"></a><b>{{ player|name_text }}</b>'
    )
    found = [place.value for place in places_in(text, "x.html") if wrong(place)]
    assert found == ["player.name", "player.name", "player|name", "player.name", "player|name_text"]


_PROPER = re.compile(r"(^|\.)((event|organisation|venue|series|queue|last)\.name|venue)$")
# Events and organisations that have another name in these templates.
_CALLED_OTHERWISE = {
    "day/hall.html": "shared.other.name",
    "parts/links/trusting.html": "helper.name",
    "player_pages/same_day.html": "other.name",
}


def test_names_of_events_and_places_are_isolated_and_not_translated() -> None:
    printed = [
        place
        for place in all_places()
        if _PROPER.search(place.expression) or _CALLED_OTHERWISE.get(place.file) == place.expression
    ]
    assert len(printed) > 120
    bare = [place for place in printed if place.in_markup and "proper_name" not in place.filters]
    assert [str(place) for place in bare] == []
    marked = [place for place in printed if not place.in_markup and "proper_name" in place.filters]
    assert [str(place) for place in marked] == []
