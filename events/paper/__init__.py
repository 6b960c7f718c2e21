"""Printed documents as PDF: made from the values of the queries, set by Typst.

A document names its template in templates/ and holds its content as plain JSON; `press` makes the
file. Only the fonts in fonts/ are used, so that names in any script print on a machine that has
none.
"""

from events.paper.brackets import bracket
from events.paper.document import Document
from events.paper.facts import fact_sheet
from events.paper.pool_sheets import pool_sheets
from events.paper.room_signs import BadgeCard, badges, labels, poster, table_numbers
from events.paper.slips import slips
from events.paper.standings_list import prize_sheet, standings
from events.paper.table_documents import (
    LARGE,
    NARROW,
    WIDE,
    changed_tables,
    meeting_seats,
    pairings_by_name,
    pairings_by_table,
    pods_by_name,
    pods_by_pod,
    seats_by_table,
    sign_in,
)
from events.paper.typst_process import press, preview, sheets_of
