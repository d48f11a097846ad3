import json

import pulumi
import pulumi_aws as aws
import roles

region = aws.config.region
stage_name = "api"
table = aws.dynamodb.Table(
    "counters",
    attributes=[aws.dynamodb.TableAttributeArgs(name="id", type="S")],
    hash_key="id",
    read_capacity=1,
    write_capacity=1,
)
policy = aws.iam.RolePolicy(
    "counts",
    role=roles.hello.id,
    policy=aws.iam.get_policy_document_output(
        statements=[
            {"sid": "Count", "actions": ["dynamodb:UpdateItem", "dynamodb:GetItem"], "resources": [table.arn]},
            {"sid": "Log", "actions": ["logs:CreateLogStream", "logs:PutLogEvents"], "resources": ["*"]},
        ]
    ).json,
)
at_once = pulumi.Config().get_float("atOnce")
function = aws.lambda_.Function(
    "hello",
    role=roles.hello.arn,
    runtime="python3.13",
    handler="hello.handler",
    code=pulumi.AssetArchive(
        {
            ".": pulumi.FileArchive("./code"),
            "version.txt": pulumi.StringAsset("1"),
            "more": pulumi.AssetArchive({"again.py": pulumi.FileAsset("code/hello.py")}),
        }
    ),
    publish=bool(at_once),
    environment=aws.lambda_.FunctionEnvironmentArgs(variables={"TABLE": table.name}),
    opts=pulumi.ResourceOptions(depends_on=[policy]),
)


def description(arn):
    uri = f"arn:aws:apigateway:{region}:lambda:path/2015-03-31/functions/{arn}/invocations"
    method = {"x-amazon-apigateway-integration": {"uri": uri, "httpMethod": "POST", "type": "aws_proxy"}}
    return json.dumps({"swagger": "2.0", "paths": {"/{proxy+}": {"x-amazon-apigateway-any-method": method}}})


api = aws.apigateway.RestApi("api", body=function.arn.apply(description))
deployment = aws.apigateway.Deployment("deployment", rest_api=api.id)
stage = aws.apigateway.Stage("stage", rest_api=api.id, deployment=deployment.id, stage_name=stage_name)
aws.lambda_.Permission(
    "api-may-call",
    action="lambda:InvokeFunction",
    function=function.name,
    principal="apigateway.amazonaws.com",
    source_arn=api.execution_arn.apply(lambda arn: arn + "/*/*"),
)
http = aws.apigatewayv2.Api("http", protocol_type="HTTP")
backend = aws.apigatewayv2.Integration(
    "backend", api_id=http.id, integration_type="AWS_PROXY", integration_uri=function.arn
)
route = aws.apigatewayv2.Route(
    "route", api_id=http.id, route_key="ANY /{proxy+}", target=backend.id.apply(lambda id_: "integrations/" + id_)
)
machine = aws.sfn.StateMachine(
    "machine",
    role_arn=roles.hello.arn,
    definition=function.arn.apply(
        lambda arn: (
            """{"StartAt": "Hello", "States": {"Hello": {"Type": "Task", "Resource": "%s", "End": true}}}""" % arn
        )
    ),
)
pulumi.export("rest", stage.invoke_url.apply(lambda url: url + "/{proxy+}"))
pulumi.export("http", pulumi.Output.all(http.api_endpoint, route.id).apply(lambda both: both[0] + "/" + both[1]))
