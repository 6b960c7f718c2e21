"""Tables of plain values as files that spreadsheet programs open."""
