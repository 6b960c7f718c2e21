"""What an installed package runs: the `matchslip` command."""
