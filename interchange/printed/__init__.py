"""Compare standings that a file prints with ours, and explain each difference."""
