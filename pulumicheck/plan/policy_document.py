"""`aws.iam.get_policy_document`, which asks nobody: it makes JSON of its arguments, as its documentation says.

(Terraform's AWS provider, "Data Source: aws_iam_policy_document".)
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pulumicheck.errors import CheckError

_VERSION = "2012-10-17"
_PLAIN = {"actions": "Action", "notActions": "NotAction", "resources": "Resource", "notResources": "NotResource"}
_PRINCIPALS = {"principals": "Principal", "notPrincipals": "NotPrincipal"}
_KEEP_TOGETHER = "&{"  # for what AWS writes as ${…}, which Terraform would take for its own


def policy_document(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The document.

    Args:
        arguments: `statements`, the documents that it starts from, those that override it, `policyId` and `version`.

    Raises:
        CheckError: two documents that it starts from have a statement of one name, or one of them is no JSON.
    """
    document: dict[str, Any] = {"Version": arguments.get("version") or _VERSION}
    if arguments.get("policyId"):
        document["Id"] = arguments["policyId"]
    own = {**document, "Statement": [_statement(each) for each in arguments.get("statements") or []]}
    sources = [_parsed(each) for each in _documents(arguments, "sourceJson", "sourcePolicyDocuments")]
    _check_names(sources)
    overrides = [_parsed(each) for each in _documents(arguments, "overrideJson", "overridePolicyDocuments")]
    return _merged([*sources, own, *overrides])


def _documents(arguments: Mapping[str, Any], single: str, several: str) -> Iterable[str]:
    return filter(None, [arguments.get(single), *(arguments.get(several) or [])])


def _parsed(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise CheckError(f"get_policy_document is given {text[:80]!r}, which is no JSON of a policy.")
    statements = found.get("Statement") or []
    return {**found, "Statement": [statements] if isinstance(statements, dict) else statements}


def _check_names(documents: Iterable[Mapping[str, Any]]) -> None:
    names = [each["Sid"] for document in documents for each in document["Statement"] if each.get("Sid")]
    if twice := {name for name in names if names.count(name) > 1}:
        raise CheckError(f"get_policy_document is given two source documents with a statement {min(twice)!r}.")


def _merged(documents: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Statements of a name replace that of an earlier document; all others are added."""
    merged: dict[str, Any] = {}
    statements: list[dict[str, Any]] = []
    for document in documents:
        version = max(merged.get("Version", ""), document.get("Version") or "")
        merged |= {**({"Id": document["Id"]} if document.get("Id") else {}), "Version": version}
        for statement in document["Statement"]:
            places = [n for n, each in enumerate(statements) if each.get("Sid") and each["Sid"] == statement.get("Sid")]
            for place in places:
                statements[place] = statement
            statements += [] if places else [statement]
    return {**merged, "Statement": statements}


def _statement(given: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {"Sid": given["sid"]} if given.get("sid") else {}
    made["Effect"] = given.get("effect") or "Allow"
    made |= {name: _one_or_many(given[key]) for key, name in _PLAIN.items() if given.get(key)}
    made |= {name: _principals(given[key]) for key, name in _PRINCIPALS.items() if given.get(key)}
    return made | ({"Condition": _conditions(given["conditions"])} if given.get("conditions") else {})


def _principals(given: Iterable[Mapping[str, Any]]) -> Any:
    found: dict[str, list[str]] = {}
    for each in given:
        found.setdefault(each["type"], []).extend(each["identifiers"])
    return "*" if found == {"*": ["*"]} else {kind: _one_or_many(names) for kind, names in found.items()}


def _conditions(given: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    found: dict[str, dict[str, list[str]]] = {}
    for each in given:
        found.setdefault(each["test"], {}).setdefault(each["variable"], []).extend(each["values"])
    return {test: {key: _one_or_many(values) for key, values in keys.items()} for test, keys in found.items()}


def _one_or_many(values: Iterable[str]) -> Any:
    texts = [str(each).replace(_KEEP_TOGETHER, "${") for each in values]
    return texts[0] if len(texts) == 1 else texts
