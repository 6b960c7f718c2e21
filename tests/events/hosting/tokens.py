"""Tokens of tests, of the right shape."""

from cryptography.fernet import Fernet

TOKEN = Fernet.generate_key().decode()
OTHER_TOKEN = Fernet.generate_key().decode()
