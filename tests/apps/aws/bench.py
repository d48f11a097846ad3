"""A server between a transport and botocore: what each of them asks of it, as a service understands it."""

from collections.abc import Mapping
from datetime import UTC, datetime

from tests.apps.aws.calls import CALLS, REGION, Call
from tests.apps.aws.outcomes import Answered, outcome_of
from tests.apps.aws.requests_seen import Plain, Understood, understood
from tests.apps.aws.transports import Transport, environment, signer
from tests.fixtures.sigv4 import check_signature
from tests.fixtures.wire import Wire

SERVICES = {call.service for call in CALLS.values()}


class Bench:
    """One server, a transport's clients of it and botocore's.

    Args:
        server: answers well.
        transport: is compared.
        bundle: the file of the authority that clients trust.
        url: the server's; none where names of AWS's lead to it.
        environ: more variables of the transport's; botocore reads those of the process.

    Attributes:
        asked_first: whether the last request came only when the server had said that it may.
    """

    def __init__(
        self, server: Wire, transport: Transport, bundle: str, url: str, environ: Mapping[str, str] | None = None
    ) -> None:
        self.asked_first = False
        self._server = server
        trusting = {"AWS_CA_BUNDLE": bundle, **(environ or {})}
        self._clients = {service: transport.client(service, url, environ=trusting) for service in SERVICES}
        with environment({"AWS_ENDPOINT_URL": url, **trusting}):
            self._plain = Plain(REGION, SERVICES)

    def by_transport(self, call: Call) -> Understood:
        """What a call of the transport's is."""
        outcome = outcome_of(self._clients[call.service], call.operation, call.request)
        assert outcome == Answered(call.means)
        return self._seen(call)

    def by_botocore(self, call: Call) -> Understood:
        """What the same call of botocore's is."""
        self._plain.call(call.service, call.operation, call.request)
        return self._seen(call)

    def _seen(self, call: Call) -> Understood:
        request = self._server.requests.pop()
        assert not self._server.requests
        check_signature(request, signer(call.scope), datetime.now(UTC), encrypted=self._server.encrypted)
        self.asked_first = request.header("expect") is not None
        return understood(request)
