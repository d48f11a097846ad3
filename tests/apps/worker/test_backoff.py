import pytest

from worker.backoff import Verdict, hidden_seconds


@pytest.mark.parametrize(
    ("receive_count", "seconds"), [(0, 10), (1, 10), (2, 40), (3, 120), (4, 120), (1000, 120)], ids=lambda n: f"{n}"
)
def test_a_message_is_hidden_longer_with_each_receive(receive_count: int, seconds: int) -> None:
    assert hidden_seconds(Verdict.RETRY, receive_count) == seconds


@pytest.mark.parametrize("receive_count", [1, 2, 5])
def test_poison_is_never_hidden(receive_count: int) -> None:
    assert hidden_seconds(Verdict.POISON, receive_count) == 0
