"""Built pages, published standings, estimates, and the phones that hear of them."""
