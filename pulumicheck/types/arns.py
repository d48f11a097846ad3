"""Where in AWS resources are, and the texts that follow from it: ARNs, ids and addresses."""

from dataclasses import dataclass
from hashlib import sha256

ACCOUNT_ID = "123456789012"
"""Stands for the account, in plans and in whatever runs without AWS."""

SECRET_ENDING = "AbCdEf"  # noqa: S105 - it is none
"""Stands for the six random characters that Secrets Manager adds to a name in an ARN."""

_FIELDS = 6  # arn:partition:service:region:account:resource
_PARTITIONS = {"cn-": ("aws-cn", "amazonaws.com.cn"), "us-gov-": ("aws-us-gov", "amazonaws.com")}


@dataclass(frozen=True)
class Location:
    """A region of an account."""

    region: str
    account: str = ACCOUNT_ID

    @property
    def values(self) -> dict[str, str]:
        """What ARNs and addresses here are made of: partition, region, account and the domain of AWS's hosts."""
        found = (values for prefix, values in _PARTITIONS.items() if self.region.startswith(prefix))
        partition, domain = next(found, ("aws", "amazonaws.com"))
        return {"partition": partition, "region": self.region, "account": self.account, "domain": domain}


def short_arn(arn: str) -> str:
    """An ARN without partition, region and account, mostly the same for all of a stack; another text as it is."""
    parts = arn.split(":", maxsplit=_FIELDS - 1)
    return f"{parts[2]}:{parts[5]}" if len(parts) == _FIELDS and parts[0] == "arn" else arn


def made_up_uuid(*of: object) -> str:
    """A UUID that is the same each time, for what AWS would name at random."""
    digest = sha256("/".join(map(str, of)).encode()).hexdigest()
    return "-".join([digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:32]])
