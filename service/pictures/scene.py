"""What a picture of a position shows: the cards at each place, the calls, the scores and whose turn it is.

The picture of a seat is made from the seat's view, so nothing that the view hides can be drawn.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.pictures.outline import EMPTY, Outline, Part, Place, Row, Writer, holding_in_words
from service.piquet.cards.cards import SUITS, cards_of, mask_of
from service.piquet.law.kinds import BY_NUMBER
from service.piquet.model.state import ELDER, OVER, YOUNGER, Called, IncidentRecord, LawState, Phase, State, Trick
from service.piquet.partie import settlement_of
from service.piquet.rules.exchange import left_cards
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import Settlement, by_seat, totals
from service.piquet.views import View, view_of, visible_law
from service.words import PictureWords

#: The most irregularities that are listed; the latest ones are.
MOST_INCIDENTS = 3


class _Cards(NamedTuple):
    """The cards of one seat, as far as they are visible. `dealt` and `shown` are masks.

    * `laid_out`: the discard that younger has committed and not exchanged yet.
    * `seen`: cards of the talon or of the other hand that it has seen.
    * `dealt`: the hand in which a carte blanche was; `shown`: cards that the seat reckoned or stated.
    """

    hand: Place
    discards: Place
    laid_out: Place
    seen: tuple[int, ...]
    dealt: int
    shown: int


def outline_of(
    rules: Ruleset, state: State, seat: int | None, bottom: int, language: PictureWords, names: Sequence[str]
) -> Outline:
    """Return the outline of a state: as a seat may see it, 0 (A) or 1 (B), or with everything visible.

    `names` are those of the seats A and B.
    """
    return _Position(rules, state, seat, language, names).outline(bottom)


class _Position(Writer):
    """A position: what `view` and `law` have is known to the seat that looks, or to everybody."""

    def __init__(
        self, rules: Ruleset, state: State, seat: int | None, language: PictureWords, names: Sequence[str]
    ) -> None:
        super().__init__(language, names)
        self.rules, self.state, self.seat = rules, state, seat
        self.played = mask_of([card for trick in state.tricks for card in trick.cards])
        views = [view_of(rules, state, each) for each in ((0, 1) if seat is None else (seat,))]
        self.view = view = views[0]
        self.law = (state.law or LawState()) if seat is None else visible_law(state, seat)
        self.cards = {each.role: _own(each, self.law) for each in views}
        self.talon = Place(left_cards(state)) if seat is None else self._visible_talon()
        if seat is not None:
            self.cards[1 - view.role] = _other(view, self.law, self.played)

    def _visible_talon(self) -> Place:
        """Return the talon as the seat sees it. What it has seen there and may lie elsewhere now goes to its cards."""
        view, own = self.view, self.cards[self.view.role]
        looks = view.looks[view.role if self.rules.left_cards == "private_named_suit" else YOUNGER]
        talon, moved = _talon(view, bool(looks))
        new = tuple(card for card in moved if card not in own.seen)
        self.cards[view.role] = own._replace(seen=(*own.seen, *new))
        return talon

    def outline(self, bottom: int) -> Outline:
        view, state = self.view, self.state
        number = len(state.finished) + (state.phase != Phase.DEAL)
        deal = self.say("deal", number=number) if number else self.say("partie")
        facts = [self.say("dealt by", deal=deal, name=self.names[view.dealer])] if number else []
        before, phase = totals(self.rules, state.finished), self.language.phases[view.phase]
        points = by_seat(view.dealer, view.score)
        facts += [self.say("score", scores=self.scores(*points)), self.say("totals", scores=self.scores(*before))]
        to_act = None if view.to_act < 0 else view.to_act ^ 1 ^ view.dealer
        sides = []
        for seat, (score, total) in enumerate(zip(points, before, strict=True)):
            heading = self.heading(seat, dealer=number > 0 and seat == view.dealer)
            sides.append(
                self.seat_part(heading, self.rows(seat ^ 1 ^ view.dealer), score, total, to_act=seat == to_act)
            )
        return Outline(
            title=self.title(deal, phase, to_act, self.seat),
            deal=facts[0] if number else deal,
            phase=phase,
            facts=tuple(facts),
            top=(sides[1 - bottom],),
            table=Part("", tuple(self.table(begun=number > 0))),
            bottom=sides[bottom],
            trick=None if self.trick is None else self.trick.cards,
        )

    @property
    def trick(self) -> Trick | None:
        """The trick in hand; if there is none, the last one."""
        return self.view.tricks[-1] if self.view.tricks and self.view.phase not in OVER else None

    def scores(self, one: int, two: int) -> str:
        return self.say("scores", first=self.names[0], one=one, second=self.names[1], two=two)

    # ------------------------------------------------------------ a seat

    def heading(self, seat: int, *, dealer: bool) -> str:
        role = self.say("elder" if seat ^ 1 ^ self.view.dealer == ELDER else "younger")
        return self.say("heading dealer" if dealer else "heading", name=self.names[seat], role=role)

    def rows(self, role: int) -> Iterator[Row]:
        view, law, cards = self.view, self.law, self.cards[role]
        shown = cards.shown & ~self.played
        if cards.hand.backs:  # others are face up in the hand
            shown &= ~mask_of(cards.hand.cards)
        yield Row(self.say("hand"), cards.hand)
        for key, place in (
            ("laid out", cards.laid_out),
            ("discards", cards.discards),
            ("shown", Place(cards_of(shown))),
            ("seen", Place(cards.seen)),
            ("ahead", Place(law.ahead[role])),
        ):
            if place != EMPTY:
                yield Row(self.say(key), place)
        if (blanche := view.blanche[role]) is not None:
            drawn = (*cards.hand.cards, *cards.discards.cards, *cards.laid_out.cards)
            left = cards.dealt & ~self.played & ~mask_of(drawn) if blanche == "shown" else 0
            yield Row(self.say("blanche"), Place(cards_of(left)), text=self.say(f"blanche {blanche}"))
        if count := view.left[role]:
            yield Row(self.say("left"), text=self.count(count))
        if due := law.suits_due[role]:
            yield Row(self.say("suit due"), text=self.language.suits[SUITS[due[0]]])
        if forfeits := law.forfeits[role]:
            yield Row(self.say("forfeits"), text=forfeits)
        if tricks := tuple(trick.cards for trick in view.tricks if trick.winner == role):
            yield Row(self.say("tricks", number=len(tricks)), tricks=tricks)

    def count(self, number: int) -> str:
        return self.say("one card") if number == 1 else self.say("cards", number=number)

    # ------------------------------------------------------------ the table

    def table(self, *, begun: bool) -> Iterator[Row]:
        view, law = self.view, self.law
        if (trick := self.trick) is not None:
            number = sum(each.winner >= 0 for each in view.tricks) + 1
            label = self.say("trick", number=number) if trick.winner < 0 else self.say("last trick")
            leader = self.names[trick.leader ^ 1 ^ view.dealer]
            yield Row(label, tricks=(trick.cards,), text=self.say("leads", name=leader))
        if begun:
            empty = self.say("empty") if self.talon == EMPTY else ""
            yield Row(self.say("talon"), self.talon, text=empty, ordered=True)
        if view.announced:
            yield Row(self.say("exchange announced"), text=self.count(view.announced))
        for called in view.calls:
            yield Row(self.language.categories[called.category], text=self.call(called))
        if view.named is not None:
            yield Row(self.say("named"), text=self.language.suits[SUITS[view.named]])
        yield from map(self.incident, law.incidents[-MOST_INCIDENTS:])
        if (more := len(law.incidents) - MOST_INCIDENTS) > 0:
            yield Row(self.say("irregularity"), text=self.say("more", number=more))
        if law.annulled:
            yield Row(self.say("annulled"), text=law.annulled)
        if self.state.phase == Phase.PARTIE_OVER:
            yield Row(self.say("result"), text=self.result(settlement_of(self.rules, self.state)))

    def call(self, called: Called) -> str:
        status = self.language.calls[called.status]
        if called.status == "passed":
            return status
        holding = holding_in_words(called.category, called.length, called.tie, self.language)
        return self.say("call", call=holding, status=status)

    def incident(self, incident: IncidentRecord) -> Row:
        fields = {
            "kind": self.language.kind(BY_NUMBER[incident.kind].name, incident.law),
            "law": incident.law,
            "status": self.language.incidents[incident.status],
        }
        if incident.offender < 0:
            return Row(self.say("irregularity"), text=self.say("incident", **fields))
        name = self.names[incident.offender ^ 1 ^ self.view.dealer]
        return Row(self.say("irregularity"), text=self.say("incident of", name=name, **fields))

    def result(self, result: Settlement) -> str:
        scores = self.scores(*result.totals)
        if result.winner is None:
            return self.say("draw", scores=scores)
        key = "winner rubicon" if result.rubicon else "winner"
        return self.say(key, name=self.names[result.winner], scores=scores, points=result.points)


def _own(view: View, law: LawState) -> _Cards:
    return _Cards(
        hand=Place(cards_of(view.hand)),
        discards=Place(cards_of(view.discards)),
        laid_out=Place(cards_of(view.committed)),
        seen=cards_of(law.seen[view.role]),
        dealt=view.dealt,
        shown=view.shown,
    )


def _other(view: View, law: LawState, played: int) -> _Cards:
    """Return the cards of the other seat: those that it has shown, and backs."""
    other = view.other
    blanche, exchanged = other.carte_blanche or 0, view.left[1 - view.role] is not None
    own = view.hand | view.discards | view.committed  # a false claim may name them
    gone = own | played | mask_of(law.ahead[1 - view.role])
    known = blanche if blanche and not exchanged else other.shown & ~gone
    count = known.bit_count()
    hand = Place(cards_of(known), other.hand_count - count) if count <= other.hand_count else None
    return _Cards(
        hand=hand or Place(backs=other.hand_count),  # after some irregularities a card shown is no longer there
        discards=Place(backs=other.discard_count),
        laid_out=Place(),
        seen=(),
        dealt=blanche,
        shown=other.shown,
    )


def _talon(view: View, looks: bool) -> tuple[Place, tuple[int, ...]]:
    """Return the talon as a seat sees it, and the cards that it has seen there and that may lie elsewhere now."""
    count, looked = view.talon_count, view.looked
    if looks and len(looked) >= count:  # the cards left are those that it has seen last
        at = len(looked) - count
        return Place(looked[at:]), looked[:at]
    if view.left[YOUNGER] is None and len(looked) <= count:  # elder has seen their own first cards, which lie on top
        return Place(looked, count - len(looked)), ()
    return Place(backs=count), looked
