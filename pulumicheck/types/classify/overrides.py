"""Where the rules are wrong, by hand, each with its reason."""

from collections.abc import Mapping
from dataclasses import dataclass

from pulumicheck.types.classify.evidence import Finding
from pulumicheck.types.tables import ALL


@dataclass(frozen=True)
class Override:
    """What holds of a type in the place of what the rules find; None leaves theirs.

    Attributes:
        because: why, in a few words.
        opens: paths of the inputs that may give access.
        passes: paths of the inputs that say with whose permissions something acts.
        guards: paths of the inputs that keep something closed.
        holds: what is lost with it.
    """

    because: str
    opens: tuple[str, ...] | None = None
    passes: tuple[str, ...] | None = None
    guards: tuple[str, ...] | None = None
    holds: str | None = None

    def applied_to(self, found: Finding) -> Finding:
        """The finding with what is said here."""
        return Finding(
            opens=found.opens if self.opens is None else list(self.opens),
            passes=found.passes if self.passes is None else list(self.passes),
            guards=found.guards if self.guards is None else list(self.guards),
            holds=found.holds if self.holds is None else self.holds,
            why=[*found.why, f"by hand: {self.because}"],
        )


_SETTINGS = Override("an option may be an instance profile or a security group", opens=("settings",))
_BLOCKS = Override(
    "what is not given is false",
    guards=("blockPublicAcls!", "blockPublicPolicy!", "ignorePublicAcls!", "restrictPublicBuckets!"),
)
_CLOSES_TOO = Override("it may deny as well, and is missed when it goes", opens=(ALL,), guards=(ALL,))
_BODY = Override("an OpenAPI document holds a resource policy and authorizers", opens=("body", "policy", "parameters"))

OVERRIDES: Mapping[str, Override] = {
    "aws:apigateway/restApi:RestApi": _BODY,
    "aws:apigateway/restApiPut:RestApiPut": _BODY,
    "aws:apigatewayv2/api:Api": Override("an OpenAPI document holds authorizers", opens=("body", "corsConfiguration")),
    "aws:elasticbeanstalk/environment:Environment": _SETTINGS,
    "aws:elasticbeanstalk/configurationTemplate:ConfigurationTemplate": _SETTINGS,
    "aws:datapipeline/pipelineDefinition:PipelineDefinition": Override(
        "the roles that it acts with are fields of its objects", opens=(ALL,)
    ),
    "aws:cloudformation/stack:Stack": Override("a template makes anything, with the role's permissions", opens=(ALL,)),
    "aws:cloudformation/stackSetInstance:StackSetInstance": Override("makes a template's resources", opens=(ALL,)),
    "aws:servicecatalog/provisionedProduct:ProvisionedProduct": Override("a product makes anything", opens=(ALL,)),
    "aws:serverlessrepository/cloudFormationStack:CloudFormationStack": Override(
        "a template makes anything", opens=(ALL,)
    ),
    "aws:ec2/routeTable:RouteTable": Override("a route says what can be reached", opens=("routes",)),
    "aws:ec2/securityGroup:SecurityGroup": Override("without rules it opens nothing", opens=("ingress", "egress")),
    "aws:iam/role:Role": Override(
        "by itself it is allowed nothing",
        opens=("assumeRolePolicy", "inlinePolicies", "managedPolicyArns"),
        guards=("permissionsBoundary",),
    ),
    "aws:iam/user:User": Override("by itself it is allowed nothing", opens=(), guards=("permissionsBoundary",)),
    "aws:iam/policy:Policy": Override("what it is called and where matters to nobody", opens=("policy",)),
    "aws:iam/instanceProfile:InstanceProfile": Override("hands on a role", opens=(), passes=("role",)),
    "aws:lambda/permission:Permission": Override("each of its inputs limits it", opens=(ALL,)),
    "aws:s3/accountPublicAccessBlock:AccountPublicAccessBlock": _BLOCKS,
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": _BLOCKS,
    "aws:organizations/policy:Policy": _CLOSES_TOO,
    "aws:organizations/policyAttachment:PolicyAttachment": _CLOSES_TOO,
    "aws:ec2/networkAcl:NetworkAcl": _CLOSES_TOO,
    "aws:ec2/networkAclRule:NetworkAclRule": _CLOSES_TOO,
    "aws:ec2/networkAclAssociation:NetworkAclAssociation": _CLOSES_TOO,
    "aws:ec2/defaultNetworkAcl:DefaultNetworkAcl": _CLOSES_TOO,
    "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": _CLOSES_TOO,
    "aws:ec2/vpcEndpointPolicy:VpcEndpointPolicy": _CLOSES_TOO,
    "aws:networkfirewall/firewallPolicy:FirewallPolicy": _CLOSES_TOO,
    "aws:networkfirewall/ruleGroup:RuleGroup": _CLOSES_TOO,
    "aws:route53/resolverFirewallRule:ResolverFirewallRule": _CLOSES_TOO,
    "aws:route53/resolverFirewallRuleGroup:ResolverFirewallRuleGroup": _CLOSES_TOO,
    "aws:route53/resolverFirewallRuleGroupAssociation:ResolverFirewallRuleGroupAssociation": _CLOSES_TOO,
    "aws:fms/policy:Policy": _CLOSES_TOO,
    "aws:sqs/redriveAllowPolicy:RedriveAllowPolicy": Override("is between queues of one account", opens=()),
    "aws:ecr/lifecyclePolicy:LifecyclePolicy": Override("says when images expire", opens=()),
    "aws:dlm/lifecyclePolicy:LifecyclePolicy": Override("says when snapshots are made", opens=()),
    "aws:imagebuilder/lifecyclePolicy:LifecyclePolicy": Override("says when images expire", opens=()),
    "aws:datazone/userProfile:UserProfile": Override("lets a user into the domain", opens=(ALL,)),
}
"""By token."""


def mended(token: str, found: Finding) -> Finding:
    """What the rules find of a type, or what is known better."""
    override = OVERRIDES.get(token)
    return override.applied_to(found) if override else found
