"""The final report as tables and CSV; `workbooks.py` makes the XLSX."""

from events.report.facts import facts_of, reported_as
from events.report.report_files import csv_text
from events.report.report_tables import Table, report_tables

__all__ = ["Table", "csv_text", "facts_of", "report_tables", "reported_as"]
