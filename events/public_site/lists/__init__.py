"""Long lists of public pages: their rows, their parts, how they are compressed and searched."""
