"""What only one player's page holds."""
