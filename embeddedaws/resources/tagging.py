"""How AWS's services keep the tags of a resource; each has names of its own for the same three calls."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from botocore.exceptions import ClientError

Call = Callable[..., dict[str, Any]]


@dataclass(frozen=True)
class Tagging:
    """The calls of one service.

    Attributes:
        service: as boto3 names it.
        parameter: what names the resource in each call.
        known_by: the resource's output that is its value.
        list_: the operation that shows them.
        add: the operation that adds some.
        remove: the operation that takes some away.
        tags: what holds them in requests and answers.
        keys: what holds the names of those to take away.
        as_pairs: whether they are a list of `Key` and `Value`, or else an object.
    """

    service: str
    parameter: str = "ResourceArn"
    known_by: str = "arn"
    list_: str = "list_tags_for_resource"
    add: str = "tag_resource"
    remove: str = "untag_resource"
    tags: str = "Tags"
    keys: str = "TagKeys"
    as_pairs: bool = True

    def read(self, aws: Call, state: Mapping[str, Any]) -> dict[str, str]:
        """The tags that it has."""
        found = aws(self.service, self.list_, **self._resource(state)).get(self.tags) or {}
        return {tag["Key"]: tag["Value"] for tag in found} if self.as_pairs else dict(found)

    def write(self, aws: Call, state: Mapping[str, Any], tags: Mapping[str, str], before: Mapping[str, str]) -> None:
        """Brings the tags that it has to these."""
        gone = sorted(before.keys() - tags.keys())
        if gone:
            aws(self.service, self.remove, **self._resource(state), **{self.keys: gone})
        if tags:
            pairs = [{"Key": key, "Value": value} for key, value in tags.items()]
            aws(self.service, self.add, **self._resource(state), **{self.tags: pairs if self.as_pairs else dict(tags)})

    def _resource(self, state: Mapping[str, Any]) -> dict[str, Any]:
        return {self.parameter: state[self.known_by]}


class BucketTagging(Tagging):
    """S3 takes all tags of a bucket at once."""

    def read(self, aws: Call, state: Mapping[str, Any]) -> dict[str, str]:
        """The tags that it has."""
        try:
            found = aws("s3", "get_bucket_tagging", Bucket=state["bucket"])["TagSet"]
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") != "NoSuchTagSet":
                raise
            return {}
        return {tag["Key"]: tag["Value"] for tag in found}

    def write(self, aws: Call, state: Mapping[str, Any], tags: Mapping[str, str], before: Mapping[str, str]) -> None:
        """Brings the tags that it has to these."""
        pairs = [{"Key": key, "Value": value} for key, value in tags.items()]
        if pairs:
            aws("s3", "put_bucket_tagging", Bucket=state["bucket"], Tagging={"TagSet": pairs})
        elif before:
            aws("s3", "delete_bucket_tagging", Bucket=state["bucket"])
