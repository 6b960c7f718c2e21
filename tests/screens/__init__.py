"""Every screen of the site, and events that show it: for gallery, bench and tests."""
