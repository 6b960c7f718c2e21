"""The final report as tables, CSV and XLSX."""

from events.reports.facts import facts_of, reported_as
from events.reports.files import csv_text, xlsx_bytes
from events.reports.tables import Table, report_tables

__all__ = ["Table", "csv_text", "facts_of", "report_tables", "reported_as", "xlsx_bytes"]
