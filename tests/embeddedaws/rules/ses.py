"""SES, version 2 of its API: identities and SendEmail."""

from functools import partial
from typing import Any

from .rule import OK, Refused, Rule, World, codes

_INVALID, _REJECTED = "BadRequestException", "MessageRejected"


def _send(world: World, sender: str, *recipients: str, text: str = "Hello") -> Any:
    content = {"Simple": {"Subject": {"Data": "Hello"}, "Body": {"Text": {"Data": text}, "Html": {"Data": "Hello"}}}}
    return partial(
        world.aws.sesv2.send_email,
        FromEmailAddress=sender,
        Destination={"ToAddresses": list(recipients or ["guest@example.org"])},
        Content=content,
    )


def _identity(world: World) -> str:
    """A verified domain."""
    domain = f"{world.name()}.example"
    world.aws.sesv2.create_email_identity(EmailIdentity=domain)
    return domain


def _of_a_domain(world: World) -> list[str]:
    domain = _identity(world)
    senders = (f"a@{domain}", f"a@tickets.{domain}", f"a@{domain.upper()}", f"a@x{domain}", f"a@{domain}.org")
    return codes(*(_send(world, sender) for sender in senders))


def _of_an_address(world: World) -> list[str]:
    domain = f"{world.name()}.example"
    world.aws.sesv2.create_email_identity(EmailIdentity=f"a@{domain}")
    senders = (f"a@{domain}", f"Anna <a@{domain}>", f"b@{domain}", f"a@x.{domain}")
    return codes(*(_send(world, sender) for sender in senders))


def _disguised(world: World) -> Any:
    return _send(world, f'"a@{_identity(world)}" <ceo@bank.example>')()


def _senders(world: World) -> list[str]:
    domain = _identity(world)
    senders = (f"a@{domain}, ceo@bank.example", f"a@{domain}, b@{domain}", f"a@{domain} <b@{domain}>", domain, "")
    return codes(*(_send(world, sender) for sender in senders))


def _recipients(world: World) -> list[str]:
    sender = f"a@{_identity(world)}"
    invalid = (
        "guest",
        "guest@",
        "@example.org",
        "a b@example.org",
        "a@b@example.org",
        "a@example..org",
        "a@example.org,",
    )
    return codes(*(_send(world, sender, recipient) for recipient in (*invalid, "Anna <a@example.org>")))


def _many_recipients(world: World) -> Any:
    return _send(world, f"a@{_identity(world)}", *(f"a{number}@example.org" for number in range(51)))()


def _large(world: World) -> list[str]:
    sender = f"a@{_identity(world)}"
    return codes(*(_send(world, sender, text="x" * size * 1024 * 1024) for size in (41, 1)))


def _identity_twice(world: World) -> Any:
    return world.aws.sesv2.create_email_identity(EmailIdentity=_identity(world))


def _no_identity(world: World) -> list[str]:
    calls = world.aws.sesv2
    operations = (calls.get_email_identity, calls.delete_email_identity)
    return codes(*(partial(operation, EmailIdentity="none.example") for operation in operations))


def _tokens(world: World) -> int:
    return len(world.aws.sesv2.get_email_identity(EmailIdentity=_identity(world))["DkimAttributes"]["Tokens"])


def _deleted(world: World) -> list[str]:
    domain = _identity(world)
    world.aws.sesv2.delete_email_identity(EmailIdentity=domain)
    return codes(_send(world, f"a@{domain}"))


def _account(world: World) -> tuple[bool, bool]:
    shown = world.aws.sesv2.get_account()
    return shown["SendingEnabled"], shown["ProductionAccessEnabled"]


RULES = [
    Rule(
        "SES",
        "A verified domain stands for its subdomains, in any case, and for no other domain.",
        "Verified identities in Amazon SES",
        _of_a_domain,
        [OK, OK, OK, _REJECTED, _REJECTED],
    ),
    Rule(
        "SES",
        "A verified address stands for itself alone.",
        "Verified identities in Amazon SES",
        _of_an_address,
        [OK, OK, _REJECTED, _REJECTED],
    ),
    Rule(
        "SES", "A display name verifies nothing.", "Verified identities in Amazon SES", _disguised, Refused(_REJECTED)
    ),
    Rule("SES", "An identity that is deleted sends no more.", "DeleteEmailIdentity", _deleted, [_REJECTED]),
    Rule("SES", "An email has one sender, and it is an address.", "SendEmail", _senders, [_INVALID] * 5),
    Rule("SES", "A recipient is an address.", "SendEmail", _recipients, [_INVALID] * 7 + [OK]),
    Rule(
        "SES",
        "An email has 50 recipients at most.",
        "Service quotas in Amazon SES",
        _many_recipients,
        Refused(_INVALID),
    ),
    Rule("SES", "A message has 40 MB at most.", "Service quotas in Amazon SES", _large, [_INVALID, OK]),
    Rule("SES", "An identity is made once.", "CreateEmailIdentity", _identity_twice, Refused("AlreadyExistsException")),
    Rule(
        "SES",
        "An identity that is not there is not found.",
        "GetEmailIdentity, DeleteEmailIdentity",
        _no_identity,
        ["NotFoundException"] * 2,
    ),
    Rule("SES", "Easy DKIM gives a domain three tokens.", "Easy DKIM in Amazon SES", _tokens, 3),
    Rule("SES", "An account says whether it may send, and to whom.", "GetAccount", _account, (True, True)),
]
