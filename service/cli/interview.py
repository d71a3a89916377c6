"""`rule --incident`: asks what happened at a table, one question at a time, and prints the ruling without the cards.

The questions are those that the ruling needs, as `POST /v1/rulings` gives them. They go to standard error, and the
ruling to standard output.
"""

import json
import re
import sys
from collections.abc import Iterator
from enum import Enum
from typing import IO, Final

from service.cli.record_commands import Json
from service.cli.record_files import Unreadable
from service.piquet.law.decide import QUESTIONS, ruling_on_facts, seated
from service.piquet.law.kinds.tables import FactValue
from service.piquet.law.sentences import what_happens
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import ruleset
from service.piquet.suggestions import cards_in, did_you_mean
from service.piquet.written import election_members, ruling_dict
from service.words import Language, words_in


def ask(
    incident: str, name: str, dealer: str | None, out: IO[str], *, as_json: bool = False, lang: Language = "en"
) -> Iterator[bool]:
    """Ask for the facts of an irregularity, and write the ruling to `out`.

    `incident` is what happened: a kind, or how its name begins; it is asked for if it is empty. `name` is that of the
    ruleset, and `dealer` the seat that dealt. Yields False. Raises `Unreadable` for an unknown kind or ruleset, or if
    standard input ends before all is answered.
    """
    try:
        interview = _Interview(ruleset(name), dealer, lang)
    except RulesetError as error:
        raise Unreadable("--ruleset", str(error)) from None
    ruling = interview.ruling(interview.kind(incident))
    if as_json:
        print(json.dumps({"law": interview.rules.law, "rulings": [ruling]}, ensure_ascii=False), file=out)
    else:
        out.writelines(f"{line}\n" for line in interview.lines(ruling))
    yield False


class _Word(Enum):
    """What may be said in place of an answer: to go back to the question before, or to leave an optional fact out."""

    BACK = "b"
    NOTHING = ""


class _Interview:
    def __init__(self, rules: Ruleset, dealer: str | None, lang: Language) -> None:
        self.rules = rules
        self._dealer = dealer
        self._lang = lang
        self._names = words_in(lang).commentary

    def _say(self, key: str, **fields: object) -> str:
        return self._names.other[f"ask {key}"].format(**fields)

    # ------------------------------------------------------------ what is asked

    def kind(self, given: str) -> str:
        """Return the kind that is given, or else asked for."""
        names, colon = self._names.kinds, words_in(self._lang).rulings.colon
        options = [
            {"value": kind, "label": f"{names[kind]}{colon}{what_happens(kind, self._lang)}"} for kind in QUESTIONS
        ]
        need = {"question": self._say("kind"), "type": "choice", "options": options, "help": None, "optional": False}
        try:
            kind = given and str(answer_of(need, given))
        except ValueError:
            raise Unreadable(
                "--incident", f"{given!r} is no kind{_meant(given, need)}; it lists all without a value"
            ) from None

        self._tell(self._say("keys"))
        return kind or str(self._answer([need], first=True))

    def ruling(self, kind: str) -> Json:
        """Ask for the facts that the law depends on, and return the ruling as data."""
        answers: dict[str, FactValue | _Word] = {}
        while True:
            facts = {name: value for name, value in answers.items() if not isinstance(value, _Word)}
            found = ruling_on_facts(self.rules, kind, facts)
            found = found if self._dealer is None else seated(found, self._dealer)
            ruling: Json = ruling_dict(found, [election_members(offer) for offer in found.elections], self._lang)
            needs = [need for need in ruling["needs"] if need["name"] not in answers]
            if not needs:
                self._tell("")
                return ruling
            answer = self._answer(needs, first=not answers)
            if answer is _Word.BACK:
                answers.popitem()
            else:
                answers[needs[0]["name"]] = answer

    def _answer(self, needs: list[Json], *, first: bool) -> FactValue | _Word:
        """Ask the first of some questions until it is answered. Raises `Unreadable` at the end of the input."""
        need, chosen = needs[0], needs[0]["type"] in _CHOSEN
        self._tell("", need["question"])
        self._tell(*(f"  {number:>2}  {each['label']}" for number, each in enumerate(need["options"], 1) if chosen))
        if need["type"] not in ("flag", "choice"):
            self._tell(f"  {self._form(need)}")
        if need["optional"]:
            default = [each["label"] for each in need["options"] if each["value"] == need["default"]]
            self._tell(f"  {self._say('default', answer=default[0]) if default else self._say('optional')}")
        while True:
            print("> ", end="", file=sys.stderr, flush=True)
            text = _line()
            if not text and need["optional"]:
                return _Word.NOTHING
            if text is None:
                self._tell("")
                missing = " ".join(each["question"] for each in needs if not each["optional"])
                raise Unreadable("standard input", f"it has no answer to: {missing}")
            if text == _Word.BACK.value and not first:
                return _Word.BACK
            if text == _Word.BACK.value:
                self._tell(self._say("first"))
            elif text == "?":
                self._tell(*filter(None, [need["help"], self._form(need), self._say("keys")]))
            else:
                try:
                    return answer_of(need, text)
                except ValueError:
                    self._tell(self._say("again", form=self._form(need)) + _meant(text, need))

    def _form(self, need: Json) -> str:
        """Return how the answer to a question is written."""
        form = self._say(need["type"], **need | {"options": " ".join(each["label"] for each in need["options"])})
        none = [each["label"] for each in need["options"] if each["value"] is None and need["type"] not in _CHOSEN]
        if need["type"] in _LISTS and not need["least"]:
            none = [self._say("none")]
        return self._say("or", form=form, none=none[0]) if none else form

    def _tell(self, *lines: str) -> None:
        for line in lines:
            print(line, file=sys.stderr)

    # ------------------------------------------------------------ what is answered

    def lines(self, ruling: Json) -> Iterator[str]:
        """Yield what is read out, what holds otherwise, and the law."""
        yield ruling["sentence"]
        for election in ruling["elections"]:
            yield election["sentence"]
        if ruling["elections"] and ruling["unraised"]:
            yield self._say("otherwise", follows=ruling["unraised"])
        laws = ", ".join(filter(None, [ruling["law"], *ruling["also"]]))
        name = self._names.kind(ruling["kind"], ruling["law"])
        yield self._say("law" if laws else "no law", laws=laws, kind=name, code=self.rules.law)


