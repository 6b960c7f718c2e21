"""Re-pairing: plans for a posted round that became wrong, proven to change the fewest tables."""
