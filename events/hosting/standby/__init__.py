"""A second laptop that stores a copy and can take over; docs/how-to/serving.md explains its use.

`wire` seals messages between the two, `challenges` rejects recorded ones, `answering` answers a
second laptop, `page_changes` finds changed pages, `database_copy` stores the copy, `follower`
requests changes, `leadership` decides which laptop is in charge, and `proof` convinces pages.
"""
