"""The command `replay`: prints records as a commentary in words, deal by deal."""

from collections.abc import Iterator, Sequence
from typing import IO, Any

from service.cli.locales import Language
from service.cli.record_files import delete_copy, parts, records, source_of
from service.piquet import engine
from service.piquet.cards.cards import CARD, SUITS, hand_of
from service.piquet.model.events import Event
from service.piquet.model.state import OVER, SEATS, Pair
from service.piquet.model.violations import Violation
from service.piquet.notation.member_values import Members
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import DEFAULT, ruleset
from service.piquet.scoring.settlement import by_seat, dealer_of
from service.records.model import UNKNOWN, Claim, Deal, Note, Record
from service.records.partial_actions import action_in, has_unknown
from service.records.text.action_syntax import write_words
from service.records.verification.card_inference import HAND
from service.records.verification.dealt_cards import misdealt
from service.records.verification.report import Divergence, Report
from service.records.verification.verify import first_dealer, verify, whole

_ACTS = ("incident", "amend", "ruling")  # in the words of a record


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


class _Narrator:
    def __init__(self, record: Record, language: Language, report: Report | None) -> None:
        self.record, self.language, self.report = record, language, report
        self.names = [player or seat for player, seat in zip(record.players, SEATS, strict=True)]
        self.finished: tuple[Pair, ...] | None = ()  # the scores of the earlier deals; None if one is unknown
        self.category = ""  # the category of the last call

    # ------------------------------------------------------------ phrases

    def other(self, key: str, **fields: Any) -> str:
        first, second = self.names
        return self.language.other[key].format(**{"first": first, "second": second, **fields})

    def who(self, seat: int | None) -> dict[str, str]:
        return {} if seat is None else {"name": self.names[seat], "other": self.names[1 - seat]}

    def number(self, number: float | None) -> str:
        if number is None:
            return UNKNOWN
        return self.language.number(int(number)) if number == int(number) else str(number)

    def cards(self, cards: Sequence[str]) -> str:
        """Cards in words: `king of spades, nine eight of diamonds and one unknown card`."""
        parts = []
        for suit in SUITS:
            ranks = [self.language.ranks[card[0]][0] for card in cards if card[1:] == suit]
            if ranks:
                parts.append(self.language.of_suit(ranks, self.language.suits[suit]))
        if hidden := list(cards).count(UNKNOWN):
            parts.append(self.language.unknown[hidden > 1].format(number=self.number(hidden)))
        *most, last = parts or [self.number(0)]
        return f"{', '.join(most)} {self.language.conjunction} {last}" if most else last

    def fields(self, members: Any) -> dict[str, Any]:
        """The fields of a phrase for a call, an action or an event, in words."""
        words = {name: self.number(members.get(name)) for name in ("value", "points")}
        size = members.get("length") or members.get("count") or 0
        words["number"] = self.number(size)
        if "length" in members:
            words["sequence"] = self.sequence(members)
        if rank := members.get("rank"):
            words["ranks"] = self.language.ranks[rank][1]
        if top := members.get("top"):
            words["rank"] = self.language.ranks[top][0] if top in self.language.ranks else self.language.other["nought"]
        return words | {name.capitalize(): word[:1].upper() + word[1:] for name, word in words.items()}

    def sequence(self, members: Any) -> str:
        name = self.language.sequences.get(members["length"], self.number(members["length"]))
        top = members.get("top")
        if top is None or top not in self.language.ranks:
            return name
        template = self.language.major if top == "A" else self.language.to
        return template.format(sequence=name, rank=self.language.ranks[top][0])

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
        dealer = first_dealer(record)
        for number, deal in enumerate(record.deals, 1):
            yield ""
            seat = None if dealer is None else dealer_of(dealer, number)
            yield from self.deal(rules, deal, number, seat)
        yield from self.result()
        yield from self.disagreement(self.report.divergence if self.report else None)

    def disagreement(self, found: Divergence | None) -> Iterator[str]:
        if found is not None:
            yield self.other("diverges", message=found.message or found.code, rule=found.rule)

    def note(self, note: Note) -> str:
        return self.other(note.kind, text=note.text)

    def deal(self, rules: Ruleset, deal: Deal, number: int, dealer: int | None) -> Iterator[str]:
        yield self.other("deal" if dealer is not None else "deal unknown", digits=number, **self.who(dealer))
        for seat, hand in enumerate(deal.hands):
            if hand:
                yield self.other("dealt", cards=self.cards(hand), **self.who(seat))
        replayed = self.begin(rules, deal, number, dealer)
        score: Pair | None = None
        found = self.report.deals[number - 1].divergence if self.report else None
        left: Divergence | Violation | None = None  # what ends the commentary on the deal
        notes = list(deal.notes)
        for at, step in enumerate(deal.steps):
            while notes and notes[0].after <= at:
                yield self.note(notes.pop(0))
            events: Sequence[Event] = ()
            if replayed is not None:
                before = len(replayed.events)
                try:
                    if found and found.step == at + 1 and found.code != "claim.running":
                        left = found
                    else:
                        replayed.apply(action_in(step.action))
                except engine.IllegalAction as illegal:
                    left = illegal.violations[0]
                if left is not None:
                    yield self.action(step.action)
                    yield self.other("diverges", message=left.message, rule=left.rule)
                    replayed = None
                    break
                events = replayed.events[before:]
                score = events[-1].score if events else score
            yield self.step(step.action, events, step.score)
        yield from map(self.note, notes)
        if not deal.steps:
            yield self.other("no cards")
        if left is None:
            yield from self.disagreement(found)
        made = score if replayed is not None and replayed.state.phase in OVER else None
        yield from self.scores(deal, made)
        known = made or whole(deal.score)
        self.finished = (*self.finished, known) if self.finished is not None and known else None

    def begin(self, rules: Ruleset, deal: Deal, number: int, dealer: int | None) -> engine.MutableDeal | None:
        """The deal before its first step; None unless all its cards and steps are known and its cards are the pack."""
        hands, talon = deal.hands, deal.talon
        cards = [card for each in (*hands, talon) for card in each or ()]
        sizes = [len(hand or ()) for hand in hands] == [HAND, HAND] and len(cards) == rules.pack
        unread = deal.unread is not None or any(has_unknown(step.action) for step in deal.steps)
        if dealer is None or not sizes or unread or misdealt(rules, deal) or UNKNOWN in cards:
            return None
        if self.finished is None and rules.target is not None:
            return None
        finished = self.finished if self.finished is not None else ((0, 0),) * (number - 1)
        dealt = hand_of(hands[0] or ()), hand_of(hands[1] or ())
        first = dealer if len(finished) % 2 == 0 else 1 - dealer
        begun = engine.deal_after(rules, first, finished, (by_seat(dealer, dealt), tuple(CARD[c] for c in talon or ())))
        return engine.MutableDeal(rules, begun.state)

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

    # ------------------------------------------------------------ a step

    def step(self, action: Members, events: Sequence[Event], claimed: Claim | None) -> str:
        """The line of a step: the action, what it scores, and the score of the deal after it."""
        seat = SEATS.index(action["seat"])
        text = self.action(action)
        if scored := "; ".join(filter(None, (self.event(event, seat) for event in events))):
            text += (" " if text.endswith((":", "”", "»")) else ", ") + scored
        if not text.endswith(("”", "»")):
            text += "."
        stands: Claim | None = events[-1].score if any(event.points for event in events) else claimed
        if stands is not None:
            text += f" [{'-'.join(UNKNOWN if number is None else str(number) for number in stands)}]"
        return text

    def action(self, action: Members) -> str:
        seat = SEATS.index(action["seat"])
        kind = action["type"]
        fields = {} if kind in _ACTS else self.fields(action)
        keys = [kind]
        fields |= self.who(seat)
        match kind:
            case "claim_carte_blanche" if "exchange" in action:
                keys, fields["number"] = ["claim_carte_blanche exchange"], self.number(action["exchange"])
            case "exchange" | "commit_discard":
                cards = action["cards"]
                if not cards:
                    keys = ["exchange nothing"]
                fields |= {"cards": self.cards(cards), "number": self.number(len(cards))}
            case "look_at_left":
                suit = action.get("suit")
                keys = ["look_at_left suit" if suit else f"look_at_left {'yes' if action['look'] else 'no'}"]
                fields["suit"] = self.language.suits[suit] if suit else ""
            case "call":
                self.category = action["category"]
                tie = {"point": "value", "sequence": "top"}.get(self.category, "")
                keys = [f"call {self.category} {tie}" if action.get(tie) is not None else f"call {self.category}"]
            case "pass":
                keys = [f"pass {action['category']}"]
            case "name_suit":
                fields["suit"] = self.language.suits[action["suit"]]
            case "reply":
                better: list[str] = [name for name in ("length", "value", "top") if name in action]
                reply = f"reply {action['reply']}"
                keys = [" ".join([reply, *(better or [self.category])]), reply]
            case "state_tie_break":
                keys = [f"state_tie_break {'value' if 'value' in action else 'top'}"]
            case "reckon" if action.get("holdings") == []:
                keys = ["reckon nothing"]
            case _ if kind in _ACTS:
                fields["words"] = write_words(action).split(" ", 2)[2]
            case "play":
                fields["card"] = self.cards([action["card"]])
        phrase = next(self.language.actions[key] for key in keys if key in self.language.actions)
        return phrase.format(**fields)

    def event(self, event: Event, actor: int) -> str | None:
        phrase = self.language.events[event.kind]
        if phrase is None:
            return None
        fields = self.fields(event.more) | self.who(event.seat)
        fields |= {"points": self.number(abs(event.points)), "cards": self.cards(event.cards)}
        if bonus := event.more.get("bonus"):
            fields["bonus"] = self.language.other[bonus]
        text = phrase.format(**fields)
        if event.seat in (None, actor) or "{name}" in phrase:
            return text
        return self.other("scores", text=text, **self.who(event.seat))
