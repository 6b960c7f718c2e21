"""One module for each format: its `IMPORTER` recognizes and reads files."""
