"""The command `replay`: prints records as a commentary in words, deal by deal."""

from collections.abc import Iterator, Sequence
from typing import IO

from service.cli.locales import Language
from service.cli.phrases import Phrases
from service.cli.record_files import delete_copy, parts, records, source_of
from service.piquet import engine
from service.piquet.model.events import Event
from service.piquet.model.state import OVER, SEATS, Pair
from service.piquet.model.violations import Violation
from service.piquet.rulesets.parameters import RulesetError
from service.piquet.rulesets.published import DEFAULT, ruleset
from service.records.model import Deal, Note, Record
from service.records.partial_actions import has_unknown
from service.records.verification.card_inference import as_dealt, unknown_cards
from service.records.verification.dealt_cards import misdealt
from service.records.verification.partie_so_far import PartieSoFar
from service.records.verification.replayed_deal import ReplayedDeal, begin
from service.records.verification.report import Divergence, Report
from service.records.verification.verify import first_dealer, verify, whole


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
        partie = PartieSoFar(rules, first_dealer(record))
        for at, deal in enumerate(record.deals):
            yield ""
            yield from self.deal(partie, deal, at)
        yield from self.result()
        yield from self.disagreement(self.report.divergence if self.report else None)

    def disagreement(self, found: Divergence | None) -> Iterator[str]:
        if found is not None:
            yield self.other("diverges", message=found.message or found.code, rule=found.rule)

    def note(self, note: Note) -> str:
        return self.other(note.kind, text=note.text)

    def deal(self, partie: PartieSoFar, deal: Deal, at_deal: int) -> Iterator[str]:
        dealer = SEATS.index(deal.dealer) if deal.out_of_turn and deal.dealer else partie.due
        yield self.other("deal" if dealer is not None else "deal unknown", digits=partie.number, **self.who(dealer))
        if deal.out_of_turn:
            yield self.other("out of turn", **self.who(dealer))
        for seat, hand in enumerate(deal.hands):
            if hand:
                yield self.other("dealt", cards=self.cards(hand), **self.who(seat))
        replayed = self.begin(partie, deal, dealer)
        found = self.report.deals[at_deal].divergence if self.report else None
        score: Pair | None = None
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
                score = events[-1].score if events else score
                taken = None if before is None else (replayed.taken(seat) or 0) - before
            yield self.step(step.action, events, step.score, taken)
        yield from map(self.note, notes)
        if not deal.steps:
            yield self.other("no cards")
        if left is None:
            yield from self.disagreement(found)
        made = score if replayed is not None and replayed.state.phase in OVER else None
        if deal.annulled:
            yield self.other("annulled")
            return
        yield from self.scores(deal, made)
        lost = replayed.lost if replayed is not None else None
        partie.end_deal(dealer, made or whole(deal.score), lost)

    def begin(self, partie: PartieSoFar, deal: Deal, dealer: int | None) -> ReplayedDeal | None:
        """The deal before its first step; None unless all its cards and steps are known and its cards are the pack."""
        dealt = as_dealt(deal)
        unread = deal.unread is not None or any(has_unknown(step.action) for step in deal.steps)
        if dealer is None or dealt is None or unread or not deal.steps or unknown_cards(partie.rules, deal):
            return None
        if misdealt(partie.rules, deal) or (partie.finished is None and partie.rules.target is not None):
            return None
        return begin(partie, dealer, dealt.hands, dealt.talon)

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
