"""Compare long lists built as text with the same lists built by a template loop.

`python -m tests.bench.lists` plays a made-up event of 1,200 players in a separate database and
prints processor time for each list.
"""

import os
import random
import tempfile
import time
from collections.abc import Callable
from typing import Any

PLAYERS, ROUNDS, TIMES = 1200, 3, 9
OUTSTANDING = """{% load i18n %}{% for match in matches %}
<tr id="open-{{ match.table }}"><td class="num figure">
<a href="{% url 'staff:table' event.slug round.number match.table %}">{{ match.table }}</a></td>
<td><a class="plain" href="{% url 'staff:table' event.slug round.number match.table %}">
{{ match.first|name }} <span class="muted">–</span>
{{ match.second|name }}</a></td>
<td class="num" data-key="{{ match.extension_minutes }}">
{% if match.extension_minutes %}+{{ match.extension_minutes }}{% endif %}
{% if match.turns_at %}<span class="badge warn">{% translate "turns" %}</span>{% endif %}
{% if match.judge %}{{ match.judge.get_username }}{% endif %}</td></tr>{% endfor %}"""
STANDINGS = """{% load i18n %}{% for row in page.rows %}
<tr><td class="num figure">{{ row.place|default:"–" }}</td><th scope="row">
<a class="plain" href="{% url 'staff:player' event.slug row.number %}">{{ row.name }}</a>
{% if row.members %}<span class="muted small">{{ row.members|join:", " }}</span>{% endif %}
{% if row.state|is_dropped %}<span class="badge">{% translate "dropped" %}</span>{% endif %}
{% if row.drawn %}<span class="badge info">{% translate "drawn by lot" %}</span>{% endif %}</th>
<td class="num"><strong>{{ row.points }}</strong></td><td class="num">{{ row.record }}</td>
{% for figure in row.figures %}<td class="num">
<a href="{% url 'staff:explain' event.slug page.round.number row.number %}">{{ figure }}</a></td>
{% endfor %}</tr>{% endfor %}"""
PAIRINGS = """{% load i18n %}{% for row in rows %}
<tr{% if row.reading %} data-r="{{ row.reading }}"{% endif %}>
<td class=figure>{{ row.table|default_if_none:"–" }}<th scope=row>
<a class=p href={% url 'public:player' event.slug row.number %}>{{ row.name }}</a>

{% if shown.has_records %}<span class=r>{{ row.record }}</span>{% endif %}
<td>{% if row.opponent %}<span class=o>{{ row.opponent.name }}</span>
{% if shown.has_records %}<span class=r>{{ row.opponent.record }}</span>{% endif %}
{% else %}<span class=o>{% translate "Bye" %}</span>{% endif %}{% endfor %}"""


def least(write: Callable[[], str]) -> float:
    """Return the least processor milliseconds of several runs."""
    write()
    times = []
    for _turn in range(TIMES):
        began = time.process_time()
        write()
        times.append(time.process_time() - began)
    return min(times) * 1000


def played() -> Any:
    """Make up an event whose last round is posted without results."""
    from events.core.rounds.actions import post_round
    from events.core.rounds.pairing_actions import pair_next_round
    from events.core.standings.actions import publish_standings
    from events.simulation.made_up_results import made_up_field, report_and_complete

    event, actor = made_up_field(PLAYERS)
    draw = random.Random(1)
    for number in range(1, ROUNDS + 1):
        write: dict[str, Any] = {"event_id": event.pk, "actor": actor, "number": number}
        pair_next_round(**write)
        post_round(**write)
        if number < ROUNDS:
            report_and_complete(event, number, draw)
            publish_standings(**write)
    event.refresh_from_db()
    return event


def main() -> None:
    """Print a line for each list."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from django.template import engines

    from events.core.guards import find_round_or_none
    from events.core.rounds.queries import round_page
    from events.core.standings.queries import live_standings
    from events.public_site.lists.table_rows import pairing_rows_html
    from events.public_site.reads.events import load_event
    from events.templatetags.desk import open_rows
    from events.templatetags.rows import standing_rows

    event = played()
    round = find_round_or_none(event, None)
    assert round is not None
    page, shown = round_page(event, round), load_event(event.slug)
    standings = live_standings(event, None)
    assert standings is not None
    matches, rows = list(page.outstanding), list(shown.newest_pairings.values())
    common = {"event": event, "round": round, "shown": shown}

    def loop(source: str, **more: object) -> Callable[[], str]:
        template = engines["django"].from_string(source)
        return lambda: str(template.render(common | more))

    lists: dict[str, tuple[Callable[[], str], Callable[[], str]]] = {
        f"{len(matches)} outstanding tables": (
            lambda: open_rows(event, round, matches, page),
            loop(OUTSTANDING, matches=matches),
        ),
        f"{len(standings.rows)} lines of the standings": (
            lambda: standing_rows(event, standings, None, standings.rows),
            loop(STANDINGS, page=standings),
        ),
        f"{len(rows)} lines of public pairings": (
            lambda: pairing_rows_html(shown, rows, {}, {}, f"/e/{event.slug}/pairings/"),
            loop(PAIRINGS, rows=rows),
        ),
    }
    print(f"{'':34}{'text, ms':>12}{'loop, ms':>12}")
    for name, (text, loop_of_it) in lists.items():
        print(f"{name:34}{least(text):>12.1f}{least(loop_of_it):>12.1f}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/lists.sqlite3"
        main()
