"""The final report as tables and CSV; `web/spreadsheets/workbooks.py` makes the XLSX."""

from events.report.facts import facts_of, reported_as
from events.report.report_tables import report_tables
from events.web.spreadsheets.csv_files import csv_text
from events.web.spreadsheets.sheet_tables import Table

__all__ = ["Table", "csv_text", "facts_of", "report_tables", "reported_as"]
