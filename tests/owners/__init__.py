"""The guard against pages that ask for rows of several owners."""
