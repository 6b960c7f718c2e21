"""Parts that several pages of the staff share."""
