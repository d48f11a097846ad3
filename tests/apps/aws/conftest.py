import pytest

from tests.apps.aws.transports import TRANSPORTS, Transport
from tests.fixtures.certificates import write_authority

DEFAULT, *OTHERS = TRANSPORTS


@pytest.fixture(scope="session", params=[DEFAULT, *(pytest.param(name, marks=pytest.mark.long) for name in OTHERS)])
def transport(request: pytest.FixtureRequest) -> Transport:
    """Each of the transports; whoever is in a hurry asks the default alone."""
    return Transport(request.param)


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of the authority that issues the certificates of our servers."""
    return str(write_authority(tmp_path_factory.mktemp("authority")))
