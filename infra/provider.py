import pulumi_aws as aws

from infra.settings import Settings


def create_provider(settings: Settings) -> aws.Provider:
    """The one AWS provider; everything that can carry tags gets the same three."""
    return aws.Provider(
        "aws",
        region=settings.region,
        profile=settings.profile or None,
        allowed_account_ids=settings.allowed_account_ids or None,
        default_tags=aws.ProviderDefaultTagsArgs(
            tags={"project": "minitickets", "stack": settings.stack, "managed-by": "pulumi"}
        ),
    )
