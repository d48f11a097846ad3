import json
import mimetypes
import os
from pathlib import Path

import pulumi
import pulumi_aws
import pulumi_aws.config
from pulumi import FileAsset, Output, ResourceOptions

config = pulumi.Config()
domain = config.require("domain")
certificate_arn = config.get("certificateArn")

pages = pulumi_aws.s3.Bucket("pages", bucket=domain)
site = pulumi_aws.s3.BucketWebsiteConfiguration(
    "site", bucket=pages.id, index_document={"suffix": "index.html"}, error_document={"key": "404.html"}
)
root = Path(os.getcwd(), config.require("pages"))
for path in sorted(path for path in root.rglob("*") if path.is_file()):
    kind, _ = mimetypes.guess_type(str(path))
    name = str(path.relative_to(root))
    pulumi_aws.s3.BucketObject(
        name,
        key=name,
        bucket=pages.id,
        content_type=kind,
        source=FileAsset(str(path)),
        opts=ResourceOptions(parent=pages),
    )


def readable(bucket):
    statement = {
        "Effect": "Allow",
        "Principal": "*",
        "Action": ["s3:GetObject"],
        "Resource": [f"arn:aws:s3:::{bucket}/*"],
    }
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


pulumi_aws.s3.BucketPolicy("readable", bucket=pages.id, policy=pages.id.apply(readable))

if certificate_arn is None:
    east = pulumi_aws.Provider("east", profile=pulumi_aws.config.profile, region="us-east-1")
    certificate = pulumi_aws.acm.Certificate(
        "certificate", domain_name=domain, validation_method="DNS", opts=ResourceOptions(provider=east)
    )
    zone = pulumi_aws.route53.get_zone(name="example.com.").id
    asked = certificate.domain_validation_options.apply(lambda options: options[0])
    proof = pulumi_aws.route53.Record(
        f"{domain}-proof",
        name=certificate.domain_validation_options.apply(lambda options: options[0].resource_record_name),
        type=certificate.domain_validation_options.apply(lambda options: options[0].resource_record_type),
        records=[asked.apply(lambda option: option.resource_record_value)],
        zone_id=zone,
        ttl=600,
    )
    valid = pulumi_aws.acm.CertificateValidation(
        "valid",
        certificate_arn=certificate.arn,
        validation_record_fqdns=[proof.fqdn],
        opts=ResourceOptions(provider=east),
    )
    certificate_arn = valid.certificate_arn

network = pulumi_aws.cloudfront.Distribution(
    "network",
    enabled=True,
    aliases=[domain],
    origins=[
        pulumi_aws.cloudfront.DistributionOriginArgs(
            origin_id=pages.arn,
            domain_name=site.website_endpoint,
            custom_origin_config=pulumi_aws.cloudfront.DistributionOriginCustomOriginConfigArgs(
                origin_protocol_policy="http-only", http_port=80, https_port=443, origin_ssl_protocols=["TLSv1.2"]
            ),
        )
    ],
    default_cache_behavior={
        "target_origin_id": pages.arn,
        "viewer_protocol_policy": "redirect-to-https",
        "allowed_methods": ["GET", "HEAD"],
        "cached_methods": ["GET", "HEAD"],
        "forwarded_values": {"cookies": {"forward": "none"}, "query_string": False},
    },
    viewer_certificate={"acm_certificate_arn": certificate_arn, "ssl_support_method": "sni-only"},
    restrictions={"geo_restriction": {"restriction_type": "none"}},
)

pulumi.export("bucket", Output.concat("s3://", pages.bucket))
pulumi.export("endpoint", site.website_endpoint)
pulumi.export("network", network.domain_name)
pulumi.export("url", f"https://{domain}/")
