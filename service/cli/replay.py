"""The command `replay`: prints records as a commentary in words, deal by deal."""

from collections.abc import Iterator, Sequence
from typing import IO

from service.cli.commentary import Phrases
from service.cli.locales import Language
from service.cli.record_files import delete_copy, parts, records, source_of
from service.piquet import engine
from service.piquet.model.events import Event
from service.piquet.model.state import SEATS, Pair
from service.piquet.model.violations import Violation
from service.piquet.rulesets.parameters import RulesetError
from service.piquet.rulesets.published import DEFAULT, ruleset
from service.records.model import Deal, Note, Record
from service.records.verification.record_replay import DealInHand, deals_in_turn
from service.records.verification.report import Divergence, Report
from service.records.verification.verify import verify


def replay(name: str, language: Language, out: IO[str]) -> Iterator[bool]:
    """Write the commentary on each record of a file to `out`.

    Problems are not printed. Yields whether each record diverges or has problems, before it is written. Raises
    `Unreadable`.
    """
    source = source_of(name)
    between = ""
    try:
        for part in parts(source):
            source = part.source
            for _, reading in records(part):
                report = verify(reading)
                yield not report.agrees
                out.write(between)
                out.writelines(f"{line}\n" for line in narrate(reading.record, language, report))
                between = "\n\n"
    finally:
        delete_copy(source)


def narrate(record: Record, language: Language, report: Report | None = None) -> Iterator[str]:
    """The commentary on a record, line by line.

    A deal ends with its first illegal action, which is explained. With the `report` of a verification, wrong claims are
    printed, too.
    """
    return _Narrator(record, language, report).lines()


class _Narrator(Phrases):
    def __init__(self, record: Record, language: Language, report: Report | None) -> None:
        super().__init__(language, [player or seat for player, seat in zip(record.players, SEATS, strict=True)])
        self.record, self.report = record, report

    # ------------------------------------------------------------ the record

    def lines(self) -> Iterator[str]:
        record = self.record
        name = record.ruleset or DEFAULT
        yield from (record.tags[tag] for tag in record.tags)
        yield self.other("title", ruleset=name)
        yield from map(self.note, record.notes)
        try:
            rules = ruleset(name, record.overrides)
        except RulesetError as error:
            yield self.other("diverges", message=error, rule="R9")
            return
        for at, deal in enumerate(deals_in_turn(record, rules)):
            yield ""
            yield from self.deal(deal, self.report.deals[at].divergence if self.report else None)
        yield from self.result()
        yield from self.disagreement(self.report.divergence if self.report else None)

    def disagreement(self, found: Divergence | None) -> Iterator[str]:
        if found is not None:
            yield self.other("diverges", message=found.message or found.code, rule=found.rule)

    def note(self, note: Note) -> str:
        return self.other(note.kind, text=note.text)

    def deal(self, in_hand: DealInHand, found: Divergence | None) -> Iterator[str]:
        number, deal, dealer, replayed = in_hand
        yield self.other("deal" if dealer is not None else "deal unknown", digits=number, **self.who(dealer))
        if deal.out_of_turn:
            yield self.other("out of turn", **self.who(dealer))
        for seat, hand in enumerate(deal.hands):
            if hand:
                yield self.other("dealt", cards=self.cards(hand), **self.who(seat))
        left: Divergence | Violation | None = None  # what ends the commentary on the deal
        notes = list(deal.notes)
        for at, step in enumerate(deal.steps):
            while notes and notes[0].after <= at:
                yield self.note(notes.pop(0))
            events: Sequence[Event] = ()
            taken = None
            if replayed is not None:
                seat = SEATS.index(step.action["seat"])
                before = replayed.taken(seat)
                try:
                    if found and found.step == at + 1 and found.code != "claim.running":
                        left = found
                    else:
                        events = replayed.apply(step.action)
                except engine.IllegalAction as illegal:
                    left = illegal.violations[0]
                if left is not None:
                    yield self.action(step.action)
                    yield self.other("diverges", message=left.message, rule=left.rule)
                    yield from self.ruling(found)
                    replayed = None
                    break
                taken = None if before is None else (replayed.taken(seat) or 0) - before
            yield self.step(step.action, events, step.score, taken)
        yield from map(self.note, notes)
        if not deal.steps:
            yield self.other("no cards")
        if left is None:
            yield from self.disagreement(found)
        if deal.annulled:
            yield self.other("annulled")
        else:
            yield from self.scores(deal, None if replayed is None or not deal.steps else replayed.score)

    def ruling(self, found: Divergence | None) -> Iterator[str]:
        if found is not None and found.ruling is not None:
            yield self.other("would be", kind=self.language.kinds[found.ruling["kind"]], law=found.ruling["law"])

    def scores(self, deal: Deal, made: Pair | None) -> Iterator[str]:
        for key, claim in (("score", made or deal.score), ("totals", deal.totals)):
            if claim is not None:
                yield self.other(key, one=self.number(claim[0]), two=self.number(claim[1]))

    def result(self) -> Iterator[str]:
        result = self.record.result
        if result is None or result.winner is None:
            return
        yield ""
        one, two = (self.number(number) for number in result.totals or (None, None))
        if result.winner == "none":
            yield self.other("result none", one=one, two=two)
            return
        seat = SEATS.index(result.winner)
        key = "result rubicon" if result.rubicon else "result winner"
        first, second = (self.names[each] for each in (seat, 1 - seat))
        pair = (one, two) if seat == 0 else (two, one)
        yield self.other(
            key,
            **self.who(seat),
            first=first,
            second=second,
            one=pair[0],
            two=pair[1],
            points=self.number(result.settlement),
        )
