"""Secrets Manager (service authorization reference, "AWS Secrets Manager")."""

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.authorization.tag_keys import request_tags
from embeddedaws.call import Call, NotMapped
from embeddedaws.moto.deployed import Deployed

_OF_A_SECRET = {
    "CreateSecret",
    "DeleteSecret",
    "DescribeSecret",
    "GetResourcePolicy",
    "GetSecretValue",
    "ListSecretVersionIds",
    "PutResourcePolicy",
    "PutSecretValue",
    "RestoreSecret",
    "UpdateSecret",
    "UpdateSecretVersionStage",
}


def calls(request: ApiRequest, deployed: Deployed) -> list[Call]:
    """The action is the operation's, the resource the secret, by whichever of its names it is asked for."""
    operation, parameters = request.operation("secretsmanager")
    if operation not in _OF_A_SECRET:
        raise NotMapped
    arn = deployed.secret_arn_of(parameters["Name" if operation == "CreateSecret" else "SecretId"])
    context = {"secretsmanager:SecretId": arn, **request_tags(parameters.get("Tags"))}
    for parameter in ("VersionId", "VersionStage"):
        if parameter in parameters:
            context[f"secretsmanager:{parameter}"] = str(parameters[parameter])
    return [Call(f"secretsmanager:{operation}", arn, context)]
