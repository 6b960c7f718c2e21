"""Values that are public of events, one module a part."""
