"""What only a deployment or AWS can tell is unknown, and so is whatever a program makes of it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pulumicheck.errors import CheckError
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.recording import Recording
from pulumicheck.plan.values import UNKNOWN, Secret
from tests.fixtures.programs import project_in

Ran = Callable[..., Recording]


@pytest.fixture
def ran(tmp_path: Path) -> Ran:
    """Records a program, with more settings and with stand-ins."""

    def run(source: str, settings: str = "", **stand_ins: Any) -> Recording:
        project = project_in(tmp_path, f"import json, pulumi, pulumi_aws as aws\n{source}")
        with (tmp_path / "Pulumi.dev.yaml").open("a") as file:
            file.write(settings)
        if stand_ins:
            (tmp_path / "pulumicheck.json").write_text(json.dumps(stand_ins))
        return make_plan(project, "dev").recording

    return run


def test_an_output_that_cannot_be_told_stays_unknown_through_all_that_is_made_of_it(ran: Ran) -> None:
    outputs = ran("""
server = aws.ec2.Instance("server", ami="ami-1", instance_type="t3.micro")
pulumi.export("id", server.id)
pulumi.export("ip", server.public_ip)
pulumi.export("concat", pulumi.Output.concat("http://", server.public_ip))
pulumi.export("format", pulumi.Output.format("{0}/", server.public_ip))
pulumi.export("apply", server.public_ip.apply(lambda ip: ip + ":80"))
pulumi.export("json", pulumi.Output.json_dumps({"ip": server.public_ip}))
pulumi.export("all", pulumi.Output.all(server.public_ip, 1))
pulumi.export("item", server.vpc_security_group_ids[0])
pulumi.export("known", server.instance_type)
""").outputs

    assert outputs.pop("known") == "t3.micro"
    assert outputs == dict.fromkeys(outputs, UNKNOWN)
    assert len(outputs) == 8


def test_what_the_table_tells_in_advance_is_known_unless_it_is_made_of_something_unknown(ran: Ran) -> None:
    outputs = ran("""
server = aws.ec2.Instance("server", ami="ami-1", instance_type="t3.micro")
pulumi.export("arn", aws.sqs.Queue("one", name="jobs").arn)
pulumi.export("unknown arn", aws.sqs.Queue("two", name=server.id).arn)
pulumi.export("unknown url", aws.sqs.Queue("three", name_prefix=server.id).url)
pulumi.export("secret arn", aws.sqs.Queue("four", name=pulumi.Output.secret("s3cr3t")).arn)
mapping = aws.lambda_.EventSourceMapping("m", function_name="f", event_source_arn=server.arn)
pulumi.export("unknown id", mapping.uuid)
""").outputs

    assert outputs == {
        "arn": "arn:aws:sqs:ap-south-1:123456789012:jobs",
        "unknown arn": UNKNOWN,
        "unknown url": UNKNOWN,
        "secret arn": Secret("arn:aws:sqs:ap-south-1:123456789012:s3cr3t"),
        "unknown id": UNKNOWN,
    }


def test_data_sources_answer_what_can_be_told_without_aws(ran: Ran) -> None:
    outputs = ran("""
me = aws.get_caller_identity()
pulumi.export("me", [me.account_id, me.arn])
pulumi.export("arn", f"arn:{aws.get_partition().partition}:sns:{aws.get_region().region}:{me.account_id}:t")
pulumi.export("zones", aws.get_availability_zones_output(state="available").names)
pulumi.export("other zones", aws.get_availability_zones(region="eu-west-1").names[:1])
pulumi.export("service", aws.get_arn(arn="arn:aws:s3:::bucket").service)
pulumi.export("principal", aws.get_service_principal(service_name="ecs").name)
""").outputs

    assert outputs == {
        "me": ["123456789012", UNKNOWN],
        "arn": "arn:aws:sns:ap-south-1:123456789012:t",
        "zones": ["ap-south-1a", "ap-south-1b", "ap-south-1c"],
        "other zones": ["eu-west-1a"],
        "service": "s3",
        "principal": "ecs.amazonaws.com",
    }


def test_what_other_data_sources_and_stacks_answer_is_unknown_and_told_so(ran: Ran) -> None:
    recording = ran("""
image = aws.ec2.get_ami(owners=["amazon"])
pulumi.export("direct", image.id)
pulumi.export("text", f"uses {image.name}")
pulumi.export("document", json.dumps({"Resource": image.arn}))
for number, subnet in enumerate(aws.ec2.get_subnets().ids):
    aws.ec2.Instance(f"in-{number}", ami=image.id, subnet_id=subnet)
