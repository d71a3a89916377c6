"""The commentary on a record: its lines in words, deal by deal, with what each is about."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.cli.phrases import Phrases
from service.piquet import engine
from service.piquet.model.events import Event
from service.piquet.model.state import SEATS, Pair, State
from service.piquet.model.violations import Violation
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import DEFAULT, ruleset
from service.piquet.scoring.adjustments import plus
from service.records.model import Deal, Note, Record
from service.records.verification.deals import DealInHand, deals_in_turn
from service.records.verification.report import Divergence, Report
from service.words import CommentaryWords


class Line(NamedTuple):
    """A line of a commentary.

    `kind` says what it is: tag, title, note, deal, dealt, step, scores, result or diverges; an empty line separates the
    deals. `rules` are those of the events of a step, and `cards` those of a hand that is dealt. `state` is the position
    after a step, or before the step that diverges, if it is known.
    """

    kind: str
    text: str
    rules: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    state: State | None = None


EMPTY = Line("", "")


class Narrator(Phrases):
    """The commentary on a record. `rules` is its ruleset, once the first deal has begun."""

    rules: Ruleset

    def __init__(self, record: Record, language: CommentaryWords, report: Report | None) -> None:
        super().__init__(language, [player or seat for player, seat in zip(record.players, SEATS, strict=True)])
        self.record, self.report = record, report

    # ------------------------------------------------------------ the record

    def lines(self) -> Iterator[Line]:
        """Yield the lines, in order. The first is a heading: a tag or the title."""
        record = self.record
        name = record.ruleset or DEFAULT
        yield from (Line("tag", record.tags[tag]) for tag in record.tags)
        yield Line("title", self.other("title", ruleset=name))
        yield from map(self.note, record.notes)
        try:
            self.rules = ruleset(name, record.overrides)
        except RulesetError as error:
            yield Line("diverges", self.other("diverges", message=error, rule="R9"))
            return
        for at, deal in enumerate(deals_in_turn(record, self.rules)):
            yield EMPTY
            yield from self.deal(deal, self.report.deals[at].divergence if self.report else None)
        yield from self.adjustments()
        yield from self.result()
        yield from self.disagreement(self.report.divergence if self.report else None)

    def disagreement(self, found: Divergence | None) -> Iterator[Line]:
        if found is not None:
            yield Line("diverges", self.other("diverges", message=found.message or found.code, rule=found.rule))

    def note(self, note: Note) -> Line:
        return Line("note", self.other(note.kind, text=note.text))

    def deal(self, in_hand: DealInHand, found: Divergence | None) -> Iterator[Line]:
        number, deal, dealer, replayed = in_hand
        heading = self.other("deal" if dealer is not None else "deal unknown", digits=number, **self.who(dealer))
        yield Line("deal", heading)
        if deal.out_of_turn:
            yield Line("note", self.other("out of turn", **self.who(dealer)))
        for seat, hand in enumerate(deal.hands):
            if hand:
                dealt = self.other("dealt", cards=self.cards(hand), **self.who(seat))
                yield Line("dealt", dealt, cards=tuple(hand))
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
                    yield Line("step", self.action(step.action))
                    message = self.other("diverges", message=left.message, rule=left.rule)
                    yield Line("diverges", message, state=replayed.state)
                    yield from self.ruling(found)
                    replayed = None
                    break
                taken = None if before is None else (replayed.taken(seat) or 0) - before
            rules = tuple(dict.fromkeys(event.rule for event in events))
            state = None if replayed is None else replayed.state
            yield Line("step", self.step(step.action, events, step.score, taken), rules, state=state)
        yield from map(self.note, notes)
        if not deal.steps:
            yield Line("note", self.other("no cards"))
        if left is None:
            yield from self.disagreement(found)
        if deal.annulled:
            yield Line("scores", self.other("annulled"))
        else:
            yield from self.scores(deal, None if replayed is None or not deal.steps else replayed.score)

    def ruling(self, found: Divergence | None) -> Iterator[Line]:
        if found is not None and found.ruling is not None:
            kind = self.language.kind(found.ruling["kind"], found.ruling["law"])
            yield Line("diverges", self.other("would be", kind=kind, law=found.ruling["law"]))

    def scores(self, deal: Deal, made: Pair | None) -> Iterator[Line]:
        for key, claim in (("score", made or deal.score), ("totals", deal.totals)):
            if claim is not None:
                yield Line("scores", self.other(key, one=self.number(claim[0]), two=self.number(claim[1])))

    def adjustments(self) -> Iterator[Line]:
        """Yield what a director has adjusted, and the totals before and after it."""
        if self.record.adjustments:
            yield EMPTY
        for each in self.record.adjustments:
            number = f"{each.points:+d}".replace("-", "−")
            text = self.other(
                f"adjusted {each.of}", number=number, digits=each.deal, text=each.reason, **self.who(each.seat)
            )
            yield Line("note", text)
        adjusted = self.report and self.report.adjusted
        if self.report and self.report.settlement and adjusted:
            one, two = self.report.settlement.totals
            three, four = plus((one, two), adjusted.totals)
            numbers = zip(("one", "two", "three", "four"), (one, two, three, four), strict=True)
            yield Line("scores", self.other("adjusted totals", **{key: self.number(each) for key, each in numbers}))

    def result(self) -> Iterator[Line]:
        result = self.record.result
        if result is None or result.winner is None:
            return
        yield EMPTY
        one, two = (self.number(number) for number in result.totals or (None, None))
        if result.winner == "none":
            yield Line("result", self.other("result none", one=one, two=two))
            return
        seat = SEATS.index(result.winner)
        key = "result rubicon" if result.rubicon else "result winner"
        first, second = (self.names[each] for each in (seat, 1 - seat))
        pair = (one, two) if seat == 0 else (two, one)
        points = self.number(result.settlement)
        text = self.other(key, **self.who(seat), first=first, second=second, one=pair[0], two=pair[1], points=points)
        yield Line("result", text)
