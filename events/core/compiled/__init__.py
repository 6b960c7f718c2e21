"""Compiled queries: SQL that is composed once and run with other values each time.

Django composes the SQL of a queryset at every use. For a query with joins that takes several times
as long as the database takes to answer it. Ten desks enter a result every second each, and every
phone of a round reports at once, so the queries of one result, and those of a build of the public
pages, are compiled here. Everything else is a plain queryset next to the function that uses it:
the buttons of a round (pair, post, publish, complete) are pressed a few times an hour.

- `query.py`: `CompiledQuery`, the only module that knows how.
- `logins.py`: the session, the account and the role of the person that asks.
- `result_entry.py`: a result that comes in, at the desk or from a phone, and the desk's answer.
- `public_event.py`: an event for a build of its public pages.
- `core/event_write.py` has the one that locks the event.

A compiled query names the bench that justifies it, and what that bench measures. Without a figure
it becomes a plain queryset. `python -m tests.structure` counts them: at most 20, in four modules
(`tests/events/core/compiled/test_compiled_queries.py`).

How to write one: `CompiledQuery(BENCH, lambda event, number: Round.objects.filter(...), int, int)`.
The function gets one placeholder for each type and returns a queryset; its code must not depend on
them. Values are numbers and texts, None only inside an `in`. The rows are objects with their
`select_related` objects, or tuples of `values_list`. Nothing is prefetched.

On PostgreSQL a compiled query is also a prepared statement: the server plans it once a connection.
On SQLite it goes through Django's own cursor.
"""

from events.core.compiled.query import CompiledQuery

__all__ = ["CompiledQuery"]
