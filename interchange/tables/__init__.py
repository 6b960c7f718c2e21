"""Tables of any tool: their rows, headings and columns, what they hold, and doubts about it."""
