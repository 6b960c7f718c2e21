"""The commands of `python -m pairings`: problems in JSON, replays of archives, audits, benches."""
