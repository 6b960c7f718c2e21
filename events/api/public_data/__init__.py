"""Values that everybody may read of events, one module a part."""
