"""Tools for the benchmarks of the desk."""
