"""TLS as all connections of a process share it: the roots are read once, in INIT, and not for each connection."""

import ssl
from collections.abc import Mapping
from functools import cache


class RootsMissing(ValueError):  # noqa: N818 # says what is the matter
    """The file that the environment names holds no certificate."""


def shared_context(environ: Mapping[str, str]) -> ssl.SSLContext:
    """What verifies a server: with the roots of AWS_CA_BUNDLE or REQUESTS_CA_BUNDLE, or else with the platform's.

    Raises:
        RootsMissing: there are none in that file.
    """
    bundle = environ.get("AWS_CA_BUNDLE") or environ.get("REQUESTS_CA_BUNDLE") or None
    return _context(bundle, environ.get("SSL_CERT_FILE"), environ.get("SSL_CERT_DIR"))


@cache
def _context(bundle: str | None, *_: str | None) -> ssl.SSLContext:
    """The other two OpenSSL reads itself; they are told so that another value makes another context."""
    try:
        context = ssl.create_default_context(cafile=bundle)
    except (OSError, ssl.SSLError) as error:
        raise RootsMissing("AWS_CA_BUNDLE has to name a file of certificates in PEM") from error
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context
