"""The operator's console: organisations with their sizes and limits, and the health of the host."""
