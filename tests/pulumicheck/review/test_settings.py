from dataclasses import replace

from pulumicheck.plan.plan import Plan
from pulumicheck.review.names import Accepted
from pulumicheck.review.review import Review, review_plans
from tests.fixtures.programs import plan_of


def reviewed(before: dict[str, str], after: dict[str, str], untold: tuple[str, ...] = ()) -> Review:
    def plan(secrets: dict[str, str]) -> Plan:
        made = plan_of()
        return replace(made, recording=replace(made.recording, secret_settings=secrets, untold=untold))

    return review_plans(plan(before), plan(after), ("before", "after"), Accepted())


def test_an_encrypted_setting_that_is_another_has_to_be_accepted() -> None:
    review = reviewed({"x:a": "1", "x:b": "1"}, {"x:a": "2", "x:b": "1", "x:c": "1"})

    assert [(each.what, each.name) for each in review.doubts] == [("setting x:a", "p-dev")]
    assert review.exit_status == 3


def test_what_only_aws_can_tell_is_a_note() -> None:
    review = reviewed({}, {}, ("aws:ec2/getAmi:getAmi",))

    assert (review.doubts, review.exit_status) == ([], 0)
    assert "aws:ec2/getAmi:getAmi" in review.notes[0]
