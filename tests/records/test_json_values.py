"""What is known of JSON before it is decoded: how deeply it is nested."""

import json

import pytest

from service.records.json_values import DEPTH, is_too_deep


@pytest.mark.parametrize(
    ("opening", "closing", "levels"), [("[", "]", 1), ('{"a": ', "}", 1), ('[2, {"a": ', ', "b": 2}]', 2)]
)
@pytest.mark.parametrize("aside", ["", "[], " * 400, '{"a": [{}, []]}, ' * 400])
def test_arrays_and_objects_within_one_another_are_counted(opening: str, closing: str, levels: int, aside: str) -> None:
    def nested(times: int) -> bytes:
        return f"[{aside}{opening * times}1{closing * times}]".encode()

    most = (DEPTH - 1) // levels
    json.loads(nested(10))
    assert not is_too_deep(nested(most))
    assert is_too_deep(nested(most + 1))
    assert is_too_deep(nested(most + 1).partition(b"1")[0]), "it is not closed"


@pytest.mark.parametrize("around", ["", "\\", "\\\\", '"', '\\"', '\\\\"', '"\\', '", "', "\n", "é"])
@pytest.mark.parametrize("marks", ["[" * 600, "{" * 600, '["{' * 600, "[\\" * 600, "]" * 600])
def test_marks_in_strings_are_not_counted(around: str, marks: str) -> None:
    text = around + marks + around
    sent = json.dumps([text, {text: [text, "", text]}]).encode()
    assert sent.count(b"[") + sent.count(b"{") + sent.count(b"]") > DEPTH
    assert not is_too_deep(sent)
    outside = DEPTH - 3  # it is an array of an object of an array
    assert not is_too_deep(b"[" * outside + sent + b"]" * outside)
    assert is_too_deep(b"[" * (outside + 1) + sent + b"]" * (outside + 1))
