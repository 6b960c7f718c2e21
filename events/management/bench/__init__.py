"""What the benchmarks of the desk measure with."""
