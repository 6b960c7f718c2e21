"""Every sentence that Python builds writes the name of a person in the one way."""

import ast

from tests.written_names.sentences import names_in, stored_names


def test_sentences_write_names_in_one_way() -> None:
    assert list(stored_names()) == []


def test_a_walk_finds_what_is_wrong() -> None:
    code = """
def say(player, other, event):
    values = {"name": player.name}
    kept = {"name": player.name}
    store(**kept)
    words = _("%(name)s drops") % values
    more = _("%(name)s of %(event)s") % {"name": other.name, "event": event.name}
    right = _("%(name)s drops") % {"name": written_name(player)}
    return ", ".join(person.name for person in people), f"{player.name} – {right}"
"""
    found = [ast.unparse(name) for name in names_in(ast.parse(code))]
    assert sorted(found) == ["other.name", "person.name", "player.name", "player.name"]
