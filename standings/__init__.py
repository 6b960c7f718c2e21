"""The standings engine: exact standings of Swiss tournaments, without Django."""

from standings.display import percent
from standings.profile import PROFILES
from standings.ranking import Running, compute
