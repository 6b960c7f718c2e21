"""Programs of others: webhooks, access tokens, overlays."""
