"""The Hypothesis of mutation runs: few examples, always the same, however busy the machine is."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "mutants",
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("mutants")
