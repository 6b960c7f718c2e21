"""Reads: what a page needs, in a fixed number of queries; one module a screen family."""
