"""Which of Pulumi's types and inputs is which of Terraform's: by rules, checked by what both have.

Pulumi's bridge makes its names of Terraform's: `aws_sqs_queue` becomes `aws:sqs/queue:Queue`, `queue_url` becomes
`queueUrl`, and what may be there several times gets a plural. Exceptions are written by hand in the bridge and not in
the package.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache

from pulumicheck.types.classify.package import PulumiType
from pulumicheck.types.classify.schema import Names

_ALIKE = 0.6  # what two types have to share of names and properties
_TOO_FEW = 0.3  # of properties alone
_SHORTER = re.compile(r"^(.+)_(?:id|name|arn|type)$")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_NOT_TOLD = {"region", "tags", "tagsAll", "id"}  # what nearly all have


# Where the bridge has another name, or two of Pulumi's types are one of Terraform's.
_BY_HAND = {
    "aws:alb/listener:Listener": "aws_lb_listener",
    "aws:alb/listenerCertificate:ListenerCertificate": "aws_lb_listener_certificate",
    "aws:alb/listenerRule:ListenerRule": "aws_lb_listener_rule",
    "aws:alb/loadBalancer:LoadBalancer": "aws_lb",
    "aws:alb/targetGroup:TargetGroup": "aws_lb_target_group",
    "aws:alb/targetGroupAttachment:TargetGroupAttachment": "aws_lb_target_group_attachment",
    "aws:apigateway/deployment:Deployment": "aws_api_gateway_deployment",
    "aws:apigateway/model:Model": "aws_api_gateway_model",
    "aws:appsync/dataSource:DataSource": "aws_appsync_datasource",
    "aws:cloudwatchomni/domain:Domain": "",  # no other domain is one
    "aws:cloudtrail/trail:Trail": "aws_cloudtrail",
    "aws:codedeploy/application:Application": "aws_codedeploy_app",
    "aws:codepipeline/pipeline:Pipeline": "aws_codepipeline",
    "aws:directconnect/linkAggregationGroup:LinkAggregationGroup": "aws_dx_lag",
    "aws:elb/loadBalancer:LoadBalancer": "aws_elb",
    "aws:guardduty/iPSet:IPSet": "aws_guardduty_ipset",
    "aws:guardduty/threatIntelSet:ThreatIntelSet": "aws_guardduty_threatintelset",
    "aws:lakeformation/resourceLfTag:ResourceLfTag": "aws_lakeformation_resource_lf_tag",
    "aws:lb/listener:Listener": "aws_lb_listener",
    "aws:lb/listenerCertificate:ListenerCertificate": "aws_lb_listener_certificate",
    "aws:lb/listenerRule:ListenerRule": "aws_lb_listener_rule",
    "aws:lb/loadBalancer:LoadBalancer": "aws_lb",
    "aws:lb/targetGroup:TargetGroup": "aws_lb_target_group",
    "aws:lb/targetGroupAttachment:TargetGroupAttachment": "aws_lb_target_group_attachment",
    "aws:opensearch/serverlessCollection:ServerlessCollection": "aws_opensearchserverless_collection",
    "aws:rds/parameterGroup:ParameterGroup": "aws_db_parameter_group",
    "aws:rds/subnetGroup:SubnetGroup": "aws_db_subnet_group",
    "aws:s3/bucketAclV2:BucketAclV2": "aws_s3_bucket_acl",
    "aws:s3/bucketObjectv2:BucketObjectv2": "aws_s3_object",
    "aws:s3/bucketV2:BucketV2": "aws_s3_bucket",
    "aws:waf/ipSet:IpSet": "aws_waf_ipset",
    "aws:wafregional/ipSet:IpSet": "aws_wafregional_ipset",
}


def camel_case(name: str) -> str:
    """`queueUrl` for `queue_url`."""
    return re.sub(r"_(.)", lambda found: found[1].upper(), name)


def plurals(name: str) -> Iterator[str]:
    """The name and what Pulumi may make of it for several."""
    yield name
    yield f"{name}s"
    yield f"{name}es"
    if name.endswith("y"):
        yield f"{name[:-1]}ies"
    if name.endswith("s"):
        yield name[:-1]
    yield f"{name}Lists"
    if name.endswith("ex"):
        yield f"{name[:-2]}ices"


def input_of(name: str, inputs: Collection[str]) -> str:
    """The one of Pulumi's inputs that is a property of Terraform's; "" if none is by these rules."""
    if name == "filename" and "code" in inputs:  # of a Lambda function
        return "code"
    shorter = _SHORTER.findall(name)  # `rest_api_id` may become `restApi`
    found = next((it for each in (name, *shorter) if (it := _same_input(each, inputs))), "")
    return found or ("name" if name.endswith("_name") and "name" in inputs else "")


def _same_input(name: str, inputs: Collection[str]) -> str:
    return next((plural for plural in plurals(camel_case(name)) if plural in inputs), "")


def terraform_types(types: Collection[PulumiType], known: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Terraform's type of each of Pulumi's, by token; none for what is not alike to any.

    Args:
        types: Pulumi's types.
        known: what each of Terraform's has at its top.
    """
    scored = {each.token: _best(each, known) for each in types if each.token not in _BY_HAND}
    winners: dict[str, float] = {}
    for score, name in scored.values():
        winners[name] = max(score, winners.get(name, 0.0))
    found = {token: name for token, (score, name) in scored.items() if name and score >= winners[name]}
    return found | {token: name for token, name in _BY_HAND.items() if name in known}


def _best(of: PulumiType, known: Mapping[str, Collection[str]]) -> tuple[float, str]:
    scored = ((_score(of, name, properties), name) for name, properties in known.items() if _may_be(of, name))
    best, name = max(scored, default=(0.0, ""))
    return (best, name) if best >= _ALIKE else (0.0, "")


def _may_be(of: PulumiType, name: str) -> bool:
    """Whether the last word of Terraform's name is in Pulumi's: looking at all properties takes long."""
    return bool(_stems(of.noun) & _stems(name.removeprefix("aws")))


def _score(of: PulumiType, name: str, properties: Collection[str]) -> float:
    inputs = of.inputs.keys() - _NOT_TOLD
    found = {camel_case(each): _same_input(each, of.inputs) for each in properties}
    shared = set(found.values()) & inputs
    every = len(inputs) + sum(not each for key, each in found.items() if key not in _NOT_TOLD)
    alike = (len(shared) + 1) / (every + 1)
    ours, theirs = _stems(of.service) | _stems(of.noun), _stems(name.removeprefix("aws"))
    # The words of the noun have to be in it; those of the service may be.
    named = len(ours & theirs) / len(ours | theirs) + 0.5 * (len(_stems(of.noun) & theirs) / len(_stems(of.noun)))
    return alike * (0.4 + named) if alike > _TOO_FEW else 0.0


@cache
def _stems(text: str) -> frozenset[str]:
    return frozenset(word.lower().rstrip("s") or word for word in _WORDS.findall(text))


def path_of(path: Names, of: PulumiType) -> str:
    """The path of Pulumi's to an attribute of Terraform's; that of the block above where a name is not found; ""."""
    top = input_of(path[0], of.inputs)
    if not top:
        return ""
    within = {inner for inner, _ in of.within(of.inputs[top])}
    found = top
    for name in path[1:]:
        below = found.removeprefix(top).removeprefix(".")
        prefix = f"{below}." if below else ""
        here = {each.removeprefix(prefix) for each in within if each.startswith(prefix)}
        inner = input_of(name, {each for each in here if "." not in each})
        if not inner:
            return found
        found = f"{found}.{inner}"
    return found
