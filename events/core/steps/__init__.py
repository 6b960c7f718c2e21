"""Steps after a round, with their questions: pair, publish, finish."""
