"""The lessons of the page /table/: positions, answers, texts and the words that they explain.

The positions, what is right in them and the scores after it were derived by hand from the rules that each task cites.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.piquet import Table
from service.piquet.notation.action_lines import write_action

ROOT = Path(__file__).parent.parent
LESSONS = ROOT / "service" / "table" / "lessons"
WORDS = ROOT / "service" / "table" / "words"

COURSE = json.loads((LESSONS / "lessons.json").read_text(encoding="utf-8"))
TEXTS = {name: json.loads((LESSONS / f"{name}.json").read_text(encoding="utf-8")) for name in ("en", "fr")}
TASKS = {f"{each['id']}-{at + 1}": (each["id"], at) for each in COURSE["lessons"] for at in range(len(each["tasks"]))}
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")

Json = Any


def task_of(name: str) -> tuple[Json, list[Json]]:
    """A task, and its texts in both languages."""
    lesson, at = TASKS[name]
    (task,) = (each["tasks"][at] for each in COURSE["lessons"] if each["id"] == lesson)
    return task, [text["lessons"][lesson]["tasks"][at] for text in TEXTS.values()]


def answer_of(task: Json, action: str) -> str | int:
    """The answer to a legal action, as the page finds it: `right`, the number of a wrong one, or `else`."""
    if re.fullmatch(task["right"], action):
        return "right"
    return next((at for at, wrong in enumerate(task["wrong"]) if re.fullmatch(wrong, action)), "else")


def texts_in(value: Json) -> Iterator[str]:
    """All texts of lessons."""
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts_in(each)
    if isinstance(value, str):
        yield value


def words_of(text: str) -> set[str]:
    """The terms that are marked in a text."""
    return {(term or word).lower() for word, term in re.findall(r"\[([^\]|]+)(?:\|([^\]]+))?\]", text)}


def test_there_are_eight_lessons_of_two_to_five_tasks() -> None:
    assert len(COURSE["lessons"]) == 8
    assert all(2 <= len(each["tasks"]) <= 5 for each in COURSE["lessons"])
    for text in TEXTS.values():
        assert list(text["lessons"]) == [each["id"] for each in COURSE["lessons"]]


@pytest.mark.parametrize("name", TASKS)
def test_every_legal_action_of_a_task_has_an_answer_and_every_answer_an_action(name: str) -> None:
    task, texts = task_of(name)
    table = Table.from_line(task["state"])
    assert (table.line, table.to_act) == (task["state"], task["seat"])
    legal = [write_action(action) for action in table.options() if action["seat"] == task["seat"]]
    answers = {answer_of(task, action) for action in legal}
    assert answers - {"else"} == {"right", *range(len(task["wrong"]))}
    for text in texts:
        assert len(text["wrong"]) == len(task["wrong"])
        assert ("else" in text) == ("else" in answers)
    offered = [write_action(action) for action in task.get("offer", [])]
    assert not offered or any(re.fullmatch(task["right"], action) for action in offered)


@pytest.mark.parametrize("name", TASKS)
def test_the_right_action_of_a_task_leads_to_the_score_that_its_rules_give(name: str) -> None:
    task, _ = task_of(name)
    table = Table.from_line(task["state"])
    legal = [action for action in table.options() if re.fullmatch(task["right"], write_action(action))]
    for action in (legal[0], *task["then"]):
        table.apply(action)
    assert table.score == task["score"]
    assert task["rules"]
    assert all(f'<a id="{rule}"></a>' in RULES for rule in task["rules"])


@pytest.mark.parametrize("name", [name for name in TASKS if task_of(name)[0]["refused"]])
def test_an_action_that_is_refused_has_the_code_that_a_task_answers(name: str) -> None:
    task, texts = task_of(name)
    table = Table.from_line(task["state"])
    french = json.loads((WORDS / "fr.json").read_text(encoding="utf-8"))
    for code, action in task["refused"].items():
        assert [each.code for each in table.check(action)] == [code]
        assert f"violation.{code}" in french
    illegal = [each.code for action in task.get("offer", []) for each in table.check(action)]
    assert set(illegal) <= set(task["refused"])
    assert all(text["refused"].keys() == task["refused"].keys() for text in texts)


def test_a_word_of_the_lessons_has_the_meaning_and_the_rule_of_the_glossary() -> None:
    rows = dict(re.findall(r'^\| <a id="([\w-]+)"></a>(.*)$', GLOSSARY, re.M))
    for term, rule in COURSE["terms"].items():
        _, meaning, where, *_ = rows[term].split(" | ")
        assert re.sub("[*`]", "", meaning) == TEXTS["en"]["terms"][term]
        assert f"[{rule}](rules.md#{rule})" in where
    for text in TEXTS.values():
        assert text["terms"].keys() == COURSE["terms"].keys()
        marked = {word for each in texts_in([text["lessons"], text["deal"]]) for word in words_of(each)}
        assert marked == set(COURSE["terms"])


def test_the_texts_of_the_first_deal_are_the_same_in_both_languages() -> None:
    english, french = (text["deal"] for text in TEXTS.values())
    assert english.keys() == french.keys()
    kinds = {"exchange", "call.point", "call.sequence", "call.set", "pass", "reply", "reckon", "lead", "follow", "over"}
    assert kinds <= english.keys()
