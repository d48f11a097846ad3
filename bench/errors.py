"""What keeps a benchmark from being one."""


class BenchError(Exception):
    """One sentence for the person who measures."""
