"""Lines for the AWS CLI that search a log group."""


def search(log_group: str, pattern: str) -> str:
    """Finds the lines that a filter pattern matches (CloudWatch Logs user guide, "Filter pattern syntax")."""
    return f"aws logs filter-log-events --log-group-name {log_group} --filter-pattern '{pattern}'"


def search_event(log_group: str, event: str) -> str:
    """Finds an event of ours, such as `job_failed`."""
    return search(log_group, f'{{ $.message = "{event}" }}')
