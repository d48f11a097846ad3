"""What comes or goes with a managed policy of AWS, told as one change: nobody reads forty statements of it."""

from collections.abc import Iterator, Mapping, Sequence

from pulumicheck.review.consequences import Setting
from pulumicheck.review.permission_change import PermissionChange
from pulumicheck.review.subjects import Subject


def bundled(changes: Sequence[PermissionChange], old: Subject, new: Subject) -> Iterator[PermissionChange]:
    """The changes with those together that come or go with one managed policy."""
    found: dict[tuple[str, bool], list[PermissionChange]] = {}
    for change in changes:
        come, gone = (_bundle(said, side) for said, side in ((change.after, new), (change.before, old)))
        if (come and not change.before) or (gone and not change.after):
            found.setdefault((come or gone, bool(come)), []).append(change)
        else:
            yield change
    for (arn, is_there), parts in found.items():
        yield _together(arn, parts, is_there=is_there)


def _bundle(document: Mapping[str, object], side: Subject) -> str:
    return side.bundles.get(id(document), "")


def _together(arn: str, parts: Sequence[PermissionChange], *, is_there: bool) -> PermissionChange:
    named = Setting(f"managed policy {arn}", is_there)
    gains, losses = (
        (named, *dict.fromkeys(each for part in told for each in part)) if any(told) else ()
        for told in ([part.gains for part in parts], [part.losses for part in parts])
    )
    return PermissionChange(parts[0].who, parts[0].kind, (arn.rpartition("/")[2],), gains=gains, losses=losses)
