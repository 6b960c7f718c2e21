"""Where the site is reached, how people log in, the login of the demonstration."""
