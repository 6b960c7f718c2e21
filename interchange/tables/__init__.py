"""Tables of any tool: their rows, headings, column meanings, and doubts about these."""
