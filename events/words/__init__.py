"""What things are called, once: results, journal entries, reasons, tiebreakers, profiles."""