pulumi.export("output", aws.ec2.get_ami_output(owners=["self"]).apply(lambda image: image.id))
net = pulumi.StackReference("acme/net/prod")
pulumi.export("stack", net.get_output("vpcId"))
pulumi.export("required", net.require_output("zones").apply(lambda zones: zones[0]))
pulumi.export("existing", aws.ec2.Vpc.get("old", "vpc-1").cidr_block)
""")

    assert recording.outputs == dict.fromkeys(recording.outputs, UNKNOWN)
    assert len(recording.outputs) == 7
    (server,) = (each for each in recording.resources if each.name == "in-0")
    assert server.inputs == {"ami": UNKNOWN, "subnetId": UNKNOWN}
    assert recording.untold == ("aws:ec2/getAmi:getAmi", "aws:ec2/getSubnets:getSubnets", "stack acme/net/prod")


def test_a_project_hands_in_stand_ins_for_what_only_aws_can_tell(ran: Ran) -> None:
    recording = ran(
        """
pulumi.export("image", aws.ec2.get_ami(owners=["amazon"]).id)
pulumi.export("vpc", pulumi.StackReference("acme/net/prod").require_output("vpcId"))
""",
        dataSources={"aws:ec2/getAmi:getAmi": {"id": "ami-7"}},
        stacks={"acme/net/prod": {"vpcId": "vpc-7"}},
    )

    assert recording.outputs == {"image": "ami-7", "vpc": "vpc-7"}
    assert recording.untold == ()


@pytest.mark.parametrize("stand_ins", [{"stack": {}}, {"stacks": []}, {"stacks": {"a": 1}}, {"dataSources": {"a": []}}])
def test_stand_ins_of_another_shape_are_refused(ran: Ran, stand_ins: dict[str, Any]) -> None:
    with pytest.raises(CheckError, match=r"^pulumicheck\.json must be an object of dataSources and stacks"):
        ran("", **stand_ins)


def test_a_program_that_cannot_go_on_without_an_answer_says_which(ran: Ran) -> None:
    with pytest.raises(
        CheckError, match=r"asked for aws:ec2/getAmi:getAmi, which only AWS can tell: put a stand-in into"
    ):
        ran("[] [len(aws.ec2.get_ami().block_device_mappings)]")


def test_what_is_read_by_an_id_that_tells_its_name_is_known_by_that(ran: Ran) -> None:
    recording = ran("pulumi.export('arn', aws.s3.Bucket.get('old', 'photos').arn)")

    (bucket,) = recording.resources
    assert (bucket.external, bucket.id, recording.outputs) == (True, "photos", {"arn": "arn:aws:s3:::photos"})


SECRETS = "  example:secret:\n    secure: AAABBB\n  example:some:\n    host: db\n    password:\n      secure: AAACCC\n"


def test_encrypted_settings_are_unknown_secrets_of_any_type(ran: Ran) -> None:
    recording = ran(
        """
config = pulumi.Config()
for name in ("", "_int", "_float", "_bool", "_object"):
    pulumi.export(f"get{name}", getattr(config, f"get_secret{name}")("secret"))
    pulumi.export(f"require{name}", getattr(config, f"require_secret{name}")("secret"))
pulumi.export("made of one", config.require_secret_object("secret").apply(lambda it: it["a"]["b"]))
""",
        SECRETS,
    )

    assert len(recording.outputs) == 11
    assert {(type(value), value.value) for value in recording.outputs.values()} == {(Secret, UNKNOWN)}
    assert set(recording.secret_settings) == {"example:secret", "example:some"}


def test_one_that_is_read_as_if_it_were_none_is_unknown(ran: Ran) -> None:
    outputs = ran(
        """
config = pulumi.Config()
pulumi.export("url", f"postgres://{config.require('secret')}@db")
pulumi.export("some", config.require_object("some"))
pulumi.export("secret", config.require_secret_object("some"))
""",
        SECRETS,
    ).outputs

    assert outputs["url"] == UNKNOWN
    assert outputs["some"] == {"host": "db", "password": UNKNOWN}
    assert isinstance(outputs["secret"], Secret)


def test_a_setting_that_is_missing_is_named_with_both_ways_to_give_it(ran: Ran) -> None:
    with pytest.raises(
        CheckError, match=r"^the setting example:size is missing: `pulumi config set example:size …`, or"
    ):
        ran("pulumi.Config().require_int('size')")


@pytest.mark.parametrize("read", ["require_int('size')", "require_object('size')", "require_secret_bool('size')"])
def test_a_setting_of_a_wrong_type_still_fails(ran: Ran, read: str) -> None:
    with pytest.raises(CheckError, match=r"size.*small"):
        ran(f"pulumi.Config().{read}", "  example:size: small\n")
