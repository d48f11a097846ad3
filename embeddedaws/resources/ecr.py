"""ECR's repositories and their policies."""

from typing import Any

from embeddedaws.resources.maker import Aws, Maker, Makers, State, Told, put
from embeddedaws.resources.tagging import Tagging
from pulumicheck.types import ecr
from pulumicheck.types.inputs import Inputs, at

_SCAN = "imageScanningConfiguration.scanOnPush"


def _scanning(inputs: Inputs) -> dict[str, bool]:
    return {"scanOnPush": bool(at(inputs, _SCAN))}


def _create(aws: Aws, inputs: Inputs) -> Told:
    made = aws(
        "ecr",
        "create_repository",
        repositoryName=inputs["name"],
        imageTagMutability=inputs.get("imageTagMutability"),
        imageScanningConfiguration=_scanning(inputs),
    )
    return {"arn": made["repository"]["repositoryArn"]}


def _read(aws: Aws, state: State) -> dict[str, Any]:
    (found,) = aws("ecr", "describe_repositories", repositoryNames=[state["name"]])["repositories"]
    return {
        "name": found["repositoryName"],
        "imageTagMutability": found["imageTagMutability"],
        "imageScanningConfiguration": {"scanOnPush": found["imageScanningConfiguration"]["scanOnPush"]},
    }


def _update(aws: Aws, state: State, inputs: Inputs) -> None:
    name, mutability = state["name"], inputs.get("imageTagMutability", "MUTABLE")
    aws("ecr", "put_image_tag_mutability", repositoryName=name, imageTagMutability=mutability)
    aws("ecr", "put_image_scanning_configuration", repositoryName=name, imageScanningConfiguration=_scanning(inputs))


def _delete(aws: Aws, state: State) -> None:
    aws("ecr", "delete_repository", repositoryName=state["name"], force=state.get("forceDelete", False))


def _policy(put_: tuple[str, str], get: str, delete: str) -> Maker:
    """The maker of a policy of a repository, by the names of its calls and of the parameter that holds it."""
    operation, text = put_

    def write(aws: Aws, inputs: Inputs) -> None:
        aws("ecr", operation, repositoryName=inputs["repository"], **{text: inputs["policy"]})

    def read(aws: Aws, state: State) -> dict[str, Any]:
        found = aws("ecr", get, repositoryName=state["repository"])
        return {"repository": state["repository"], "policy": found[text]}

    return put(
        ("repository", "policy"),
        write=write,
        read=read,
        delete=lambda aws, state: aws("ecr", delete, repositoryName=state["repository"]),
    )


MAKERS: Makers = {
    ecr.REPOSITORY: Maker(
        ("name", "imageTagMutability", _SCAN, "forceDelete"),
        create=_create,
        read=_read,
        update=_update,
        delete=_delete,
        defaults={
            "imageTagMutability": "MUTABLE",
            "imageScanningConfiguration": {"scanOnPush": False},
            "forceDelete": False,
        },
        tagging=Tagging("ecr", "resourceArn", tags="tags", keys="tagKeys"),
    ),
    ecr.LIFECYCLE_POLICY: _policy(
        ("put_lifecycle_policy", "lifecyclePolicyText"), "get_lifecycle_policy", "delete_lifecycle_policy"
    ),
    ecr.REPOSITORY_POLICY: _policy(
        ("set_repository_policy", "policyText"), "get_repository_policy", "delete_repository_policy"
    ),
}
