"""The codes of law: law.md, section 6, cell by cell where a code is silent."""

from dataclasses import fields

import pytest

from service.piquet.law.data.codes import TERMS, term, value
from service.piquet.rulesets.parameters import LAW_CODES, LAW_ROWS, NO_LAW, PARAMETERS, LawParameters, RulesetError
from service.piquet.rulesets.published import RULESETS, ruleset

# The rows of section 6, in their order.
_ORDER = """
    cut_exposed wrong_pack out_of_turn one_card_wrong many_wrong stand_13 stand_11 stand_7 faced discard_final
    stock_shown stock_mixed long_hand short_hand dealer_saw mend_call mend_reply mend_claim false_claim must_show
    shown_bars false_refusal omitted late_look count_errors
"""
ORDER = _ORDER.split()

# What a code has that says nothing itself (in italics in section 6), and the code that says it: row, code, source.
INHERITED = [
    # "again" under hoyle, french and old is Portland's, though hoyle and old descend from au-cent.
    ("cut_exposed", "hoyle", "portland"),
    ("cut_exposed", "french", "portland"),
    ("cut_exposed", "old", "portland"),
    ("wrong_pack", "hoyle", "portland"),
    ("wrong_pack", "old", "portland"),
    ("out_of_turn", "hoyle", "portland"),
    ("out_of_turn", "french", "portland"),
    # "same"
    ("many_wrong", "au-cent", "portland"),
    ("many_wrong", "french", "portland"),
    ("stand_13", "french", "portland"),
    ("stand_11", "old", "portland"),
    ("stand_7", "hoyle", "portland"),
    ("stand_7", "french", "portland"),
    ("stand_7", "old", "portland"),
    ("faced", "au-cent", "portland"),
    ("discard_final", "old", "portland"),
    ("stock_shown", "old", "portland"),
    ("long_hand", "au-cent", "portland"),
    ("short_hand", "au-cent", "portland"),
    ("dealer_saw", "old", "portland"),
    # "as au-cent"
    ("mend_reply", "hoyle", "au-cent"),
    ("mend_reply", "french", "portland"),
    ("mend_claim", "hoyle", "au-cent"),
    ("shown_bars", "french", "portland"),
    ("false_refusal", "hoyle", "au-cent"),
    ("false_refusal", "old", "portland"),
    ("late_look", "french", "portland"),
    ("late_look", "old", "portland"),
    # "end of the game" and "next hand"
    ("count_errors", "hoyle", "au-cent"),
    ("count_errors", "french", "portland"),
]

# Rows in which every code has words of its own in section 6, or nearly so: row, and the codes that say the same.
ALIKE = [
    ("stand_13", "hoyle", "old"),  # one more discarded
    ("stock_shown", "hoyle", "portland"),  # E3
    ("long_hand", "french", "portland"),  # E3
    ("mend_call", "french", "old"),  # before his own first card
    ("mend_claim", "french", "old"),  # own first card
    ("omitted", "au-cent", "old"),  # own first card
    ("omitted", "hoyle", "french"),
]


def test_the_rows_are_those_of_section_6():
    assert list(LAW_ROWS) == list(TERMS) == ORDER
    assert len(ORDER) == 25


@pytest.mark.parametrize("row", ORDER)
def test_each_row_has_a_term_under_each_code(row):
    assert tuple(TERMS[row]) == LAW_CODES
    for code, found in TERMS[row].items():
        assert found.word.replace("_", "").isalnum() and found.word == found.word.lower() != NO_LAW
        assert found.meaning.endswith(".") and found.source in LAW_CODES
        assert TERMS[row][found.source] == found, f"{code} has what {found.source} says"


@pytest.mark.parametrize("row", ORDER)
def test_portland_says_something_in_each_row_and_no_row_is_alike_everywhere(row):
    assert TERMS[row]["portland"].source == "portland"
    said = {(found.word, found.meaning) for found in TERMS[row].values()}
    # C, HO, S3 and R51 have E3 for a long hand (L58), and nobody has anything else.
    assert len(said) > 1 or row == "long_hand"


