"""A second laptop that keeps a copy and takes over; docs/how-to/serving.md says how it is used.

`wire` seals what goes between the two, `source` says what has changed, `copy` keeps the copy on the
second one's disk, `follower` asks for changes, and `charge` says which of the two is in charge.
"""
