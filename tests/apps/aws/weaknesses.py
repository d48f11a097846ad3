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
# urllib3 stumbles over some redirects, after the answer; of what is unforeseen nobody says when it went wrong.
_VAGUE = ("a redirect", "a name that is none")
WEAKNESSES: Mapping[str, Mapping[str, Outcome]] = {
    "reference": {
        **dict.fromkeys(_STRETCHED, Answered(CALLS["GetItem"].means)),
        **dict.fromkeys(_MISREAD, Answered({})),
        **dict.fromkeys(_VAGUE, Failed(Unanswered)),
    }
}
