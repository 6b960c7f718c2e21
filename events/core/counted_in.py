"""Where the processes of one server count; importing this imports no library of figures."""

# The variable with prometheus_client's folder for several processes.
COUNTED_IN = "PROMETHEUS_MULTIPROC_DIR"
