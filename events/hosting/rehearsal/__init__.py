"""Made-up phones, and servers to measure with them."""
