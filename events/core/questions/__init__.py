"""Questions before an act: what an action asks, and the answer that comes with the request."""
