"""How the answer to a question is written, by the form of its fact."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from service.piquet.law.kinds.questions import Question


class AnswerForm(NamedTuple):
    """The form of an answer in words, which may name `least` and `most`, and an example."""

    form: str
    example: Any


FORMS: Final[Mapping[str, AnswerForm]] = {
    "flag": AnswerForm("true or false", True),
    "choice": AnswerForm("one of the values", None),
    "choices": AnswerForm("a list of some of the values; empty for none", None),
    "number": AnswerForm("a whole number from {least} to {most}", None),
    "cards": AnswerForm("a list of cards, each with its rank and then its suit", ["KH", "TS"]),
    "positions": AnswerForm("a list of positions of the talon, counted from 1 on top; empty for none", [1, 2, 3]),
    "counts": AnswerForm("a list of three numbers of cards: elder's, younger's and those of the talon", [13, 11, 8]),
    "amount": AnswerForm("a number of cards, or a list of cards", 4),
    "proof": AnswerForm("the cards that are missing and those that are double", {"missing": ["8D"], "double": ["7D"]}),
    "packets": AnswerForm("a list of two numbers of cards: those of each packet", [20, 12]),
    "sheets": AnswerForm(
        "the scores of A and B on the sheet of each", {"A": {"A": 28, "B": 22}, "B": {"A": 28, "B": 23}}
    ),
}


def answer_form(question: Question) -> AnswerForm:
    """How the answer to a question is written, with an example that the question takes."""
    form, example = FORMS[question.form]
    if question.form == "number":
        example = question.least
    elif question.form == "choice":
        example = question.values[0]
    elif question.form == "choices":
        example = [question.values[0]]
    return AnswerForm(form, example)
