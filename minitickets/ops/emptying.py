"""Empties what AWS deletes only when it is empty, and nothing that belongs to another stack."""

from collections.abc import Iterator, Sequence
from typing import Any

from botocore.exceptions import ClientError

from minitickets.errors import CommandError
from minitickets.ops.target import OperatedStack

_OBJECTS = 1000  # in one DeleteObjects
_IMAGES = 100  # in one BatchDeleteImage


def require_bucket(target: OperatedStack, bucket: str) -> None:
    """Makes sure that a bucket is the stack's.

    Raises:
        CommandError: its tags say otherwise.
    """
    try:
        tags = target.clients.s3.get_bucket_tagging(Bucket=bucket)["TagSet"]
    except ClientError as error:
        raise _not_ours(target, f"bucket {bucket}") from error
    _require(target, f"bucket {bucket}", {tag["Key"]: tag["Value"] for tag in tags})


def require_repository(target: OperatedStack, repository: str) -> None:
    """Makes sure that a repository is the stack's.

    Raises:
        CommandError: its tags say otherwise.
    """
    ecr = target.clients.ecr
    try:
        found = ecr.describe_repositories(repositoryNames=[repository])["repositories"][0]
        tags = ecr.list_tags_for_resource(resourceArn=found.get("repositoryArn", "")).get("tags", [])
    except ClientError as error:
        raise _not_ours(target, f"repository {repository}") from error
    _require(target, f"repository {repository}", {tag["Key"]: tag["Value"] for tag in tags})


def empty_bucket(target: OperatedStack, bucket: str) -> Iterator[int]:
    """Deletes every version of every object; yields how many, call by call.

    Raises:
        CommandError: S3 keeps one.
    """
    s3 = target.clients.s3
    for page in s3.get_paginator("list_object_versions").paginate(Bucket=bucket):
        listed: Sequence[Any] = [*page.get("Versions", []), *page.get("DeleteMarkers", [])]
        versions = [{"Key": each["Key"], "VersionId": each["VersionId"]} for each in listed]
        for start in range(0, len(versions), _OBJECTS):
            batch = versions[start : start + _OBJECTS]
            answer = s3.delete_objects(Bucket=bucket, Delete={"Objects": batch, "Quiet": True})  # pyright: ignore[reportArgumentType]
            for kept in answer.get("Errors", [])[:1]:
                raise CommandError(f"S3 keeps {kept.get('Key')} in {bucket} ({kept.get('Message')}): mend that first.")
            yield len(batch)


def empty_repository(target: OperatedStack, repository: str) -> Iterator[int]:
    """Deletes every image; yields how many, call by call. What an index refers to goes after the index.

    Raises:
        CommandError: ECR keeps one.
    """
    ecr = target.clients.ecr
    while images := ecr.list_images(repositoryName=repository, maxResults=_IMAGES)["imageIds"]:
        answer = ecr.batch_delete_image(repositoryName=repository, imageIds=images)
        kept = {each.get("imageId", {}).get("imageDigest") for each in answer.get("failures", [])}
        gone = len({each.get("imageDigest") for each in images} - kept)
        if not gone:
            why = next((each.get("failureReason") for each in answer.get("failures", [])), "it does not say why")
            raise CommandError(f"ECR keeps images in {repository} ({why}): mend that first.")
        yield gone


def _require(target: OperatedStack, what: str, tags: dict[str, str]) -> None:
    """The tags are what the program gives to all that it makes, by the provider's default tags."""
    names = target.names
    if (tags.get("project"), tags.get("stack")) != (names.project, names.stack):
        raise _not_ours(target, what)


def _not_ours(target: OperatedStack, what: str) -> CommandError:
    return CommandError(f"{what} is not there, or its tags do not say that it is of {target.where}: see its name.")
