"""Fields and forms that several rooms share."""
