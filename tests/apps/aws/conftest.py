import pytest

from tests.apps.aws.transports import TRANSPORTS, Transport
from tests.fixtures.certificates import write_authority


@pytest.fixture(scope="session", params=TRANSPORTS)
def transport(request: pytest.FixtureRequest) -> Transport:
    """Each of the transports."""
    return Transport(request.param)


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of the authority that issues the certificates of our servers."""
    return str(write_authority(tmp_path_factory.mktemp("authority")))
