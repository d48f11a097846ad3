import pulumi
import pulumi_aws as aws

sender = pulumi.Config().require("sender")
aws.sesv2.EmailIdentity("sender", email_identity=sender)
