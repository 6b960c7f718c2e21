"""Pure rules and values of running an event: typed input, permissions, defaults."""
