"""What may become of a case on one transport besides what is right: so it is with clients of botocore's own."""

from collections.abc import Mapping

from aws.calls import Unanswered
from tests.apps.aws.calls import CALLS
from tests.apps.aws.outcomes import Answered, Failed, Outcome

# botocore gives each read of the socket the whole read timeout.
_STRETCHED = ("dripping headers", "a dripping body", "a hundred and continue, for ever")
# botocore takes what it cannot read for an answer without fields, and does not look at its length; http.client takes
# early hints for the answer.
_MISREAD = ("JSON that is cut", "JSON that is HTML", "an empty body", "cut headers", "a cut body", "early hints")
# botocore does not say whether TLS, or whatever is unforeseen, failed before the request or after it.
_VAGUE = (
    "another name",
    "a part of the name",
    "an address instead of the name",
    "an old version",
    "no TLS",
    "nonsense for TLS",
    "closed before TLS",
    "reset before TLS",
    "a stall before TLS",
    "a dripping handshake",
    "a name that is none",
    "a redirect",  # of which urllib3 stumbles over some, after the answer
)
WEAKNESSES: Mapping[str, Mapping[str, Outcome]] = {
    "reference": {
        **dict.fromkeys(_STRETCHED, Answered(CALLS["GetItem"].means)),
        **dict.fromkeys(_MISREAD, Answered({})),
        **dict.fromkeys(_VAGUE, Failed(Unanswered)),
    }
}
