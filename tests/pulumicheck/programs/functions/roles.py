import pulumi_aws as aws

trust = aws.iam.get_policy_document(
    statements=[
        aws.iam.GetPolicyDocumentStatementArgs(
            actions=["sts:AssumeRole"],
            principals=[
                aws.iam.GetPolicyDocumentStatementPrincipalArgs(type="Service", identifiers=["lambda.amazonaws.com"])
            ],
        )
    ]
)
hello = aws.iam.Role("hello", assume_role_policy=trust.json)
