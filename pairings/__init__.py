"""The pairing engine: best Swiss pairings, drawn uniformly and proven. Pure Python, no Django."""

from pairings.by_standings import pair_by_standings
from pairings.cost import Difference, cost_of, difference
from pairings.engine import pair
from pairings.random_draws import new_seed, seed_hash
from pairings.types import Cost, Pairing, PairingError, PairingState