# ---------------------------------------------------------------- answers

#: Longer lines are cut, and are then no answers.
_LONGEST: Final = 500

_CHOSEN: Final = ("flag", "choice", "choices")
_LISTS: Final = ("choices", "positions")

#: How many numbers there are in an answer, by its type.
_NUMBERS: Final = {"number": 1, "amount": 1, "counts": 3, "packets": 2, "sheets": 4}


def _line() -> str | None:
    """Return the next line of standard input, and of a long one the beginning; None at the end."""
    line = more = sys.stdin.readline(_LONGEST)
    while more and not more.endswith("\n"):
        more = sys.stdin.readline(_LONGEST)
    return line.strip() if line else None


def answer_of(need: Json, text: str) -> FactValue:
    """Return the answer to a question that a text gives. Raises `ValueError` if it is none."""
    words, options = text.replace(",", " ").split(), [each["value"] for each in need["options"]]
    if need["type"] in ("flag", "choice") or not words:
        return _chosen(need, text)
    if text == "-" and (None in options or (need["type"] in _LISTS and not need["least"])):
        return None if None in options else ()
    if need["type"] in _LISTS:
        chosen = [_chosen(need, word) for word in words] if need["type"] == "choices" else _positions(words)
        return _checked(tuple(sorted(chosen, key=options.index)), need["least"] <= len(set(chosen)) == len(chosen))
    if need["type"] == "proof":
        cards = {sign: cards_in(" ".join(word[1:] for word in words if word[0] == sign)) for sign in "-+"}
        named = {"missing": tuple(cards["-"] or ()), "double": tuple(cards["+"] or ())}
        return _checked(named, sum(map(len, named.values())) == len(words) > 0)
    if need["type"] == "amount" and not words[0].isdigit():
        found = cards_in(text)
        return _checked(tuple(found or ()), bool(found))
    numbers = [_number(word) for word in words]
    _checked(None, len(numbers) == _NUMBERS[need["type"]] and need["total"] in (None, sum(numbers)))
    _checked(None, all(need["least"] <= number <= need["most"] for number in numbers))
    if need["type"] == "sheets":
        return {"A": dict(zip("AB", numbers[:2], strict=True)), "B": dict(zip("AB", numbers[2:], strict=True))}
    return tuple(numbers) if len(numbers) > 1 else numbers[0]


def _checked(answer: FactValue, is_one: bool) -> FactValue:
    if not is_one:
        raise ValueError("no answer")
    return answer


def _number(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", word):
        raise ValueError("no number")
    return int(word)


def _positions(words: list[str]) -> list[int]:
    """Return numbers, also those from one to another (`1-5`)."""
    ends = [list(map(_number, word.split("-", 1))) for word in words]
    return [number for each in ends for number in range(each[0], min(each[-1], _LONGEST) + 1)]


def _chosen(need: Json, text: str) -> FactValue:
    """Return the option with a number, a value or a name, or the only one whose name begins so, or has such a word."""
    given = text.casefold()
    names = {at: [str(at + 1), *_names(each)] for at, each in enumerate(need["options"])}
    found = [at for at, known in names.items() if given in known]
    found = found or [at for at, known in names.items() if any(name.startswith(given) for name in known[1:])]
    found = found or [at for at, known in names.items() if given in re.findall(r"\w+", known[-1])]
    return _checked(need["options"][found[0]]["value"] if found else None, len(found) == 1 and given != "")


def _names(option: Json) -> list[str]:
    """Return by what an option may be chosen, besides its number."""
    label = option["label"].casefold()
    return [str(option["value"]).casefold(), label.partition(":")[0].strip(), label]


def _meant(text: str, need: Json) -> str:
    known = dict.fromkeys(name for option in need["options"] for name in _names(option))
    return did_you_mean(text, known) if need["type"] in _CHOSEN else ""
