"""Name the folder in which a server's processes count, without importing a metrics library."""

# The environment variable with prometheus_client's multiprocess folder.
COUNTED_IN = "PROMETHEUS_MULTIPROC_DIR"
