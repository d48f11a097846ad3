_FIELDS = 6  # arn:partition:service:region:account:resource


def short_arn(arn: str) -> str:
    """An ARN without partition, region and account, mostly the same for all of a stack; another text as it is."""
    parts = arn.split(":", maxsplit=_FIELDS - 1)
    return f"{parts[2]}:{parts[5]}" if len(parts) == _FIELDS and parts[0] == "arn" else arn
