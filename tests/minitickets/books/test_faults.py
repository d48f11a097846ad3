from pathlib import Path
from typing import Any

import pytest
from click import ClickException

from minitickets.books.faults import REAL, SIMULATED, Fault, Faults, read_faults
from minitickets.books.presets import REAL_PRESETS, SIMULATED_PRESETS


def test_a_document_says_what_goes_wrong_and_when(tmp_path: Path) -> None:
    document = tmp_path / "faults.yaml"
    document.write_text(
        "publishSeconds: 60\n"
        "copies: 0.1\n"
        "disruptions:\n"
        "  - {service: ses, kind: serverError, from: 10, until: 20, probability: 0.5}\n"
        "  - {service: dynamodb, kind: slow, seconds: 0.7}\n"
    )

    faults = read_faults(document)

    assert faults == Faults(
        publish_seconds=60,
        copies=0.1,
        disruptions=[
            Fault(service="ses", kind="serverError", since=10, until=20, probability=0.5),
            Fault(service="dynamodb", kind="slow", seconds=0.7),
        ],
    )
    assert faults.quiet_from == 660  # ten minutes after the last booking


def test_json_is_as_good_as_yaml(tmp_path: Path) -> None:
    (tmp_path / "faults.json").write_text('{"publishSeconds": 0, "redrive": true}')

    assert read_faults(tmp_path / "faults.json") == Faults(publish_seconds=0, redrive=True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("copies: 2", "f.yaml: copies: Input should be less than or equal to 1.", id="no probability"),
        pytest.param("copy: 0.1", "f.yaml: copy: Extra inputs are not permitted.", id="unknown key"),
        pytest.param(
            "- ses", "f.yaml: the document: Input should be a valid dictionary or instance of Faults.", id="list"
        ),
        pytest.param(
            "disruptions: [{service: ses, kind: crash}]",
            "f.yaml: disruptions.0: ses has no crash, only throttle, serverError, lostRequest, lostAnswer, slow, "
            "paused.",
            id="a kind of another service",
        ),
        pytest.param(
            "disruptions: [{service: ses, kind: throttle, attempts: 2}]",
            "f.yaml: disruptions.0: operation and attempts are for real processes: leave them out.",
            id="what only real processes read",
        ),
        pytest.param(
            "disruptions: [{service: ses, kind: slow}]",
            "f.yaml: disruptions.0: seconds goes with slow, and slow with seconds.",
            id="slow by how much",
        ),
        pytest.param(
            "disruptions: [{service: ses, kind: throttle, from: 9, until: 9}]",
            "f.yaml: disruptions.0: until must be later than from.",
            id="no time at all",
        ),
    ],
)
def test_nonsense_is_refused_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "f.yaml").write_text(text)

    with pytest.raises(ClickException) as refused:
        read_faults(tmp_path / "f.yaml")

    assert refused.value.message == sentence


def test_what_is_no_yaml_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_text("{")

    with pytest.raises(ClickException) as refused:
        read_faults(tmp_path / "f.yaml")

    assert "cannot be read" in refused.value.message
    assert "\n" not in refused.value.message


@pytest.mark.parametrize(
    "nonsense",
    [
        pytest.param({"service": "sqs", "kind": "overlap"}, id="no such trouble"),
        pytest.param({"service": "dynamodb", "kind": "overlap"}, id="no message"),
        pytest.param({"service": "ses", "kind": "slow"}, id="slow by nothing"),
        pytest.param({"service": "ses", "kind": "throttle", "seconds": 1.0}, id="seconds of nothing"),
    ],
)
def test_a_fault_that_cannot_be_is_refused(nonsense: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"only|slow"):
        Fault(**nonsense)


def test_the_presets_of_the_simulated_world_are_those_that_the_documentation_promises() -> None:
    promised = ["calm", "duplicates", "crashes", "ses-outage-15m", "dynamodb-brownout", "thundering-herd", "all"]
    assert list(SIMULATED_PRESETS) == promised


def test_each_preset_says_only_what_its_world_can_do() -> None:
    for kinds, presets in ((SIMULATED, SIMULATED_PRESETS), (REAL, REAL_PRESETS)):
        for faults in presets.values():
            for fault in faults.disruptions:
                fault.check_kind(kinds)
