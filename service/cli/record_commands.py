"""The commands on records in a file: `convert` (as data), `replay` (as a commentary in words), and `rule`.

`rule` prints the rulings that are open in a deal of a record, and what each election would do.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import IO, Any

from service.cli import commentary, html_page, record_files
from service.piquet import actions, engine, written
from service.piquet.law.data.elections import EFFECTS
from service.piquet.law.deal import rulings_on
from service.piquet.law.decide import ElectionOffer, Ruling
from service.piquet.model.state import SEATS, Pair
from service.piquet.model.violations import Violation
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.scoring.settlement import by_seat
from service.records import json_form, player_names
from service.records.model import Reading
from service.records.text.action_syntax import write_words
from service.records.text.writer import write
from service.records.verification import deals, verify
from service.records.verification.replayed_deal import ReplayedDeal
from service.words import CommentaryWords, Language, words_in


def convert(name: str, to: str | None, out: IO[str]) -> Iterator[bool]:
    """Write the records of a file to `out` as `text`, `json` (one record) or `ndjson`.

    Without `to`, text becomes JSON, and JSON text. Problems go to standard error. Yields whether each record has
    problems, before it is written. Raises `Unreadable`.
    """
    for number, (source, line, reading) in enumerate(record_files.readings(name), 1):
        record_files.print_problems(source.name, line, reading.problems)
        record = deals.numbered(reading.record)
        to = to or ("json" if source.kind == "text" else "text")
        yield bool(reading.problems)
        if to == "text":
            out.write(("\n" if number > 1 else "") + write(record))
        elif to == "ndjson":
            out.write(json.dumps(json_form.to_json(record), ensure_ascii=False) + "\n")
        elif number == 1:
            out.write(json.dumps(json_form.to_json(record), ensure_ascii=False, indent=1) + "\n")
        else:
            raise record_files.Unreadable(name, "it has more than one record; use --to ndjson")


def replay(name: str, language: CommentaryWords, out: IO[str], page: bool = False) -> Iterator[bool]:
    """Write the commentary on each record of a file to `out`, as text or as one HTML page with pictures.

    Problems are not printed. Yields whether each record diverges or has problems, before it is written. Raises
    `Unreadable`.
    """
    html = html_page.HtmlPage(out) if page else None
    between = ""
    for source, _, reading in record_files.readings(name):
        record_files.require_record(source.name, reading)
        report = verify.verify(reading)
        yield not report.agrees
        narrator = commentary.Narrator(reading.record, language, report)
        if html is not None:
            html.record(narrator)
        else:
            out.write(between)
            out.writelines(f"{player_names.printable(line.text)}\n" for line in narrator.lines())
            between = "\n\n"
    if html is not None:
        html.end()


Json = dict[str, Any]


def rule(
    name: str, number: int | None, step: int | None, out: IO[str], *, as_json: bool = False, lang: Language = "en"
) -> Iterator[bool]:
    """Write the rulings that are open after a step of a deal of each record of a file to `out`.

    The rulings are in the language `lang`; the names of files, problems and actions are those of records.
    Without `number` it is the last deal of the record; if several deals have the number because one of them was
    annulled, it is all of them. Without `step` it is the last step. Yields whether each record has problems or an
    illegal step, before it is written. Raises `Unreadable`, also if a record has no such deal or step.
    """
    texts = _Texts(lang)
    for source, line, reading in record_files.readings(name):
        record_files.require_record(source.name, reading)
        found = list(open_rulings(source.name, reading, number, step, lang))
        yield bool(reading.problems) or any(each["divergence"] for each in found)
        for each in found:
            if as_json:
                print(json.dumps({"file": source.name, "line": line, **each}, ensure_ascii=False), file=out)
            else:
                place = f"{player_names.printable(source.name)}:{line}"
                out.writelines(f"{text}\n" for text in texts.lines(place, each))


def open_rulings(
    name: str, reading: Reading, number: int | None, step: int | None, lang: Language = "en"
) -> Iterator[Json]:
    """Yield the rulings in the deals of a record that are asked about; `name` is its file. Raises `Unreadable`."""
    record = reading.record
    try:
        rules = record.rules()
    except RulesetError as error:
        raise record_files.Unreadable(name, str(error)) from None
    number = max(1, record.next_number() - 1) if number is None else number
    found = False
    for in_hand in takewhile(lambda each: each.number <= number, deals.deals_in_turn(record, rules)):
        found = in_hand.number == number
        if found and step is not None and step > len(in_hand.deal.steps):
            raise record_files.Unreadable(name, f"deal {number} has {len(in_hand.deal.steps)} steps")
        answer = _judged(rules, in_hand, step if found else None, lang)
        if found:
            yield answer
    if not found:
        raise record_files.Unreadable(name, f"it has no deal {number}")


def _judged(rules: Ruleset, in_hand: deals.DealInHand, step: int | None, lang: Language) -> Json:
    """Return the rulings that are open after a step of a deal, or on an illegal one before it that is not marked."""
    number, deal, _, replayed = in_hand
    answer: Json = {"deal": number, "step": 0, "law": rules.law, "rulings": None, "divergence": None}
    if replayed is None:
        return answer
    last = len(deal.steps) if step is None else step
    for at, each in enumerate(deal.steps[:last]):
        try:
            replayed.apply(each.action)
        except engine.IllegalAction as illegal:
            first = illegal.violations[0]
            answer["divergence"] = {"step": at + 1, "code": first.code, "rule": first.rule, "message": first.message}
            answer["rulings"] = _if_it_happened(replayed, each.action, illegal.violations, lang)
            return answer | {"step": at}
    rulings = [_written(replayed, ruling, lang) for ruling in rulings_on(replayed.irregular())]
    with suppress(engine.IllegalAction):  # the next deal depends on the score of this one
        for each in deal.steps[last:]:
            replayed.apply(each.action)
    return answer | {"step": last, "rulings": rulings}


def _if_it_happened(
    replayed: ReplayedDeal, members: Json, reasons: tuple[Violation, ...], lang: Language
) -> list[Json]:
    """Return the rulings on an illegal action, as if the record had marked it as irregular."""
    if replayed.would_be(members, reasons) is None:
        return []
    trial = replayed.irregular().fork()
    events = len(trial.events)
    done = trial.do(replace(replayed.action(members), irregular=True))
    rulings = rulings_on(trial, trial.law.number, before=(done,), since=events)
    return [_written(replayed, ruling, lang) for ruling in rulings]


def _written(replayed: ReplayedDeal, ruling: Ruling, lang: Language) -> Json:
    """Return a ruling with the members that `POST /v1/rulings` gives it."""
    return written.ruling_dict(ruling, [_election(offer, replayed.state.score) for offer in ruling.elections], lang)


def _election(offer: ElectionOffer, before: Pair) -> Json:
    state = offer.state
    assert state is not None  # nothing is concealed
    return {
        "election": offer.election,
        "effects": offer.effects,
        "until": offer.until,
        "actions": [dict(actions.members_of(action)) for action in offer.actions],
        "score": dict(zip(SEATS, by_seat(state.dealer, state.score), strict=True)),
        **written.result_of_election(offer, before),
    }


# ---------------------------------------------------------------- as text


class _Texts:
    """The rulings on a deal as lines of text in a language; actions are in the words of records."""

    def __init__(self, lang: Language) -> None:
        self._lang = lang
        self._words = words_in(lang).commentary.other

    def _say(self, key: str, **fields: Any) -> str:
        return self._words[f"rule {key}"].format(**fields)

    def lines(self, place: str, answer: Json) -> Iterator[str]:
        """Yield the rulings on a deal; `place` is its file and line."""
        after = f"{place}: {self._say('after', deal=answer['deal'], step=answer['step'])}"
        if answer["rulings"] is None:
            yield f"{place}: {self._say('deal', deal=answer['deal'])}: {self._say('unknown')}"
            yield f"  {self._say('without cards')}"
            return
        if found := answer["divergence"]:
            step = self._say("step", deal=answer["deal"], step=found["step"])
            yield f"{place}: {step}: {found['message']} ({found['rule']}) [{found['code']}]"
            if answer["rulings"]:
                yield f"  {self._say('marked')}"
        elif not answer["rulings"]:
            yield f"{after}: {self._say('none')}"
        else:
            yield f"{after}:"
        for ruling in answer["rulings"]:
            yield from self._ruling(ruling)

    def _ruling(self, ruling: Json) -> Iterator[str]:
        yield f"  {commentary.happened(ruling, words_in(self._lang).commentary)}: {ruling['message']}"
        yield f"    {ruling['sentence']}"
        for fact in ruling["facts"]:
            if fact["name"] in ("claimed", "lacking"):
                cards = " ".join(fact["value"]) or self._say("nothing")
                yield f"    {self._say(fact['name'], cards=cards)}"
        for election in ruling["elections"]:
            yield from self._election(election)

    def _election(self, election: Json) -> Iterator[str]:
        score, delta = election["score"], election["score_delta"]
        named = self._lang == "en"
        effects = ", ".join(f"{EFFECTS[each].name} {each}" if named else each for each in election["effects"])
        yield f"    {election['sentence']}"
        yield f"      {election['election']}{f' ({effects})' if effects else ''}"
        both = f"{score['A']}-{score['B']}", f"A {delta['A']:+}, B {delta['B']:+}"
        yield f"      {self._say('score', score=both[0], delta=both[1])}"
        yield from (f"      {write_words(action)}" for action in election["actions"])
