"""External programs: webhooks, access tokens, overlays."""
