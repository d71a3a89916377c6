"""The laws and readings as data: law.md, sections 1 and 9."""

import re

import pytest

from service.piquet.law.data.elections import CORRECTIONS, EFFECTS, ELECTIONS
from service.piquet.law.data.laws import CATEGORIES, LAWS, READINGS, SECTIONS
from service.piquet.law.kinds import KINDS
from service.piquet.rulesets.parameters import LAW_ROWS
from tools.rule_links import anchors

# Section 1, category P and category N; all other laws are D.
REPORTED = (3, 5, 6, 7, 9, 10, 13, 14, 15, 16, 20, 25, 26, 27, 28, 29, 32, 33, 37, 55, 59, 70, 74, 75)
TOLD = (1, 2, 8, 17, 19, 38, 76, 77, 78)
# "S4 lacks L5, L6, L8, L17, L38, L39, L49, L76, L77 altogether."
NOT_IN_S4 = {"L5", "L6", "L8", "L17", "L38", "L39", "L49", "L76", "L77"}
# Section 1, column S4, where it is a number alone or with a remark.
S4 = {
    "L1": "1", "L2": "1", "L3": "2", "L4": "3", "L7": "4", "L9": "5, 6", "L10": "7", "L11": "10", "L12": "9",
    "L13": "8", "L14": "8", "L15": "9", "L16": "11", "L23": "13", "L24": "14", "L25": "14, 18", "L26": "14",
    "L27": "15", "L28": "16", "L29": "16", "L30": "17", "L31": "18", "L35": "18", "L37": "20", "L40": "21", "L41": "21",
    "L42": "22", "L43": "23", "L44": "19", "L48": "24", "L50": "25", "L51": "25", "L52": "26", "L53": "26", "L54": "26",
    "L55": "26, 27", "L56": "28", "L57": "29", "L58": "30", "L59": "31", "L70": "32", "L71": "33", "L75": "33b",
    "L78": "34b",
}  # fmt: skip
# Section 1, column "carried by", where it names a kind or a correction.
CARRIED = {
    "L3": {"K27"}, "L5": {"K27"}, "L6": {"K27"}, "L7": {"K27"}, "L9": {"K28"}, "L10": {"K1a"}, "L11": {"K1c"},
    "L12": {"K1b"}, "L13": {"K3"}, "L14": {"K4"}, "L15": {"K5"}, "L16": {"K2"}, "L20": {"K13"}, "L23": {"K7"},
    "L24": {"K8", "K9"}, "L25": {"K8"}, "L26": {"K9"}, "L27": {"K10"}, "L28": {"K7"}, "L29": {"K7"}, "L30": {"K7"},
    "L31": {"K7"}, "L32": {"K11"}, "L33": {"K10"}, "L35": {"K7", "K10"}, "L36": {"K12"}, "L37": {"K9"}, "L39": {"K1d"},
    "L40": {"K1c"}, "L41": {"K1c"}, "L42": {"K1c"}, "L43": {"K1c"}, "L46": {"K14", "K16"}, "L50": {"A1"}, "L51": {"A2"},
    "L52": {"A3", "A4"}, "L53": {"K15"}, "L54": {"K15"}, "L55": {"K15"}, "L56": {"A5", "K17"},
    "L59": {"K19", "K20", "K21", "K22", "K23"}, "L70": {"K24"}, "L74": {"K25"}, "L75": {"K6"},
}  # fmt: skip
PORTLANDS = [f"L{number}" for number in range(1, 79)]


def test_the_laws_are_all_there_in_order_and_once():
    assert list(LAWS) == [*PORTLANDS, "LA1", "LA2", "LA3", "LF1"]
    assert all(law.id == name for name, law in LAWS.items())


@pytest.mark.parametrize("name", PORTLANDS)
def test_the_category_of_each_law(name):
    number = int(name[1:])
    expected = "reported" if number in REPORTED else "told" if number in TOLD else "decided"
    assert LAWS[name].category == expected
    assert bool(LAWS[name].reported) is (expected == "reported")


def test_there_are_45_24_and_9_laws_of_the_categories():
    found = [LAWS[name].category for name in PORTLANDS]
    assert {category: found.count(category) for category in CATEGORIES} == {"decided": 45, "reported": 24, "told": 9}


@pytest.mark.parametrize("name", PORTLANDS)
def test_where_the_article_has_each_law(name):
    digest = LAWS[name].digest
    if name in NOT_IN_S4:
        assert digest is None
    elif name in S4:
        assert digest == S4[name]
    else:  # L18 to L22, L32 to L34, L36, L45 to L47, L60 to L69, L72 to L74
        assert digest is not None and "text" in digest


@pytest.mark.parametrize("name", PORTLANDS)
def test_the_kinds_and_corrections_that_carry_each_law(name):
    assert {each for each in LAWS[name].carried_by if each[0] in "KA"} == CARRIED.get(name, set())


def test_the_sections_follow_one_another_and_none_is_empty():
    sections = [LAWS[name].section for name in PORTLANDS]
    assert list(dict.fromkeys(sections)) == list(SECTIONS)
    assert sections == sorted(sections, key=list(SECTIONS).index)


@pytest.mark.parametrize("name", LAWS)
def test_all_that_a_law_names_exists(name):
    law = LAWS[name]
    known = {*anchors(), *ELECTIONS, *CORRECTIONS, *EFFECTS, *(kind.number for kind in KINDS), "K1", "K7"}
    assert set(law.carried_by) <= known
    assert set(law.effects) <= EFFECTS.keys() and set(law.readings) <= READINGS.keys()
    assert set(re.findall(r"\b(?:L[AFR]?|E|K|R|A)\d[\d.]*\b", law.content)) <= known | LAWS.keys()
    assert law.content.endswith(".") and not law.reported.endswith(".")


def test_the_kinds_corrections_and_rows_name_laws_that_exist():
    named = {law for kind in KINDS for law in kind.laws}
    named |= {each.law for each in CORRECTIONS.values()}
    named |= {law for row in LAW_ROWS.values() for law in row.laws}
    assert named <= LAWS.keys()
    assert {"LA1", "LA2", "LA3", "LF1"} <= named


def test_the_readings_are_all_there_in_order():
    assert list(READINGS) == [f"LR{number}" for number in range(1, 39)]


@pytest.mark.parametrize("name", READINGS)
def test_a_reading_has_a_question_an_answer_and_a_reason(name):
    reading = READINGS[name]
    assert reading.question.endswith("?") and reading.settled.endswith(".") and reading.reason.endswith(".")
    assert not reading.alternative or reading.alternative.endswith(".")
    assert set(re.findall(r"\bL\d+\b", " ".join(reading))) <= LAWS.keys()


def test_the_readings_that_had_an_alternative_have_it():
    # Section 9 states an alternative for these; section 10 strikes LR27, whose first answer is now the alternative.
    with_one = {1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 17, 19, 22, 27}
    assert {name for name, reading in READINGS.items() if reading.alternative} == {f"LR{n}" for n in with_one}


def test_a_player_who_took_too_few_cards_does_not_complete_the_hand():
    # Section 10: "LR27 and the election `complete` are struck: L30 forbids it".
    assert "complete" not in ELECTIONS
    assert READINGS["LR27"].settled == "No."
