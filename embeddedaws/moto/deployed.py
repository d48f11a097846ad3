"""What is deployed at this moment, as authorisation has to know it.

It is read from moto's own state, so that a policy that someone changes counts from the next request on.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import TYPE_CHECKING, Any

from moto.dynamodb.exceptions import MockValidationException
from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.parsing.key_condition_expression import parse_expression
from moto.ecr.models import ecr_backends
from moto.iam.models import iam_backends
from moto.s3.models import s3_backends
from moto.secretsmanager.models import secretsmanager_backends
from moto.ses.models import ses_backends
from moto.sqs.models import sqs_backends
from moto.sts.models import sts_backends

from embeddedaws.call import Account, Principal
from embeddedaws.clients import Credentials
from embeddedaws.moto.documents import parse, policies_of
from embeddedaws.moto.sessions import principal_of
from embeddedaws.moto.tags import tags_of
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.statement import PolicyType

if TYPE_CHECKING:
    from moto.iam.models import Role

_PARTITION = "aws"


class Deployed:
    """Looks things up in one account and region."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self.in_ses_sandbox = False
        """In SES's sandbox an email goes to verified recipients only, and needs the permission on their identities."""

    def session_of(self, access_key: str) -> tuple[Principal, Credentials] | None:
        """Who holds the key, and all that belongs to it: an assumed role that is still there, or nobody."""
        found = sts_backends[self.account.id][_PARTITION].get_assumed_role_from_access_key(access_key)
        role = self._role(found.role_arn) if found else None
        if found is None or role is None:
            return None
        expiration = found.expiration.replace(tzinfo=UTC).timestamp()
        credentials = Credentials(access_key, found.secret_access_key, found.session_token, expiration)
        return principal_of(found, role), credentials

    def identity_policies(self, principal: Principal) -> Iterator[Policy]:
        """The policies of a role, its permissions boundary, and the policies of the session.

        Raises:
            InvalidPolicy: one is ill formed, or a limit is no longer there.
        """
        role = self._role(principal.role_arn)
        if role is not None:
            yield from policies_of(principal, role, iam_backends[self.account.id][_PARTITION])

    def tags_of(self, arn: str) -> Mapping[str, str] | None:
        """The tags of a resource, none of one that is not there; None where nobody here knows them."""
        return tags_of(self.account, arn)

    def resource_policy(self, arn: str) -> Policy | None:
        """The resource or trust policy that protects what the ARN names, if it has one.

        Raises:
            InvalidPolicy: it is ill formed.
        """
        document, kind = self._document_of(arn)
        return parse(document, kind, arn) if document else None

    def key_schema_of(self, table: str, index: str | None) -> list[dict[str, str]]:
        """The attributes of the key of a table, by its name or ARN, or of its index; none for one that is not there."""
        found = dynamodb_backends[self.account.id][self.account.region].tables.get(table.rpartition("/")[2])
        if found is None or index is None:
            return found.schema if found else []
        indexes: list[Any] = [*found.indexes, *found.global_indexes]
        return next((each.schema for each in indexes if each.name == index), [])

    def queried_keys(self, parameters: Mapping[str, Any]) -> list[Any]:
        """The values in a Query's KeyConditionExpression, in DynamoDB's own form.

        It is read as moto reads it when it carries the Query out; what it finds ill formed, it will refuse then, too.
        """
        values = parameters.get("ExpressionAttributeValues", {})
        names = parameters.get("ExpressionAttributeNames", {})
        schema = self.key_schema_of(parameters["TableName"], parameters.get("IndexName"))
        try:
            keys, _, _ = parse_expression(parameters["KeyConditionExpression"], values, names, schema)
        except MockValidationException:
            return []
        return [value for _, value in keys]

    def email_identity_of(self, address: str) -> str:
        """The identity that stands for an address: itself if it is one, else the nearest domain that is."""
        domain = address.rpartition("@")[2].lower()
        parents = [domain.split(".", maxsplit=level)[-1] for level in range(domain.count("."))]
        known = ses_backends[self.account.id][self.account.region].email_identities
        return next((identity for identity in (address, *parents) if identity in known), domain)

    def secret_arn_of(self, secret_id: str) -> str:
        """The ARN of a secret, by its name, or by its ARN with or without the six characters at the end."""
        found = secretsmanager_backends[self.account.id][self.account.region].secrets.get(secret_id)
        return self.account.arn("secretsmanager", f"secret:{secret_id}") if found is None else found.arn

    def _document_of(self, arn: str) -> tuple[str | None, PolicyType]:
        _, _, service, _, _, resource = arn.split(":", maxsplit=5)
        account, region = self.account.id, self.account.region
        match service:
            case "iam":
                role = self._role(arn)
                return role.assume_role_policy_document if role else None, "trust"
            case "sqs":
                queue = sqs_backends[account][region].queues.get(resource)
                return queue.policy if queue else None, "resource"
            case "s3":
                bucket = s3_backends[account][_PARTITION].buckets.get(resource.partition("/")[0])
                return bucket.policy.decode() if bucket and bucket.policy else None, "resource"
            case "ecr":
                repository = ecr_backends[account][region].repositories.get(resource.removeprefix("repository/"))
                return repository.policy if repository else None, "resource"
            case _:
                return None, "resource"

    def _role(self, arn: str | None) -> "Role | None":
        roles = iam_backends[self.account.id][_PARTITION].roles.values()
        return next((role for role in roles if role.arn == arn), None)
