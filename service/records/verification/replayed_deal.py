"""A deal of a record that the engine plays again, entry by entry."""

from collections.abc import Sequence
from dataclasses import replace

from service.piquet import engine
from service.piquet.actions import Proposal, members_of, proposal_of
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.law.acts import kind_if_marked
from service.piquet.law.deal import IrregularDeal, is_law_act
from service.piquet.law.kinds import BY_NAME
from service.piquet.law.kinds.tables import Kind
from service.piquet.model.actions import Action, Reply
from service.piquet.model.events import Event
from service.piquet.model.state import OVER, SEATS, IncidentRecord, Pair, State
from service.piquet.model.violations import Violation
from service.piquet.partie import WrittenPartie
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import by_seat
from service.piquet.table_actions import check_proposal
from service.piquet.written import incident_members
from service.records.model import Entry, Members
from service.records.partial_actions import is_unnumbered

#: The rule for what may follow each reply.
FOLLOWED_BY = {"good": "R5.6", "not_good": "R5.6", "equal": "R5.3"}


def begin(partie: WrittenPartie, dealer: int, hands: Sequence[Sequence[str]], talon: Sequence[str]) -> "ReplayedDeal":
    """Return the deal in hand before its first entry, with known cards that make up the pack.

    `dealer` is who dealt it.
    """
    supposed = partie.supposed
    assert supposed is not None
    masks = hand_of(hands[0]), hand_of(hands[1])
    cards = by_seat(dealer, masks), tuple(CARD[card] for card in talon)
    return ReplayedDeal(partie.rules, supposed.deal(cards, dealer).state)


class ReplayedDeal:
    """A deal in progress. `done` has its entries so far, with every open choice filled in."""

    def __init__(self, rules: Ruleset, begun: State) -> None:
        self.rules, self.begun = rules, begun
        self._deal = engine.MutableDeal(rules, begun)
        self.done = self._deal.done
        self._reported = 0  # events

    @property
    def state(self) -> State:
        """The current state."""
        return self._deal.state

    def taken(self, seat: int) -> int | None:
        """How many cards a seat has taken from the talon; None while nothing irregular was entered."""
        law = self._deal.irregular
        return None if law is None else len(law.law.taken[seat ^ 1 ^ self.begun.dealer])

    @property
    def annulled(self) -> bool:
        """Whether a ruling has annulled the deal."""
        law = self.state.law
        return law is not None and bool(law.annulled)

    @property
    def score(self) -> Pair | None:
        """The score of the deal by seat; None if it is not over."""
        state = self.state
        return by_seat(state.dealer, state.score) if state.phase in OVER else None

    @property
    def lost(self) -> int | None:
        """The seat that has lost the game by a ruling (docs/law.md, E10); None if neither has."""
        state = self.state
        return None if state.law is None or state.law.lost < 0 else state.law.lost ^ 1 ^ state.dealer

    def apply(self, entry: Entry) -> Sequence[Event]:
        """Make an entry and return its events. Raises `IllegalAction` if it is illegal."""
        proposed = self._proposed(entry)
        if proposed.repeats:
            raise engine.IllegalAction(check_proposal(self.rules, self.state, proposed, self.done))
        self._deal.apply(proposed.action)
        events = self._deal.events_after(self._reported)
        self._reported += len(events)
        return events

    def action(self, entry: Entry) -> Action:
        """Return the action of an entry, with each of its cards once.

        A ruling without a number is about the latest entry that is open to its seat.
        """
        return self._proposed(entry).action

    def _proposed(self, entry: Entry) -> Proposal:
        if isinstance(entry, Action):
            return Proposal(entry)
        return proposal_of({**entry, "number": self.latest(entry)} if is_unnumbered(entry) else entry)

    def irregular(self) -> IrregularDeal:
        """Return the deal as the law of irregularities sees it."""
        return self._deal.irregular or IrregularDeal(self.rules, self.begun, self.done)

    def latest(self, members: Members) -> int:
        """Return the number of the entry that a ruling without a number is about.

        It is the latest on which the seat may elect this; if there is none, the latest that is open to the seat.
        """
        seat, first = SEATS.index(members["seat"]), None
        for each in self.irregular().open_rulings():
            if each.seat != seat or each.kind != members.get("kind", each.kind):
                continue
            if members["election"] in each.elections:
                return each.number
            first = each if first is None else first
        return len(self.done) if first is None else first.number

    def would_be(self, entry: Entry, reasons: Sequence[Violation]) -> Kind | None:
        """Return what the law would make of an illegal action if it had happened; None if it does not deal with it."""
        action = self.action(entry)
        if is_law_act(action):
            return None
        deal = self.irregular()
        name = kind_if_marked(deal.d, action, reasons[0])
        return BY_NAME[name][0] if name and not deal.check(replace(action, irregular=True)) else None

    def reply_meant(self, entry: Entry, refused: Sequence[Violation]) -> Members | None:
        """Return the reply that fits the next entry, if the one before it is a reply that does not; else None.

        `refused` has the violations of this entry. Another reply fits if it is true (R5.2) and makes that entry
        come in turn. *Good* is always legal, so only the next action can contradict it.
        """
        if not self.done or not _out_of_turn(refused):
            return None
        *before, written = self.done
        if not isinstance(written, Reply):
            return None
        for reply in FOLLOWED_BY:
            other = Reply(written.seat, reply)  # only "not good" may say what is better
            found = engine.replay(self.rules, self.begun, (*before, other, self.action(entry))).refused
            if found is None or (found[0] == len(before) + 1 and not _out_of_turn(found[1])):
                return members_of(other)
        return None


def _out_of_turn(refused: Sequence[Violation]) -> bool:
    return refused[0].code.startswith("turn.")


def kind_json(kind: Kind | None) -> dict[str, str] | None:
    """Return what the law would say of something that a record does not mark as irregular."""
    return None if kind is None else {"kind": kind.name, "law": kind.laws[0], "message": kind.what}


def incidents_json(state: State, *, followed: bool) -> list[Members]:
    """Return the irregularities of a deal, each with its entry and with who may still elect what.

    With `followed` the next deal has been dealt.
    """
    incidents = state.law.incidents if state.law else ()
    return [incident_members(state.dealer, _lapsed(each) if followed else each) for each in incidents]


def _lapsed(incident: IncidentRecord) -> IncidentRecord:
    """Return an irregularity once the next deal has been dealt: of what is offered, only what has no end is left."""
    offers = tuple(offer for offer in incident.offers if offer[1] == "none")
    if offers:
        return incident._replace(offers=offers, until="none")
    status = "lapsed" if incident.status == "open" else incident.status
    return incident._replace(offers=(), entitled=(), until=None, status=status)
