"""Create a self-signed certificate for a laptop in a venue, for which no authority can vouch."""

import contextlib
import datetime
import ipaddress
import socket
import ssl
from collections.abc import Iterable
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from events.core.private_files import write_whole
from events.web.site_address import LOCAL_ADDRESSES, network_addresses

CERTIFICATE, KEY = "certificate.pem", "key.pem"
# Phones reject certificates with a longer validity.
DAYS = 397
# Renews a certificate before the weekend in which it expires.
DAYS_LEFT = 14


def own_certificate(folder: Path) -> tuple[Path, Path, bool]:
    """Return the paths of certificate and key, and whether the certificate is new.

    Created at the first call; created again, with the same key, when it is about to expire or lacks
    one of this computer's addresses.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    certificate, key = folder / CERTIFICATE, folder / KEY
    addresses = [*LOCAL_ADDRESSES, *network_addresses()]
    if not why_not_usable(certificate, key) and _holds_for(certificate, addresses):
        return certificate, key, False
    private = _private(key)
    # The certificate is written last, so its presence means that both files exist.
    write_whole(certificate, _made(private, addresses))
    return certificate, key, True


def fingerprint(certificate: Path) -> str:
    """Return a certificate's SHA-256 fingerprint in pairs of digits, as browsers show it."""
    parsed = x509.load_pem_x509_certificate(certificate.read_bytes())
    return parsed.fingerprint(hashes.SHA256()).hex(":").upper()


def why_not_usable(certificate: Path, key: Path) -> str:
    """Return why a server cannot use these files; "" if it can."""
    for path in (certificate, key):
        if not path.is_file():
            return f"{path} is not there."
    try:
        # A key with a password would ask at the terminal, and again at each start of a worker.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, lambda: "")
        ends = x509.load_pem_x509_certificate(certificate.read_bytes()).not_valid_after_utc
    except (ssl.SSLError, OSError, ValueError) as error:
        return f"{certificate} and {key} are no certificate with its key: {error}."
    if ends < datetime.datetime.now(datetime.UTC):
        return f"The certificate {certificate} ended on {ends:%Y-%m-%d}: get a new one."
    return ""


def _holds_for(certificate: Path, addresses: Iterable[str]) -> bool:
    try:
        parsed = x509.load_pem_x509_certificate(certificate.read_bytes())
        names = parsed.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    known = {str(address) for address in names.get_values_for_type(x509.IPAddress)}
    left = parsed.not_valid_after_utc - datetime.datetime.now(datetime.UTC)
    return left.days >= DAYS_LEFT and known.issuperset(addresses)


def _private(path: Path) -> ec.EllipticCurvePrivateKey:
    if path.exists():
        # An unreadable key is replaced together with its certificate.
        with contextlib.suppress(ValueError, TypeError, UnsupportedAlgorithm):
            kept = serialization.load_pem_private_key(path.read_bytes(), password=None)
            if isinstance(kept, ec.EllipticCurvePrivateKey):
                return kept
    made = ec.generate_private_key(ec.SECP256R1())
    text = made.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    write_whole(path, text.decode())
    return made


def _made(private: ec.EllipticCurvePrivateKey, addresses: Iterable[str]) -> str:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Matchslip")])
    host = socket.gethostname()
    names = dict.fromkeys(["localhost", host, f"{host.split('.')[0]}.local"])
    known = [x509.DNSName(dns_name) for dns_name in names if dns_name.isascii()]
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        # A phone's clock may be slow.
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=DAYS - 1))
        .add_extension(
            x509.SubjectAlternativeName(
                [*known, *(x509.IPAddress(ipaddress.ip_address(address)) for address in addresses)]
            ),
            critical=False,
        )
        # Trust in this certificate covers this site only, not other certificates signed with its
        # key.
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(private, hashes.SHA256())
    )
    return made.public_bytes(serialization.Encoding.PEM).decode()
