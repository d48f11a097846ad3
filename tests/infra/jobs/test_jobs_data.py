from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(("setting", "recovery"), [("true", True), ("false", False)])
def test_the_processed_jobs_table_is_this(dev_with: Callable[..., Any], setting: str, *, recovery: bool) -> None:
    recorded = dev_with({"minitickets:processedJobsPointInTimeRecovery": setting})

    assert recorded.one("Table", "processed-jobs-table").inputs == {
        "name": "minitickets-dev-processed-jobs",
        "billingMode": "PAY_PER_REQUEST",
        "hashKey": "jobKey",
        "attributes": [{"name": "jobKey", "type": "S"}],
        "ttl": {"attributeName": "expiresAt", "enabled": True},
        "pointInTimeRecovery": {"enabled": recovery},
    }
