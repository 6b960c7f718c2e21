"""Files that come in, in a browser."""
