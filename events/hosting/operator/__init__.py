"""The operator's console: organisations with sizes and limits, and the health of the host."""
