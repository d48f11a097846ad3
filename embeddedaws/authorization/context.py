"""The condition keys that every request has (IAM user guide, "AWS global condition context keys")."""

from datetime import UTC, datetime

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.authorization.call import ContextValue
from embeddedaws.authorization.deployed import Place, Principal


def context_of(request: ApiRequest, principal: Principal, place: Place) -> dict[str, ContextValue]:
    """Their values now. Loopback stands for TLS, unless a proxy in front says that it was left out."""
    now = datetime.now(UTC)
    secure = request.headers.get("x-forwarded-proto", "https") == "https"
    context: dict[str, ContextValue] = {
        "aws:CurrentTime": now.isoformat(timespec="seconds").replace("+00:00", "Z"),
        "aws:EpochTime": str(int(now.timestamp())),
        "aws:RequestedRegion": request.signature.region,
        "aws:ResourceAccount": place.account,
        "aws:SecureTransport": str(secure).lower(),
        "aws:SourceIp": "127.0.0.1",
        "aws:UserAgent": request.headers.get("user-agent", ""),
        "aws:PrincipalIsAWSService": str(principal.role_arn is None).lower(),
        "aws:ViaAWSService": "false",
    }
    if principal.role_arn is not None:
        context |= {
            "aws:PrincipalAccount": place.account,
            "aws:PrincipalArn": principal.role_arn,
            "aws:PrincipalType": "AssumedRole",
            "aws:userid": principal.user_id,
        }
    return context
