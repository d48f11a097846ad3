# One image for both functions: each names its own handler, `lambda.handler` or `ticket_lambda.handler`.
ARG BASE_IMAGE=public.ecr.aws/lambda/python:3.13

# This stage runs on the machine that builds, whatever machine the image is for: wheels are picked for the target and
# bytecode is the same everywhere, so nothing has to be emulated.
FROM --platform=$BUILDPLATFORM ${BASE_IMAGE} AS build
WORKDIR /build
COPY pyproject.toml uv.lock ./

# uv in the version and with the hashes of the lock that it is about to read.
RUN python -c 'import tomllib; \
    uv = next(p for p in tomllib.load(open("uv.lock", "rb"))["package"] if p["name"] == "uv"); \
    print("uv==" + uv["version"], *("--hash=" + wheel["hash"] for wheel in uv["wheels"]))' > uv.txt \
    && python -m pip install --quiet --disable-pip-version-check --no-cache-dir --root-user-action ignore \
        --only-binary :all: --require-hashes -r uv.txt

# What the stack's setting `transport` says: for boto3 the image carries botocore besides.
ARG TRANSPORT=direct
ARG TARGETARCH
RUN case "${TRANSPORT}" in direct) extras="" ;; boto3) extras="--extra boto3" ;; \
        *) echo "TRANSPORT has to be direct or boto3, not '${TRANSPORT}'" >&2; exit 1 ;; esac \
    && case "${TARGETARCH}" in arm64) machine=aarch64 ;; amd64) machine=x86_64 ;; \
        *) echo "Lambda has no machine of architecture '${TARGETARCH}'" >&2; exit 1 ;; esac \
    && python -m uv export --quiet --frozen --no-default-groups --no-emit-project ${extras} \
        --format requirements-txt --output-file requirements.txt \
    && python -m uv pip install --quiet --no-cache --no-config --python "$(command -v python)" --target dependencies \
        --python-platform "${machine}-manylinux_2_28" --only-binary :all: --require-hashes -r requirements.txt \
    && rm -rf dependencies/bin dependencies/share dependencies/.lock

# botocore brings the models of 400 services, 28 MB that no function of ours reads.
RUN for service in dependencies/botocore/data/*/; do \
        case "${service}" in \
            */dynamodb/ | */s3/ | */secretsmanager/ | */sesv2/ | */sqs/ | *'*'/) ;; \
            *) rm -r "${service}" ;; \
        esac; \
    done

COPY apps apps

# The task root is read-only, so Python could not keep what it compiles and would compile at every first start.
# unchecked-hash: the files' times change on their way into a layer and must not matter.
RUN for part in dependencies apps; do \
        python -m compileall -q --invalidation-mode unchecked-hash -s "${part}" -p "${LAMBDA_TASK_ROOT}" "${part}" || exit; \
    done

FROM ${BASE_IMAGE}
COPY --from=build /build/dependencies ${LAMBDA_TASK_ROOT}/
COPY --from=build /build/apps ${LAMBDA_TASK_ROOT}/
# Lambda runs every image as a user of its own; this is for those who run it elsewhere.
USER 65532:65532
CMD ["lambda.handler"]
