"""Who made a request."""

import time
from collections.abc import Mapping

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.authorization.refusals import Refusal
from embeddedaws.call import Principal
from embeddedaws.clients import Credentials
from embeddedaws.moto.deployed import Deployed


class Authentication:
    """Knows those who have their keys for good, and the sessions of roles."""

    def __init__(self, deployed: Deployed, standing: Mapping[Principal, Credentials]) -> None:
        """Knows all keys that there are.

        Args:
            deployed: where roles are assumed.
            standing: the keys that nobody assumed: the deployer's and those of AWS's own services.
        """
        self._deployed = deployed
        self._standing = {credentials.access_key_id: (who, credentials) for who, credentials in standing.items()}

    def principal_of(self, request: ApiRequest) -> Principal:
        """Who signed it.

        Raises:
            Refusal: nobody who is known, or with a key that has ended.
        """
        key = request.signature.access_key
        found = self._standing.get(key) or self._deployed.session_of(key)
        if found is None or request.headers.get("x-amz-security-token") != found[1].session_token:
            raise Refusal("InvalidClientTokenId", "The security token included in the request is invalid.")
        principal, credentials = found
        if not request.is_signed_with(credentials.secret_access_key):
            raise Refusal(
                "SignatureDoesNotMatch",
                "The request signature we calculated does not match the signature you provided. "
                "Check your AWS Secret Access Key and signing method.",
            )
        if credentials.expiration is not None and credentials.expiration <= time.time():
            raise Refusal("ExpiredToken", "The security token included in the request is expired")
        return principal
