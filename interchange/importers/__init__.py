"""One module for each format: `IMPORTER` says how a file is recognized and read."""
