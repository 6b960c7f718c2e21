"""Prove to a page that a laptop has the same data; pages move to no other laptop.

The first laptop gives its pages the public half of a key. The other half travels to the second one
with the copy, sealed. A page that looks for it sends a random number, and trusts only a signature
over that number and the requested address. The signature contains the text itself and no hash of
it: pages served over plain HTTP have no cryptography but the browser's arithmetic.
"""

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import NoDigestInfo

from events.core.private_files import kept_secret
from events.hosting.standby.challenges import plain

KEY = "follow_key"
BITS = 2048
NONCE_LETTERS = 32
HEX = frozenset("0123456789abcdef")


class Prover:
    """Signs for one installation; its key is created at the first call."""

    def __init__(self, folder: Path) -> None:
        text = kept_secret(folder / KEY, _made)
        key = serialization.load_pem_private_key(text.encode(), password=None)
        if not isinstance(key, rsa.RSAPrivateKey):
            raise TypeError(f"{KEY} is no RSA key.")
        self._key = key

    @property
    def modulus(self) -> str:
        """The public half, for pages: hexadecimal. The exponent is 65537."""
        return f"{self._key.public_key().public_numbers().n:x}"

    def sign(self, nonce: str, address: str, *, in_charge: bool) -> str:
        """Sign a page's number, the requested address and who is in charge; return hexadecimal."""
        message = f"matchslip {nonce} {address} {int(in_charge)}".encode("ascii")
        return self._key.sign(message, padding.PKCS1v15(), NoDigestInfo()).hex()


# A bracketed IPv6 address of 45 characters with scheme and port.
MOST_ADDRESS = 62


def may_sign(nonce: str, address: str, own: Iterable[str]) -> bool:
    """Return whether a page's request is valid and about one of this computer's addresses.

    Otherwise a stranger could relay a page's request and return the answer.
    """
    if len(nonce) != NONCE_LETTERS or not HEX.issuperset(nonce) or not address.isascii():
        return False
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return False
    return len(address) <= MOST_ADDRESS and plain(host) in set(map(plain, own))


def _made() -> str:
    key = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    form = serialization.PrivateFormat.PKCS8
    none = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, form, none).decode()
