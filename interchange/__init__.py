"""Events of other tools: their files are read, compared with our standings, and written. Pure."""
