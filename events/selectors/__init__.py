"""Reads: the data of a page in a fixed number of queries; one module a screen family."""
