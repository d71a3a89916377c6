"""`rule --incident`: asks what happened at a table, one question at a time, and prints the ruling without the cards.

The questions are those that the ruling needs, as `POST /v1/rulings` gives them. They go to standard error, and the
ruling to standard output.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from itertools import pairwise, zip_longest
from typing import IO, Final

from service.cli.record_commands import Json
from service.cli.record_files import Unreadable
from service.piquet.law.decide import SIDE, ruling_on_facts, seated
from service.piquet.law.kinds import GROUPS
from service.piquet.law.kinds.tables import FactValue
from service.piquet.law.sentences import also_called, kinds_like, plain, what_happens
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import ruleset
from service.piquet.suggestions import cards_in, did_you_mean, listed
from service.piquet.written import election_members, ruling_dict
from service.words import Language, words_in


def ask(
    incident: str, name: str, dealer: str | None, out: IO[str], *, as_json: bool = False, lang: Language = "en"
) -> Iterator[bool]:
    """Ask for the facts of an irregularity, and write the ruling to `out`; two if both players did it.

    `incident` is what happened: a kind, or how its name begins; it is asked for if it is empty. `name` is that of the
    ruleset, and `dealer` the seat that dealt. Yields False. Raises `Unreadable` for an unknown kind or ruleset, or if
    standard input ends before all is answered.
    """
    try:
        interview = _Interview(ruleset(name), dealer, lang)
    except RulesetError as error:
        raise Unreadable("--ruleset", str(error)) from None
    rulings = interview.rulings(incident)
    if as_json:
        print(json.dumps({"law": interview.rules.law, "rulings": rulings}, ensure_ascii=False), file=out)
    else:
        print(*interview.texts(rulings), sep="\n\n", file=out)
    yield False


#: What may be said in place of an answer: to go back to the question before, to leave an optional fact out, or that
#: both players did it.
_Word = Enum("_Word", "BACK NOTHING BOTH")


@cache
def _figures(lang: Language) -> Mapping[str, str]:
    """Return numbers in figures by the words for them."""
    return {plain(words_in(lang).commentary.number(number)): str(number) for number in range(_MOST_IN_WORDS)}


_MOST_IN_WORDS: Final = 100

#: The name of the question what happened, which comes before the facts.
_KIND: Final = "kind"


class _Interview:
    def __init__(self, rules: Ruleset, dealer: str | None, lang: Language) -> None:
        self.rules = rules
        self._dealer = dealer
        self._lang = lang
        self._words = words_in(lang).rulings
        self._names = words_in(lang).commentary
        #: How each question of a kind was last answered.
        self._typed: dict[tuple[FactValue | _Word, int, str], str] = {}

    def _say(self, key: str, **fields: object) -> str:
        return self._names.other[f"ask {key}"].format(**fields)

    def _player(self, role: str) -> str:
        """Return the name of a player: the role, with the seat if it is known."""
        name = self._words.within[role]
        if self._dealer is None:
            return name
        return f"{self._dealer if role == 'younger' else 'AB'.replace(self._dealer, '')} ({name})"

    # ------------------------------------------------------------ what is asked

    def rulings(self, incident: str) -> list[Json]:
        """Ask what happened, and return the ruling on each player who did it, as data."""
        answers: dict[str, FactValue | _Word] = {}  # in the order in which they were given
        if incident.strip():
            answers[_KIND] = self._kind(incident)
            self._typed[None, 0, _KIND] = incident
        self._tell(self._say("keys"))
        while True:
            found = [self._ruling(answers)]
            if answers.get(SIDE) is _Word.BOTH:
                found.append(self._ruling({_KIND: answers[_KIND], SIDE: "younger"}, second=True))
            if found[-1]:
                self._tell("")
                return found
            answers.popitem()  # the last answer about elder comes before the first question about younger
            if SIDE in answers:
                self._tell("", self._say("second", name=self._player("elder")))

    def _ruling(self, answers: dict[str, FactValue | _Word], *, second: bool = False) -> Json:
        """Ask for the kind and for the facts that the law depends on, and return the ruling as data.

        About the `second` player it is empty if the arbiter goes back to the questions about the first.
        """
        fixed = len(answers) if second else 0
        while True:
            ruling = self._ruled(answers)
            needs = [need for need in ruling["needs"] if need["name"] not in answers]
            if not needs:
                return ruling
            if second:
                self._tell("", self._say("second", name=self._player("younger")))
                second = False  # once
            typed = answers.get(_KIND), fixed, needs[0]["name"]
            answer, text = self._answer(needs, self._typed.get(typed, ""), first=not answers)
            if answer is not _Word.BACK:
                answers[needs[0]["name"]] = answer
                self._typed[typed] = text
            elif len(answers) > fixed:
                answers.popitem()
            else:
                return {}

    def _ruled(self, answers: dict[str, FactValue | _Word]) -> Json:
        """Return the ruling as far as the answers carry it; without a kind, only the question for it."""
        facts = {name: value for name, value in answers.items() if not isinstance(value, _Word)}
        if _KIND not in facts:
            return {"needs": [self._what_happened()]}
        facts |= {SIDE: "elder"} if answers.get(SIDE) is _Word.BOTH else {}
        found = ruling_on_facts(self.rules, str(facts.pop(_KIND)), facts)
        found = found if self._dealer is None else seated(found, self._dealer)
        return ruling_dict(found, [election_members(offer) for offer in found.elections], self._lang)

    def _what_happened(self) -> Json:
        """Return the question for the kind, with the kinds as the law groups them."""
        names, colon = self._names.kinds, self._words.colon
        options = [
            {
                "value": kind,
                "label": names[kind] + colon + what_happens(kind, self._lang),
                "heading": heading,
                "also": also_called(kind, self._lang),
            }
            for group, tables in GROUPS.items()
            for kind, heading in zip_longest((table.kinds[0].name for table in tables), [self._say(group)])
        ]
        need = {"name": _KIND, "question": self._say(_KIND), "help": self._say("kind help"), "type": "choice"}
        return need | {"options": options, "optional": False, "default": None}

    def _kind(self, given: str) -> str:
        need = self._what_happened()
        meant = _meant(need, given)
        if len(meant) != 1:
            found = [str(each["value"]) for _, each in meant or self._alike(need, given)]
            why = f"may mean {listed(found, 'or')}" if found else f"is no kind{_near(need, given)}"
            raise Unreadable("--incident", f"{given!r} {why}; it lists all without a value")
        kind = str(meant[0][1]["value"])
        self._confirm(need, kind, given)
        return kind

    def _alike(self, need: Json, text: str) -> list[tuple[int, Json]]:
        """Return the kinds that a sentence may mean, with their numbers."""
        found = kinds_like(text, self._lang) if need["name"] == _KIND else []
        numbered = {each["value"]: (number, each) for number, each in enumerate(need["options"], 1)}
        return [numbered[kind] for kind in found]

    def _answer(self, needs: list[Json], typed: str, *, first: bool) -> tuple[FactValue | _Word, str]:
        """Ask the first of some questions until it is answered; return the answer, and how it was written.

        Enter repeats what was `typed`. Raises `Unreadable` at the end of the input.
        """
        need = needs[0]
        for option in need["options"]:
            option["also"] = also_called(option["value"], self._lang)
        shown = self._shown(need, typed)
        self._ask(need, shown, brief=bool(shown))
        near: dict[str, str] = {}  # the lines that were listed last, by their numbers
        while True:
            print("> ", end="", file=sys.stderr, flush=True)
            line = _line()
            if line is None:
                self._tell("")
                missing = " ".join(each["question"] for each in needs if not each["optional"]) or need["question"]
                raise Unreadable(self._say("input"), self._say("ended", questions=missing))
            text = line or ("".join(near) if len(near) == 1 else typed if shown else "")
            if text.isdigit() and near and text not in near:
                self._tell(self._say("several"), *near.values())
            elif text.casefold() in self._say("back").split():
                if not first:
                    return _Word.BACK, text
                self._tell(self._say("first"))
            elif text.casefold() in self._say("help").split():
                both = self._say("both") if need["name"] == SIDE else ""
                more = self._names.other.get(f"ask {need['type']} help", "").format(**need)
                self._tell(*filter(None, [need["help"], both, self._form(need), more, self._say("keys")]))
                self._ask(need, shown)
                near = {}
            else:
                try:
                    answer = self._read(need, text)
                except ValueError as error:
                    several = _meant(need, text) or self._alike(need, text)
                    near = {str(number): _numbered(number, each) for number, each in several}
                    like = _near(need, text) or (self._say("unlike") if need["name"] == _KIND else "")
                    made = self._say("sum", total=error.args[0]) if isinstance(error, _WrongTotal) else ""
                    again = self._say("again", form=self._form(need)) + like + made
                    self._tell(*([self._say("several"), *near.values()] if near else [again]))
                else:
                    self._confirm(need, answer, text)
                    return answer, text

    def _confirm(self, need: Json, answer: FactValue | _Word, text: str) -> None:
        """Print the kind that was chosen by a number or another word, so that a slip is seen."""
        for each in need["options"] if need["name"] == _KIND else ():
            if each["value"] == answer and plain(text) not in map(plain, (each["value"], _label(each))):
                self._tell(self._say("chosen", kind=each["label"]))

    def _ask(self, need: Json, shown: str, *, brief: bool = False) -> None:
        """Print a question, and what Enter says: the answer `shown`, the default, or nothing.

        In `brief` the kinds, which fill more than a screen, are left out; their headings are not.
        """
        self._tell("", need["question"])
        brief = brief and need["name"] == _KIND
        if brief:
            starts = [(at, each["heading"]) for at, each in enumerate(need["options"], 1) if each["heading"]]
            for (at, heading), (after, _) in pairwise([*starts, (len(need["options"]) + 1, "")]):
                self._tell(f"  {at:>2}-{after - 1:<2}  {heading}")
            self._tell(f"  {self._say('all')}")
        for number, each in enumerate(need["options"] if need["type"] in _CHOSEN and not brief else (), 1):
            if each.get("heading"):
                self._tell("", each["heading"])
            self._tell(_numbered(number, each))
        if need["type"] not in ("flag", "choice"):
            self._tell(f"  {self._form(need)}")
        absent = [each["label"] for each in need["options"] if each["value"] == need["default"] is not None]
        default = shown or "".join(absent)
        if default or need["optional"]:
            self._tell(f"  {self._say('default' if default else 'optional', answer=default)}")

    def _read(self, need: Json, text: str) -> FactValue | _Word:
        """Return what a text says. Raises `ValueError` if it is no answer."""
        if need["optional"] and not text:
            return _Word.NOTHING
        both = plain(text) in map(plain, [self._words.answers["both"], *also_called("both", self._lang)])
        if both and need["name"] == SIDE:
            return _Word.BOTH
        if both and need["type"] in _LISTS:
            text = " ".join(str(number) for number, _ in enumerate(need["options"], 1))
        if need["type"] in ("flag", "choice"):
            return answer_of(need, text)
        if plain(text) in map(plain, [self._say("none"), *also_called("none", self._lang)]):
            null = need["type"] in _LISTS or any(each["value"] is None for each in need["options"])
            text = "-" if null else "0"
        if need["type"] != "amount" or plain(text) in _figures(self._lang):  # `TH` is a card
            words = text.replace(",", " ").replace(";", " ").split()
            text = " ".join(_figures(self._lang).get(plain(word), word) for word in words)
        return answer_of(need, self._in_order(text) if need["type"] == "counts" else text)

    def _in_order(self, text: str) -> str:
        """Return counts with a name each, before or after them, in the order of the question, without the names."""
        labels = {"elder": self._player("elder"), "younger": self._player("younger"), "talon": "talon"}
        options = [{"value": of, "label": labels[of], "also": also_called(of, self._lang)} for of in labels]
        named: Json = {"type": "choice", "options": options}
        parts = re.split(r"([0-9]+)", text)
        names = parts[0::2] if plain(parts[0]) else parts[2::2]
        meant = [_meant(named, re.sub(r"\b(?:and|et)\b", " ", name)) for name in names if plain(name)]
        found = {
            each[0][1]["value"]: number for each, number in zip(meant, parts[1::2], strict=False) if len(each) == 1
        }
        return " ".join(found[of] for of in labels) if len(found) == len(meant) == len(labels) else text

    def _shown(self, need: Json, typed: str) -> str:
        """Return how an answer is shown that was typed before: an option by its name; empty if it is none now."""
        try:
            answer = self._read(need, typed)
        except ValueError:
            return ""
        if answer is _Word.BOTH:
            return self._words.answers["both"]
        chosen = answer if isinstance(answer, tuple) else (answer,)
        names = [_label(each) for each in need["options"] if each["value"] in chosen and need["type"] in _CHOSEN]
        return ", ".join(names) or typed

    def _form(self, need: Json) -> str:
        """Return how the answer to a question is written."""
        form = self._say(need["type"], **need | {"options": " ".join(each["label"] for each in need["options"])})
        none = [each["label"] for each in need["options"] if each["value"] is None and need["type"] not in _CHOSEN]
        if need["type"] in _LISTS and not need["least"]:
            none = [self._say("none")]
        return self._say("or", form=form, none=none[0]) if none else form

    def _tell(self, *lines: str) -> None:
        print(*lines, sep="\n", file=sys.stderr)

    # ------------------------------------------------------------ what is answered

    def texts(self, rulings: list[Json]) -> Iterator[str]:
        """Yield what is printed of each ruling; of two also whom it is about."""
        for role, ruling in zip(("elder", "younger"), rulings, strict=False):
            about = [self._say("about", name=self._player(role))] if len(rulings) > 1 else []
            yield "\n".join([*about, *self._lines(ruling)])

    def _lines(self, ruling: Json) -> Iterator[str]:
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


class _WrongTotal(ValueError):
    """Numbers that do not make the total; its argument is what they make."""


def _line() -> str | None:
    """Return the next line of standard input, and of a long one the beginning; None at the end."""
    line = more = sys.stdin.readline(_LONGEST)
    while more and not more.endswith("\n"):
        more = sys.stdin.readline(_LONGEST)
    return " ".join(line.split()) if line else None


def _numbered(number: int, option: Json) -> str:
    return f"  {number:>2}  {option['label']}"


def answer_of(need: Json, text: str) -> FactValue:
    """Return the answer to a question that a text gives. Raises `ValueError` if it is none."""
    text = re.sub(r"(?<=[0-9]) ?\+ ?(?=[0-9])", " ", text)
    text = re.sub(r"(?<=[0-9]) ?[-–/:] ?(?=[0-9])", "-" if need["type"] == "positions" else " ", text)
    words = re.sub(r"[,;]|\b(?:and|et)\b", " ", text).split()
    options = [each["value"] for each in need["options"]]
    if need["type"] in ("flag", "choice") or not words:
        return _chosen(need, text)
    if text == "-" and (None in options or (need["type"] in _LISTS and not need["least"])):
        return None if None in options else ()
    if need["type"] in _LISTS:
        telling = [word for word in words if len(_meant(need, word)) < len(options)]  # not `le`
        chosen = [_chosen(need, word) for word in telling] if need["type"] == "choices" else _positions(words)
        return _checked(tuple(sorted(chosen, key=options.index)), 0 < len(set(chosen)) == len(chosen))
    if need["type"] == "proof":
        cards = {sign: cards_in(" ".join(word[1:] for word in words if word[0] == sign)) for sign in "-+"}
        named = {"missing": tuple(cards["-"] or ()), "double": tuple(cards["+"] or ())}
        return _checked(named, sum(map(len, named.values())) == len(words) > 0)
    if need["type"] == "amount" and not words[0].isdigit():
        found = cards_in(text)
        return _checked(tuple(found or ()), bool(found))
    numbers = [_number(word) for word in words]
    _checked(None, len(numbers) == _NUMBERS[need["type"]])
    if need["total"] not in (None, sum(numbers)):
        raise _WrongTotal(sum(numbers))
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
    """Return the only option that a text may mean."""
    found = _meant(need, text)
    return _checked(found[0][1]["value"] if found else None, len(found) == 1)


def _meant(need: Json, text: str) -> list[tuple[int, Json]]:
    """Return the options that a text may mean, with their numbers.

    It is the one with this number, value, name or synonym; else those whose name begins so, or has these words.
    """
    given = plain(text)
    if need["type"] not in _CHOSEN or not given:
        return []
    numbered = list(enumerate(need["options"], 1))
    exact = [(number, each) for number, each in numbered if given in (str(number), *map(plain, _names(each)))]
    return exact or [
        (number, each)
        for number, each in numbered
        for names in [[*map(plain, _names({**each, "also": ()}))]]
        if any(name.startswith(given) for name in names) or f" {given} " in f" {names[-1]} "
    ]


def _label(option: Json) -> str:
    """Return the name of an option, without its description."""
    return str(option["label"]).partition(":")[0].strip()


def _names(option: Json) -> list[str]:
    """Return by what an option may be chosen, besides its number: a player also by the seat alone."""
    label = option["label"].casefold()
    seat = re.findall(r"^[ab](?= \()", label)
    players = [f"{player} {seat[0]}" for player in ("player", "joueur", "seat")] if seat else []
    return [str(option["value"]).casefold(), *option.get("also", ()), *seat, *players, _label(option).casefold(), label]


def _near(need: Json, text: str) -> str:
    """Suggest how a word is spelled; nothing for a sentence about what happened."""
    known = dict.fromkeys(name for option in need["options"] for name in _names(option))
    return did_you_mean(text, known) if need["type"] in _CHOSEN and (need["name"] != _KIND or " " not in text) else ""
