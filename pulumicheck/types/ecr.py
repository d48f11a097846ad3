"""ECR: image repositories, and who may pull from them."""

from pulumicheck.types.resource_type import ResourceType, Target, resource_policy

REPOSITORY = ResourceType(
    "aws:ecr/repository:Repository",
    about="Holds container images.",
    console="ECR → Repositories → {name} → Images",
    cli="aws ecr describe-images --repository-name {name}",
    kind="repository",
    arn="arn:{partition}:ecr:{region}:{account}:repository/{name}",
    outputs={"registryId": "{account}", "repositoryUrl": "{account}.dkr.ecr.{region}.{domain}/{name}"},
    telling=("imageTagMutability",),
    is_acted_on=True,
    lost="its images; AWS refuses while there are any",
    idle="0.10 $ a month for each GB of images.",
)
_OF_REPOSITORY = Target("repository", REPOSITORY.token)

LIFECYCLE_POLICY = ResourceType(
    "aws:ecr/lifecyclePolicy:LifecyclePolicy",
    about="Deletes images that nothing needs any more.",
    console="ECR → Repositories → {repository} → Lifecycle policy",
    cli="aws ecr get-lifecycle-policy --repository-name {repository}",
    named_by=(),
    target=_OF_REPOSITORY,
    changed_by="ecr:PutLifecyclePolicy",
)

REPOSITORY_POLICY = resource_policy(
    "aws:ecr/repositoryPolicy:RepositoryPolicy",
    about="Says who may pull images from the repository.",
    console="ECR → Repositories → {repository} → Permissions",
    cli="aws ecr get-repository-policy --repository-name {repository}",
    target=_OF_REPOSITORY,
    changed_by="ecr:SetRepositoryPolicy",
)

ROWS = (REPOSITORY, LIFECYCLE_POLICY, REPOSITORY_POLICY)
