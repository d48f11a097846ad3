"""Short names of principals and resources, as people say them: `taker`, `orders`, `invoices/1.pdf`."""

import re
from collections.abc import Iterable, Mapping

from pulumicheck.errors import CheckError
from pulumicheck.plan.plan import Plan

_TYPED = re.compile(r"(?:role|policy|table|identity|function|secret|log-group|repository)[/:](?P<name>.+)", re.DOTALL)
_ARN = re.compile(r"arn:[^:]+:[^:]+:[^:]*:[^:]*:.+", re.DOTALL)
_SERVICES = {"sts": "iam"}  # whose roles are assumed


def principal_named(name: str, plan: Plan) -> str:
    """The ARN of the role, or of the policy for someone outside the stack, that a name means; services are as they are.

    Raises:
        CheckError: the name means none or several.
    """
    if name.startswith("arn:") or "." in name or name == "*":
        return name
    arns = [resource.outputs["arn"] for resource in plan.resources if resource.row.acts]
    return _one(name, arns, plan, "principal")


def resource_named(name: str, action: str, plan: Plan) -> str:
    """The ARN of the resource that a name means, among those of the action's service, or of any for `*`.

    Raises:
        CheckError: the name means none or several, is half an ARN, or has a wildcard.
    """
    if name == "*" and action != "*":
        return name
    if name.startswith("arn:") and not _ARN.fullmatch(name):
        raise CheckError(f"{name[:200]!r} is no ARN: it is arn:partition:service:region:account:resource.")
    arn = _with_streams(name if name.startswith("arn:") else _resource(name, action, plan))
    if re.search(r"[*?]", arn.removesuffix(":*") if ":log-group:" in arn else arn):
        raise CheckError(
            f"{name} has a wildcard: ask about one resource, such as one that a policy of the stack names."
        )
    return arn


def _resource(name: str, action: str, plan: Plan) -> str:
    prefix = action.partition(":")[0].lower()
    service = _SERVICES.get(prefix, prefix)
    known = {str(resource.outputs["arn"]): resource.name for resource in plan.resources if resource.row.is_acted_on}
    of_service = {arn: own for arn, own in known.items() if service in {"*", arn.split(":")[2]}}
    bucket, slash, key = name.partition("/")
    if service == "s3" and slash:
        return f"{_known(bucket, of_service, plan, 'bucket')}/{key}"
    return _known(name, of_service, plan, "resource" if service == "*" else f"resource of {service}")


def _known(name: str, resources: Mapping[str, str], plan: Plan, what: str) -> str:
    """By a Pulumi name, as the map shows it, else by a physical one; several services may have used the same."""
    by_name = [arn for arn, own in resources.items() if own == name]
    return by_name[0] if by_name else _one(name, resources, plan, what)


def _with_streams(arn: str) -> str:
    """A log group's ARN with the `:*` that AWS gives it and that stands for its streams."""
    is_group = ":log-group:" in arn and ":log-stream:" not in arn
    return f"{arn.removesuffix(':*')}:*" if is_group else arn


def _one(name: str, arns: Iterable[str], plan: Plan, what: str) -> str:
    prefix = f"{plan.recording.project}-{plan.recording.stack}-"
    names = {arn: _name(arn) for arn in arns}
    short = {arn: full.removeprefix(prefix) for arn, full in names.items()}
    for found in (
        [arn for arn in names if name in (names[arn], short[arn])],
        [arn for arn in names if short[arn].startswith(f"{name}-") or names[arn].startswith(f"{name}-")],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            raise CheckError(f"{name!r} may be any of {', '.join(found)}: name one.")
    raise CheckError(f"no {what} is called {name!r}; there are: {', '.join(sorted(short.values())) or 'none'}.")


def _name(arn: str) -> str:
    resource = arn.split(":", 5)[5]
    typed = _TYPED.fullmatch(resource)
    return typed["name"] if typed else resource
