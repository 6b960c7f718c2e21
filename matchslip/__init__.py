"""The installed package, which provides the `matchslip` command."""
