import json
from collections.abc import Callable
from typing import Any

import pytest


def test_its_tags_cannot_be_moved_and_what_is_pushed_is_scanned(dev: Any) -> None:
    assert dev.one("Repository", "worker-repository").inputs == {
        "name": "minitickets-dev-worker",
        "imageTagMutability": "IMMUTABLE",
        "imageScanningConfiguration": {"scanOnPush": True},
    }


def test_only_untagged_images_expire(dev: Any) -> None:
    (rule,) = json.loads(dev.one("LifecyclePolicy", "worker-repository-expires-untagged").inputs["policy"])["rules"]

    assert rule["action"] == {"type": "expire"}
    assert rule["selection"] == {
        "tagStatus": "untagged",
        "countType": "sinceImagePushed",
        "countUnit": "days",
        "countNumber": 14,
    }


@pytest.mark.parametrize(
    ("region", "partition"), [("cn-north-1", "aws-cn"), ("us-gov-west-1", "aws-us-gov"), ("ap-south-1", "aws")]
)
def test_lambda_may_pull_for_this_stack_s_functions_in_the_region_s_partition(
    dev_with: Callable[..., Any], region: str, partition: str
) -> None:
    recorded = dev_with({"aws:region": region})

    (policy,) = [each for each in recorded.all("RepositoryPolicy") if each.custom]
    assert json.loads(policy.inputs["policy"])["Statement"] == [
        {
            "Sid": "LambdaPullsImage",
            "Effect": "Allow",
            "Principal": {"Service": "lambda.amazonaws.com"},
            "Action": ["ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"],
            "Condition": {
                "ArnLike": {"aws:SourceArn": f"arn:{partition}:lambda:{region}:123456789012:function:minitickets-dev-*"}
            },
        }
    ]
