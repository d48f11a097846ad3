"""What a refusal says, service by service.

Sources: IAM user guide, "Troubleshoot access denied error messages"; what people quote of AWS in issue threads.
"""

from embeddedaws.call import Call, Principal
from pulumicheck.iam.evaluate import Decision
from pulumicheck.iam.statement import PolicyType

_KINDS: dict[PolicyType, str] = {
    "boundary": "permissions boundary",
    "identity": "identity-based policy",
    "resource": "resource-based policy",
    "session": "session policy",
    "trust": "resource-based policy",
}


def denied(principal: Principal, call: Call, decision: Decision) -> str:
    """The sentence for a call that the policies do not allow."""
    action, resource = call.action, call.resource
    match action.partition(":")[0]:
        case "sts":
            return f"User: {principal.arn} is not authorized to perform: {action} on resource: {resource}"
        case "ses" if action.startswith("ses:Send"):
            return f"User `{principal.arn}' is not authorized to perform `{action}' on resource `{resource}'"
        case "sqs":
            action = action.lower()
        case "s3":
            resource = f'"{resource}"'
        case _:
            pass
    return (
        f"User: {principal.arn} is not authorized to perform: {action} on resource: {resource} {_why(decision, action)}"
    )


def not_known(principal: Principal, wanted: str, why: str) -> str:
    """The sentence for a request of which nobody here can tell whether it is allowed."""
    return f"User: {principal.arn} is not authorized to perform: {wanted} because {why}"


def _why(decision: Decision, action: str) -> str:
    denier = decision.decided_by
    if denier is None:
        return f"because no {_KINDS[decision.limit or 'identity']} allows the {action} action"
    article = "an" if denier.type == "identity" else "a"
    return f"with an explicit deny in {article} {_KINDS[denier.type]}"
