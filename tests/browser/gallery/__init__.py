"""Every screen in both sizes, themes and languages on one page: `make gallery`."""
