"""The final report as tables, CSV and XLSX."""

from events.services.reports.facts import Words, facts_of, reported_as
from events.services.reports.files import csv_text, xlsx_bytes
from events.services.reports.tables import Table, report_tables

__all__ = ["Table", "Words", "csv_text", "facts_of", "report_tables", "reported_as", "xlsx_bytes"]
