"""What is measured is told as it is."""

import json

from bench.results import Figure, Results


def _results() -> Results:
    results = Results()
    figure = results.add("emailCpu", Figure("email", "ms", {"ours": [3, 1, 2], "typescript": [4.0], "lean": [123.4]}))
    results.ratio("emailCpu", figure, "ours", "typescript")
    results.ratio("emailCpuPowertools", figure, "ours", "powertools")
    results.left_out.append("the share")
    return results


def test_a_ratio_is_one_of_medians_and_none_is_made_up() -> None:
    assert json.loads(_results().as_json())["ratios"] == {"emailCpu": 0.5}


def test_a_figure_has_its_median_its_minimum_and_how_many_samples_there_were() -> None:
    sides = json.loads(_results().as_json())["figures"]["emailCpu"]["sides"]

    assert sides["ours"] == {"median": 2, "minimum": 1, "samples": 3}


def test_the_table_has_a_row_for_each_figure_and_says_what_is_not_in_it() -> None:
    lines = list(_results().lines())

    assert "| email, ms | 2 |  |  | 4 |  |  | lean 123 |" in lines
    assert "Not measured: the share." in lines
