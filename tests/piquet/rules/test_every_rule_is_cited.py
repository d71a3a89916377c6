"""Every rule of docs/rules.md and docs/multiplayer.md is cited by a test."""

from pathlib import Path

import pytest

from tools.rules_index import LAW, MULTIPLAYER, RULES, citations, laws, multiplayer, stated


def uncited(text: str) -> list[str]:
    """The rules stated in a text that no test cites."""
    cited = citations()
    return [rule for rule in stated(text) if rule not in cited]


def test_the_rules_are_found_where_they_are_stated():
    # Sections 2 to 8 of the rules have 4, 4, 6, 14, 5, 7 and 5 rules.
    rules = stated(RULES.read_text(encoding="utf-8"))
    for section, count in zip("2345678", (4, 4, 6, 14, 5, 7, 5), strict=True):
        assert [rule for rule in rules if rule.startswith(f"R{section}.")] == [
            f"R{section}.{number}" for number in range(1, count + 1)
        ]


def test_the_laws_are_found_where_they_are_stated():
    # 78 laws and four of other codes, 29 kinds with their parts, 12 effects, 6 corrections and 38 readings.
    found = laws(LAW.read_text(encoding="utf-8"))
    assert [law for law in found if law[1:].isdigit() and law[0] in "LEA"] == [
        *(f"L{number}" for number in range(1, 79)),
        *(f"E{number}" for number in range(1, 13)),
        *(f"A{number}" for number in range(1, 7)),
    ]
    assert {law for law in found if law[:2] in ("LA", "LF")} == {"LA1", "LA2", "LA3", "LF1"}
    assert {f"K{number}" for number in range(1, 30)} <= set(found)
    assert [law for law in found if law.startswith("LR")] == [f"LR{number}" for number in range(1, 39)]


def test_each_rule_is_cited_by_a_test():
    assert uncited(RULES.read_text(encoding="utf-8")) == []


def test_the_rules_for_three_and_for_four_are_found_and_cited():
    # Sections 1 to 8 have 4, 3, 1, 11, 1, 6, 5 and 3 rules of `voleur`; `normand` has a fourth in section 8.
    found = multiplayer(MULTIPLAYER.read_text(encoding="utf-8"))
    counts = (4, 3, 1, 11, 1, 6, 5, 3)
    expected = {f"V{section}.{number}" for section, count in enumerate(counts, 1) for number in range(1, count + 1)}
    assert set(found) == expected | {f"N{rule[1:]}" for rule in expected} | {"N8.4"}
    # Nothing is to be tested of the rule that there are no irregularities.
    assert set(found) - {"V1.4", "N1.4"} - set(citations()) == set()


def test_no_test_cites_a_rule_that_there_is_not():
    rules = {*stated(RULES.read_text(encoding="utf-8")), *multiplayer(MULTIPLAYER.read_text(encoding="utf-8"))}
    rules |= {*laws(LAW.read_text(encoding="utf-8"))}
    assert {rule: list(files) for rule, files in citations().items() if rule not in rules} == {}


def test_a_rule_that_no_test_cites_is_found_missing():
    text = '<a id="R7.7"></a>**R7.7** ...\n<a id="R7.8"></a>**R7.8** ...\n'
    assert uncited(text) == ["R7.8"]


def test_a_mark_is_read_without_running_the_test(tmp_path: Path):
    folder = tmp_path / "play"
    folder.mkdir()
    (folder / "test_b.py").write_text('@pytest.mark.rule("R6.1", "R6.2")\ndef test_one(): ...\n', encoding="utf-8")
    (tmp_path / "test_a.py").write_text(
        '@pytest.mark.rule("R6.1")\ndef test_two(): ...\n@pytest.mark.rule("R9")\ndef not_a_test(): ...\n',
        encoding="utf-8",
    )
    assert citations(tmp_path) == {
        "R6.1": {"play/test_b.py": ["test_one"], "test_a.py": ["test_two"]},
        "R6.2": {"play/test_b.py": ["test_one"]},
    }
    (tmp_path / "test_a.py").write_text("@pytest.mark.rule(RULE)\ndef test_two(): ...\n", encoding="utf-8")
    with pytest.raises(ValueError, match="not a string literal"):
        citations(tmp_path)
