"""Made-up events: names, results, and whole events played through the services."""
