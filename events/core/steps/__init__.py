"""The steps after a round, with what is asked before them: pair, publish, finish."""
