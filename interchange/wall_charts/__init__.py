"""Wall charts: a row for each player, a cell for each round with opponent and result."""
