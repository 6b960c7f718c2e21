"""Names of things, each defined once: results, journal entries, reasons, tiebreakers, profiles."""
