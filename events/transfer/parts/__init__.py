"""The parts of an event as an archive has them: each module reads one and writes it.

`archived_…` makes values of rows for an export, `create_…` rows of values in a transaction that the
import opened.
"""
