"""Compiled queries: SQL that is composed once and run with other values each time.

Django composes the SQL of a queryset at every use. For a query with joins that takes several times
as long as the database takes to answer it. Ten desks enter a result every second each, and every
phone of a round reports at once, so the queries of one result are compiled here. Everything else is
a plain queryset next to the function that uses it: the buttons of a round (pair, post, publish,
complete) are pressed a few times an hour. `query.py` alone knows how.

With plain querysets a result takes 2.2 times the processor (14.6 ms instead of 6.8), and one beside
another worker's results 2.3 times. On PostgreSQL it takes 2.0 times that of Python and database
together, and 1.15 times without prepared statements. Compile a query only if it saves a tenth of
the figure that it names; one that no longer does becomes a plain queryset.

How to write one: `CompiledQuery(BENCH, lambda event, number: Round.objects.filter(...), int, int)`.
The function gets one placeholder for each type and returns a queryset; its code must not depend on
them. Values are numbers and texts, None only inside an `in`. The rows are objects with their
`select_related` objects, or tuples of `values_list`. Nothing is prefetched.

On PostgreSQL a compiled query is also a prepared statement: the server plans it once a connection.
On SQLite it goes through Django's own cursor.
"""

from events.core.compiled.query import CompiledQuery
