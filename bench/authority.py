"""A certificate authority for one run, and a bundle of roots as large as a machine has: the machine's own, and it."""

import ipaddress
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import certifi
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_BITS = 2048  # what AWS's endpoints have
_LIFE = timedelta(days=2)


class Bundles(NamedTuple):
    """Files that a client trusts."""

    all: Path  # the machine's roots and this run's
    own: Path  # this run's alone: Node, which brings the others, is given no more
    others: Path  # the machine's alone: who trusts no more must not talk to the stand-in


def make_authority(folder: Path) -> Bundles:
    """Writes `server.pem`, and a file for each bundle, into the folder."""
    root_key, key = (rsa.generate_private_key(65537, _BITS) for _ in range(2))
    root_name = _name("MiniTickets bench root")
    root = _builder(root_name, root_name, root_key.public_key(), is_authority=True).sign(root_key, hashes.SHA256())
    leaf = _builder(_name("127.0.0.1"), root_name, key.public_key(), is_authority=False)
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1")), x509.DNSName("localhost")])
    leaf = leaf.add_extension(names, critical=False).add_extension(
        x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False
    )
    chain = _pem(leaf.sign(root_key, hashes.SHA256()))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "server.pem").write_bytes(chain + private)
    bundles = Bundles(folder / "all.pem", folder / "own.pem", folder / "others.pem")
    bundles.others.write_bytes(_machines_roots())
    bundles.own.write_bytes(_pem(root))
    bundles.all.write_bytes(_machines_roots() + b"\n" + _pem(root))
    return bundles


def _machines_roots() -> bytes:
    found = ssl.get_default_verify_paths().cafile or ssl.get_default_verify_paths().openssl_cafile
    return Path(found if Path(found).is_file() else certifi.where()).read_bytes()


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _builder(
    subject: x509.Name, issuer: x509.Name, key: rsa.RSAPublicKey, *, is_authority: bool
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _LIFE)
        .not_valid_after(now + _LIFE)
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
    )


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)
