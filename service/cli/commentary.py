"""The commentary on a record: actions and events in words, and the lines of a record, deal by deal."""

from collections.abc import Iterator, Sequence, Set
from typing import Any, NamedTuple

from service.piquet import engine
from service.piquet.cards.cards import SUITS
from service.piquet.model.events import Event
from service.piquet.model.state import SEATS, Pair, State
from service.piquet.model.violations import Violation
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.scoring.adjustments import Claim, plus
from service.records.model import UNKNOWN, Deal, Members, Note, Record
from service.records.verification.deals import DealInHand, deals_in_turn
from service.records.verification.report import Divergence, Report
from service.words import CommentaryWords

#: Events that the words of an action say.
SAID_BY_ACTIONS = frozenset((
    *("dealt", "announced", "committed", "exchanged", "looked", "not_looked", "suit_named", "called", "passed"),
    *("replied", "tie_break", "declined", "reckoned", "trick_won", "deal_ended", "partie_ended"),
))  # fmt: skip

#: Events that are about no seat, although they may have one.
_OF_NO_SEAT = ("annulled", "ruled", "amended", "exposed")


class Phrases:
    """The phrases of a language, for players with these names."""

    def __init__(self, language: CommentaryWords, names: Sequence[str]) -> None:
        self.language, self.names = language, names
        self.category = ""  # the category of the last call

    def other(self, key: str, **fields: Any) -> str:
        """Return a phrase that is neither an action nor an event."""
        first, second = self.names
        return self.language.other[key].format(**{"first": first, "second": second, **fields})

    def who(self, seat: int | None) -> dict[str, str]:
        """Return the fields of a phrase about a seat."""
        return {} if seat is None else {"name": self.names[seat], "other": self.names[1 - seat]}

    def number(self, number: float | None) -> str:
        """Return a number in words."""
        if number is None:
            return UNKNOWN
        if number < 0:  # by an adjustment
            return f"−{-number:g}"
        return self.language.number(int(number)) if number == int(number) else str(number)

    def cards(self, cards: Sequence[str]) -> str:
        """Cards in words: `king of spades, nine eight of diamonds and one unknown card`."""
        parts = []
        for suit in SUITS:
            ranks = [self.language.ranks[card[0]][0] for card in cards if card[1:] == suit]
            if ranks:
                parts.append(self.language.of_suit.format(ranks=" ".join(ranks), suit=self.language.suits[suit]))
        if hidden := list(cards).count(UNKNOWN):
            parts.append(self.language.unknown[hidden > 1].format(number=self.number(hidden)))
        return self._listed(parts or [self.number(0)])

    def _listed(self, parts: Sequence[str]) -> str:
        *most, last = parts
        return f"{', '.join(most)} {self.language.conjunction} {last}" if most else last

    def _fields(self, members: Any) -> dict[str, Any]:
        """Return the fields of a phrase for a call, an action or an event, in words."""
        words = {name: self.number(members.get(name)) for name in ("value", "points")}
        size = members.get("length") or members.get("count") or 0
        words["number"] = self.number(size)
        if length := members.get("length"):
            name = self.language.sequences.get(length, words["number"])
            named = members.get("top") in self.language.ranks
            words["sequence"] = self.language.sequence(name, members["top"]) if named else name
        if rank := members.get("rank"):
            words["ranks"] = self.language.ranks[rank][1]
        if top := members.get("top"):
            words["rank"] = self.language.rank(top)
        return words | {name.capitalize(): word[:1].upper() + word[1:] for name, word in words.items()}

    # ------------------------------------------------------------ a step

    def step(self, action: Members, events: Sequence[Event], claimed: Claim | None, taken: int | None = None) -> str:
        """Return the line of a step: the action, what it scores, and the score of the deal after it.

        `taken` is how many cards an exchange took, if that is known.
        """
        seat = SEATS.index(action["seat"])
        text = self.action(action, taken)
        if action["type"] == "incident":  # what is reported is in the words
            events = [each._replace(kind="ruled") if each.kind == "irregularity" else each for each in events]
        elif action.get("election") in ("relead", "forgo"):  # these follow a correction
            events = [each for each in events if each.kind != "irregularity"]
        phrases = dict.fromkeys(filter(None, (self._event(event, seat) for event in events)))
        if scored := "; ".join(phrases):
            text += (" " if text.endswith((":", "”", "»")) else ", ") + scored
        if not text.endswith(("”", "»")):
            text += "."
        stands: Claim | None = events[-1].score if any(event.points for event in events) else claimed
        if stands is not None:
            text += f" [{'-'.join(UNKNOWN if number is None else str(number) for number in stands)}]"
        return text

    def action(self, action: Members, taken: int | None = None) -> str:
        """Return an action. An irregular one reads as it sounded."""
        seat, kind = SEATS.index(action["seat"]), action["type"]
        if kind == "amend":
            amended = self.action({**action["action"], "seat": action["seat"]})
            words = amended.removeprefix(self.names[seat]).lstrip(" \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}:")
            return self.language.actions["amend"].format(words=words, **self.who(seat))
        fields = self._fields(action) | self.who(seat)
        cards, proof = action.get("cards", ()), action.get("proof", {})
        said = {name for name, value in action.items() if value is not None} | proof.keys()
        said |= {value for value in action.values() if isinstance(value, str)}
        match kind:
            case "claim_carte_blanche":
                fields["number"] = self.number(action.get("exchange"))
            case "exchange" | "commit_discard":
                taken = len(action.get("taken", cards) or ()) if taken is None else taken
                fields["number"] = self.number(taken)
                if not cards and not taken:
                    said.add("nothing")
            case "call":
                self.category = action["category"]
            case "reply":
                said.add(self.category)
            case "reckon" if action.get("holdings") == []:
                said.add("nothing")
            case "play":
                fields["card"] = self.cards([action["card"]])
            case "incident" if action["kind"] == "misinformed":
                fields |= {"about": self._asked(action["about"]), "answer": self._answer(action["answer"])}
        said.add("yes" if action.get("look") or action.get("taken_up") else "no")
        fields |= {name: self.cards(each) for name, each in (*proof.items(), ("cards", cards))}
        fields["positions"] = self._listed([str(position) for position in action.get("positions", ())] or [""])
        fields["suit"] = self.language.suits.get(action.get("suit", ""), "")
        return self._phrase(kind, said).format(**fields)

    def _phrase(self, kind: str, said: Set[str]) -> str:
        """Return the phrase for a type of action that has most of what is said: `call point value`, or `call point`."""
        keys = [key.split() for key in self.language.actions]
        fitting = [key for key in keys if key[0] == kind and said >= {*key[1:]}]
        best = max(fitting, key=len)
        return self.language.actions[" ".join(best)]

    def _asked(self, about: str) -> str:
        """Return what a question was about: a category, a suit, a rank, or everything."""
        if about in self.language.suits:
            return self.language.suits[about]
        return self.language.ranks[about][1] if about in self.language.ranks else self.language.other[f"about {about}"]

    def _answer(self, answer: int | Sequence[str]) -> str:
        words = self.number(answer) if isinstance(answer, int) else self.cards(answer)
        return words[:1].upper() + words[1:]

    # ------------------------------------------------------------ an event

    def _event(self, event: Event, actor: int) -> str | None:
        """Return what an event adds to the words of an action; None if they say it."""
        if event.kind in SAID_BY_ACTIONS or (event.kind == "exposed" and not event.cards):
            return None
        phrase = self.language.events[event.kind]
        if not event.points and event.kind == "taken_back":
            phrase = self.language.other["taken back nothing"]
        withheld = event.more.get("withheld")
        points = withheld if isinstance(withheld, int) else event.points
        fields = self._fields(event.more) | self.who(event.seat)
        fields |= {"points": self.number(abs(points)), "cards": self.cards(event.cards)}
        fields |= {"step": event.more.get("number", ""), "law": event.more.get("law", event.rule)}
        if "bonus" in event.more:
            fields["bonus"] = self.language.other[event.word("bonus")]
        if "incident" in event.more:
            fields["kind"] = self.language.kind(event.word("incident"), fields["law"])
        if event.kind == "suit_called":
            fields["suit"] = self.language.suits[event.word("suit")]
        text = phrase.format(**fields)
        if event.more.get("late"):
            text = self.other("late", text=text)
        if withheld:
            text = self.other("withheld", text=text)
        if event.seat in (None, actor) or "{name}" in phrase or event.kind in _OF_NO_SEAT:
            return text
        return self.other("scores", text=text, **self.who(event.seat))


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
        yield from (Line("tag", record.tags[tag]) for tag in record.tags)
        yield Line("title", self.other("title", ruleset=record.ruleset_name))
        yield from map(self.note, record.notes)
        try:
            self.rules = record.rules()
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
            who = self.who(SEATS.index(each.seat))
            text = self.other(f"adjusted {each.of}", number=number, digits=each.deal, text=each.reason, **who)
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


def happened(incident: Members, language: CommentaryWords) -> str:
    """Return what an irregularity is: its step, kind, offender and law."""
    words, number, offender = language.other, incident["number"], incident["offender"]
    place = words["rule entry"].format(step=number) if number else words["rule the deal"]
    kind = language.kind(incident["kind"], incident["law"])
    phrase = words["rule kind of" if offender else "rule kind"]
    return phrase.format(place=place, kind=kind, seat=offender, law=incident["law"])
