"""The final report as tables, CSV and XLSX."""

from events.report.facts import facts_of, reported_as
from events.report.report_files import csv_text, xlsx_bytes
from events.report.report_tables import Table, report_tables

__all__ = ["Table", "csv_text", "facts_of", "report_tables", "reported_as", "xlsx_bytes"]