@pytest.mark.parametrize(("row", "code", "origin"), INHERITED)
def test_a_silent_code_has_what_another_says(row, code, origin):
    assert TERMS[row][code] == TERMS[row][origin]
    assert TERMS[row][code].source == origin


@pytest.mark.parametrize(("row", "code"), [(row, code) for row in ORDER for code in LAW_CODES])
def test_a_code_that_is_not_silent_is_its_own_source(row, code):
    silent = {(each, other) for each, other, _ in INHERITED} | {
        (each, other)
        for each, other in (
            ("discard_final", "french"), ("stock_shown", "french"), ("stock_mixed", "french"), ("stand_11", "french"),
            ("faced", "french"), ("wrong_pack", "french"), ("dealer_saw", "au-cent"), ("dealer_saw", "hoyle"),
            ("false_refusal", "french"),
        )
    }  # fmt: skip
    assert (TERMS[row][code].source == code) is ((row, code) not in silent)


@pytest.mark.parametrize(("row", "code", "other"), ALIKE)
def test_codes_that_say_the_same_have_the_same_word(row, code, other):
    assert TERMS[row][code].word == TERMS[row][other].word


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("portland", "portland"),
        ("parlett", "portland"),
        ("denexa", "portland"),
        ("wikipedia", "portland"),
        ("german", "portland"),
        ("au-cent", "au-cent"),
        ("hoyle", "hoyle"),
        ("french", "french"),
        ("old-36", "old"),
    ],
)
def test_the_law_of_each_ruleset(name, code):
    rules = ruleset(name)
    assert rules.law == code
    assert {row: term(rules, row) for row in ORDER} == {row: TERMS[row][code] for row in ORDER}
    assert ("law" in RULESETS[name].silent) is (name in ("parlett", "denexa", "wikipedia", "german"))


def word_and_source(rules, row):
    said = term(rules, row)
    return said.word, said.source


def test_a_row_may_be_taken_from_another_code():
    # L40: E11 under portland; under au-cent elder may take none.
    rules = ruleset("portland", {"law_stand_13": "au-cent"})
    assert word_and_source(rules, "stand_13") == ("elder_may_take_none", "au-cent")
    assert word_and_source(rules, "stand_11") == ("twelve_each", "portland")


def test_the_source_of_a_row_from_a_silent_code_is_the_code_that_says_it():
    rules = ruleset("french", {"law_mend_reply": "hoyle"})
    assert word_and_source(rules, "mend_reply") == ("never", "au-cent")


def test_without_a_law_no_row_says_anything():
    rules = ruleset("portland", {"law": "none"})
    assert {value(rules, row) for row in ORDER} == {NO_LAW}
    assert {term(rules, row) for row in ORDER} == {None}


def test_without_a_law_no_row_can_be_changed():
    with pytest.raises(RulesetError) as error:
        ruleset("portland", {"law": "none", "law_faced": "old"})
    assert error.value.parameters == ("law", "law_faced")


@pytest.mark.parametrize("wrong", ["none", "Portland", "portland@1", "", 1, True])
def test_a_row_takes_the_name_of_a_code_only(wrong):
    with pytest.raises(RulesetError) as error:
        ruleset("portland", {"law_faced": wrong})
    assert error.value.parameters == ("law_faced",)


def test_an_unknown_row_is_refused_with_the_nearest_name():
    with pytest.raises(RulesetError, match="did you mean law_faced"):
        ruleset("portland", {"law_face": "old"})


def test_an_unknown_row_has_no_value():
    with pytest.raises((KeyError, AttributeError)):
        value(ruleset("portland"), "stand_12")


def test_there_is_a_parameter_for_the_law_and_for_each_row():
    names = ["law", *(field.name for field in fields(LawParameters))]
    assert names == ["law", *(f"law_{row}" for row in ORDER)]
    assert names == [name for name in PARAMETERS if name.split("_")[0] == "law"]
    assert PARAMETERS["law"].values == (*LAW_CODES, NO_LAW)
    assert all(PARAMETERS[f"law_{row}"].values == (None, *LAW_CODES) for row in ORDER)
