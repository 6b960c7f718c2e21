"""Questions before an act: raised by an action, and answered in the next request."""
