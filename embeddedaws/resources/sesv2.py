"""SES's identities."""

from typing import Any

from embeddedaws.resources.maker import Aws, Maker, Makers, State
from embeddedaws.resources.tagging import Tagging
from pulumicheck.types import sesv2
from pulumicheck.types.inputs import Inputs, at

_KEY_LENGTH = "dkimSigningAttributes.nextSigningKeyLength"


def _signing(inputs: Inputs) -> dict[str, Any] | None:
    length = at(inputs, _KEY_LENGTH)
    return {"NextSigningKeyLength": length} if length else None


def _create(aws: Aws, inputs: Inputs) -> dict[str, Any]:
    aws(
        "sesv2",
        "create_email_identity",
        EmailIdentity=inputs["emailIdentity"],
        DkimSigningAttributes=_signing(inputs),
    )
    return _read(aws, inputs)


def _read(aws: Aws, state: State) -> dict[str, Any]:
    found = aws("sesv2", "get_email_identity", EmailIdentity=state["emailIdentity"])
    dkim = found["DkimAttributes"]
    length = {"nextSigningKeyLength": dkim["NextSigningKeyLength"]} if dkim.get("NextSigningKeyLength") else {}
    return {
        "emailIdentity": state["emailIdentity"],
        "identityType": found["IdentityType"],
        "dkimSigningAttributes": {**length, "tokens": dkim.get("Tokens", [])},
        "verifiedForSendingStatus": found["VerifiedForSendingStatus"],
    }


def _update(aws: Aws, state: State, inputs: Inputs) -> dict[str, Any]:
    aws(
        "sesv2",
        "put_email_identity_dkim_signing_attributes",
        EmailIdentity=state["emailIdentity"],
        SigningAttributesOrigin="AWS_SES",
        SigningAttributes=_signing(inputs),
    )
    return _read(aws, state)


MAKERS: Makers = {
    sesv2.EMAIL_IDENTITY: Maker(
        ("emailIdentity", _KEY_LENGTH),
        create=_create,
        read=_read,
        update=_update,
        delete=lambda aws, state: aws("sesv2", "delete_email_identity", EmailIdentity=state["emailIdentity"]),
        computed=("dkimSigningAttributes",),
        tagging=Tagging("sesv2"),
    ),
}
