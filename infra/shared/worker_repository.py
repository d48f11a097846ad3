import json

import pulumi
import pulumi_aws as aws

from infra.naming import Names
from infra.policy import Statement
from infra.shared.resource_policy import ResourcePolicy

_UNTAGGED_DAYS = 14
_EXPIRE_UNTAGGED = {
    "rulePriority": 1,
    "description": "Untagged images are leftovers: what is deployed was released under a tag that nothing can move.",
    "selection": {
        "tagStatus": "untagged",
        "countType": "sinceImagePushed",
        "countUnit": "days",
        "countNumber": _UNTAGGED_DAYS,
    },
    "action": {"type": "expire"},
}


class WorkerRepository(pulumi.ComponentResource):
    """The repository of the one image that both functions run."""

    def __init__(self, name: str, names: Names, opts: pulumi.ResourceOptions) -> None:
        super().__init__("minitickets:shared:WorkerRepository", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        repository = aws.ecr.Repository(
            name,
            name=names.worker_repository,
            image_tag_mutability="IMMUTABLE",
            image_scanning_configuration=aws.ecr.RepositoryImageScanningConfigurationArgs(scan_on_push=True),
            opts=child,
        )
        aws.ecr.LifecyclePolicy(
            f"{name}-expires-untagged",
            repository=repository.name,
            policy=json.dumps({"rules": [_EXPIRE_UNTAGGED]}),
            opts=child,
        )
        functions = pulumi.Output.concat(
            f"arn:{names.partition}:lambda:{names.region}:", repository.registry_id, f":function:{names.prefix}*"
        )
        policy = _pull_policy(f"{name}-policy", repository, functions, child)
        self.url = repository.repository_url
        # A function that is made before the policy would have Lambda write one of its own.
        self._pullable_url = pulumi.Output.all(self.url, policy.policy_id).apply(lambda known: known[0])
        self.register_outputs({"url": self.url})

    def image_uri(self, digest: str) -> pulumi.Output[str]:
        """The image with this digest; Lambda refuses a tag and a digest together, and a tag alone could move."""
        return pulumi.Output.concat(self._pullable_url, "@", digest)


def create_worker_repository(names: Names, opts: pulumi.ResourceOptions) -> WorkerRepository:
    """The image repository. It needs no switch: a first image must be pushed before compute can be turned on."""
    return WorkerRepository("worker-repository", names, opts)


def _pull_policy(
    name: str, repository: aws.ecr.Repository, functions: pulumi.Output[str], opts: pulumi.ResourceOptions
) -> ResourcePolicy:
    statement = Statement(
        sid="LambdaPullsImage",
        principal="lambda.amazonaws.com",
        actions=("ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"),
        condition={"ArnLike": {"aws:SourceArn": functions}},
        why="Lambda pulls the image for this stack's functions. Left out, Lambda would add a wider policy by itself.",
        used_by=("Lambda service",),
    )
    return ResourcePolicy(
        name,
        "minitickets:shared:RepositoryPolicy",
        repository.arn,
        statement,
        lambda policy, child: aws.ecr.RepositoryPolicy(name, repository=repository.name, policy=policy, opts=child),
        opts,
    )
