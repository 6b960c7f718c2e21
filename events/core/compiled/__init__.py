"""Compiled queries: SQL that is composed once and run with other values each time.

Django composes the SQL of a queryset at every use. For a query with joins that takes several times
as long as the database takes to answer it. Ten desks enter a result every second each, and every
phone of a round reports at once, so the queries of one result are compiled here, with inserts of
its rows. Everything else is a plain queryset next to the function that uses it: the buttons of a
round (pair, post, publish, complete) are pressed a few times an hour. `query.py` alone knows how.

Without compiled queries a result takes 2.5 times the processor (30.1 ms instead of 12.2). A build
of all public pages takes as long as before, so its queries are plain. On PostgreSQL a phone's own
match takes 0.31 ms instead of 1.06. Compile a query only when the bench that it names shows a gain
that a person at a desk or a phone feels; one that no bench needs any more becomes a plain queryset.

How to write one: `CompiledQuery(BENCH, lambda event, number: Round.objects.filter(...), int, int)`.
The function gets one placeholder for each type and returns a queryset; its code must not depend on
them. Values are numbers and texts, None only inside an `in`. The rows are objects with their
`select_related` objects, or tuples of `values_list`. Nothing is prefetched.

On PostgreSQL a compiled query is also a prepared statement: the server plans it once a connection.
On SQLite it goes through Django's own cursor.
"""

from events.core.compiled.query import CompiledQuery
