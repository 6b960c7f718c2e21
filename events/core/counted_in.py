"""Where the processes of one server count; importing this imports no library of figures."""

# The environment variable with prometheus_client's multiprocess folder.
COUNTED_IN = "PROMETHEUS_MULTIPROC_DIR"
