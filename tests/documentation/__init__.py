"""The documentation of the code and of the commands, compared with the code."""
