"""Events of other tools: read their files, compare standings with ours, and export events. Pure."""
