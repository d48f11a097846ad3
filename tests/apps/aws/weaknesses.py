"""What may become of a case on one transport besides what is right: so it is with clients of botocore's own."""

from collections.abc import Mapping

from aws.calls import Unanswered
from tests.apps.aws.calls import CALLS
from tests.apps.aws.outcomes import Answered, Failed, Outcome

# botocore gives each read of the socket the whole read timeout.
_STRETCHED = ("dripping headers", "a dripping body", "a hundred and continue, for ever")
# botocore takes a body that is empty, and says so, for an answer without the item that was asked for.
_MISREAD = ("an empty body",)
# What ends before its end is not tried again: botocore has decided on that when we look at the answer.
_NOT_RETRIED = ("cut headers", "a cut body")
# urllib3 stumbles over some redirects, after the answer; of what is unforeseen nobody says when it went wrong.
_VAGUE = ("a redirect", "a name that is none")
WEAKNESSES: Mapping[str, Mapping[str, Outcome]] = {
    "reference": {
        **dict.fromkeys(_STRETCHED, Answered(CALLS["GetItem"].means)),
        **dict.fromkeys(_MISREAD, Answered({})),
        **dict.fromkeys((*_VAGUE, *_NOT_RETRIED), Failed(Unanswered)),
    }
}
