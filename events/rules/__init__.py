"""Pure rules and values of running an event: what is typed, what is allowed, what is usual."""
