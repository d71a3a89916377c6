"""A deal in which something irregular was entered: checks and applies every entry, ordinary ones too, and rules on it.

Everything is recomputed from the cards dealt and the entries; nothing else is kept.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from copy import copy
from dataclasses import replace
from typing import Final, NamedTuple

from service.piquet.cards.ranking import POINT
from service.piquet.law import acts, corrections, decide, effects, exchange_and_play, facts, irregular_reckoning, ledger
from service.piquet.law.data.elections import ELECTIONS, UNTIL
from service.piquet.law.kinds import BY_NAME, BY_NUMBER, TABLES
from service.piquet.legal_actions import ExchangeOption, Option, ReckonOption, RulingOption, options
from service.piquet.model import actions
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, OVER, SEATS, YOUNGER, Called, Phase, State
from service.piquet.model.violations import Violation, violation
from service.piquet.rules import carte_blanche, reckoning
from service.piquet.rulesets.parameters import NO_LAW, Ruleset
from service.piquet.scoring.account import called_in
from service.piquet.scoring.settlement import by_seat, decide_hands, end_partie, settle
from service.piquet.verbs import APPLY, NAMES, check as check_regular

_LAW_ACTS: Final[frozenset[type[actions.Action]]] = frozenset((actions.Ruling, actions.Incident, actions.Amend))


def is_law_act(action: actions.Action) -> bool:
    """Whether an action belongs to the law of irregularities."""
    return action.irregular or type(action) in _LAW_ACTS


def _start_of(state: State) -> State:
    """Return the state in which the deal of a state began."""
    dealt = State(
        first_dealer=state.first_dealer,
        finished=state.finished,
        dealers=state.dealers,
        dealer=state.dealer,
        phase=Phase.ELDER_EXCHANGE,
        to_act=ELDER,
        dealt=state.dealt,
        hands=state.dealt,
        talon=state.talon,
        law=state.law,
    )
    return dealt if state.talon else state


class WouldBe(NamedTuple):
    """What an illegal action would be if it had happened: a kind of irregularity, by its name, and its law."""

    kind: str
    law: str


def _only_law(kind: str) -> str | None:
    """Return the law of a kind whose table has one law in every case; None if it has several."""
    laws = TABLES[kind].laws
    return laws.pop() if len(laws) == 1 else None


# The laws of those kinds of acts that are recorded under no other name, where they depend on nothing.
_LAWS_WITHOUT_FACTS: Final[Mapping[str, str]] = {
    kind: law for kind in ("revoke", "looked", "lost_point") if (law := _only_law(kind))
}


def would_be(
    rules: Ruleset, state: State, action: actions.Action, reason: Violation, history: Iterable[actions.Action] = ()
) -> WouldBe | None:
    """Return what an illegal action would be if it had happened, for one reason why it is refused.

    None if the law has nothing for it, or if the action is entered as one that happened: it is refused for what it says
    of itself. The deal is replayed from its `history` only where the answer depends on it.
    """
    if is_law_act(action):
        return None
    if state.law is None:  # in a deal that was regular so far the kind does not depend on the history
        kind = acts.kind_if_marked(ledger.IrregularState(rules, state), action, reason)
        if kind is None or kind in _LAWS_WITHOUT_FACTS:
            return None if kind is None else WouldBe(kind, _LAWS_WITHOUT_FACTS[kind])
    return IrregularDeal(rules, state, history).would_be(action, reason)


class IrregularDeal:
    """A deal that changes in place, as the law judges it, even if nothing irregular was entered.

    It is made from any state of the deal, with all entries before that state.
    """

    def __init__(self, rules: Ruleset, state: State, history: Iterable[actions.Action]) -> None:
        self.rules = rules
        self.d = ledger.IrregularState(rules, _start_of(state))
        self.law = self.d.law
        exchange_and_play.open_misdeal(self.d)
        self._entered = bool(self.law.irregularities)
        for action in history:
            self.do(action)

    @property
    def state(self) -> State:
        """The current state."""
        law = self.law.summary(facts.incidents(self.d)) if self._entered else None
        return self.d.state()._replace(law=law)

    @property
    def events(self) -> list[Event]:
        """The events since the deal began, without the one that says that it was dealt."""
        return self.d.events

    def fork(self) -> "IrregularDeal":
        """Return a copy that changes on its own."""
        copied = copy(self)
        copied.d = ledger.fork(self.d)
        copied.law = copied.d.law
        return copied

    # ------------------------------------------------------------ checking

    def check(self, action: actions.Action) -> tuple[Violation, ...]:
        """Every reason why the entry is refused; empty if it may be made."""
        d, role = self.d, action.seat ^ 1 ^ self.d.dealer
        if self.rules.law == NO_LAW and is_law_act(action):
            return (violation("law.none"),)
        most = ledger.MOST_RULINGS if isinstance(action, actions.Ruling) else ledger.MOST_ACTS
        always = isinstance(action, actions.Ruling) and (action.number == 0 or self.law.relead is not None)
        if is_law_act(action) and self.law.number >= most and not always:
            return (violation("irregular.too_many", max=most),)
        found: tuple[Violation, ...]
        match action:
            case actions.Ruling():
                return effects.check_election(d, role, action)
            case actions.Incident():
                return acts.check_incident(d, role, action)
            case actions.Amend():
                return corrections.check_correction(d, role, action)
        if self.law.relead is not None:
            return (violation("ruling.due", rule="L52"),)
        found = self.regular_violations(action)
        return acts.check_marked(d, role, action, found) if action.irregular else found

    def regular_violations(self, action: actions.Action) -> tuple[Violation, ...]:
        """Return the violations of an action that is not marked as irregular."""
        d, role = self.d, action.seat ^ 1 ^ self.d.dealer
        if self.law.must_redeal and d.phase not in OVER:
            now = {"phase": d.phase, "to_act": SEATS[d.to_act ^ 1 ^ d.dealer], "due": "elect a fresh deal"}
            return (violation("turn.not_now", "type", rule="L12", type=NAMES[type(action)], **now),)
        with ledger.hands_judging(self.d, action):
            if isinstance(action, actions.Exchange):
                return exchange_and_play.check_irregular_exchange(d, role, action)
            if isinstance(action, actions.Reckon):
                return irregular_reckoning.check_irregular_reckoning(d, role, action)
            found = check_regular(self.rules, d, action)
            if isinstance(action, actions.Play) and role == YOUNGER and self.law.only is not None:
                # One category only is open to younger again.
                due = any(terms.category == self.law.only for terms in reckoning.terms_of(self.rules, d, YOUNGER))
                found = tuple(each for each in found if due or each.code != "play.reckon_first")
            return found

    def would_be(self, action: actions.Action, reason: Violation) -> WouldBe | None:
        """Return what an illegal action would be if it had happened, for one reason why it is refused.

        None if nothing.
        """
        name = acts.kind_if_marked(self.d, action, reason)
        if name is None:
            return None
        marked = replace(action, irregular=True)
        if self.check(marked):
            return WouldBe(name, BY_NAME[name][0].laws[0])
        trial = self.fork()
        trial.do(marked)
        made = trial.law.find(trial.law.number, None)
        found = next((irregularity for irregularity in made if irregularity.kind == name), made[0])
        return WouldBe(found.kind, facts.law_of(facts.verdict_on(trial.d, found)))

    # ------------------------------------------------------------ applying

    def do(self, action: actions.Action) -> actions.Action:
        """Make an entry without checking it, and return it with every open choice filled in."""
        d, role = self.d, action.seat ^ 1 ^ self.d.dealer
        self.law.number += 1
        self._entered = self._entered or is_law_act(action)
        done = self._made(role, action)
        self._go_back_to_waiting_call()
        assess_end(d)
        exchange_and_play.play_out(d)
        self._pass_time(role, done)
        self.law.made = self.law.number
        return done

    def _made(self, role: int, action: actions.Action) -> actions.Action:
        """Make an entry as such, and return it with every open choice filled in."""
        d = self.d
        match action:
            case actions.Ruling():
                return effects.apply_election(d, role, action)
            case actions.Incident():
                return acts.apply_incident(d, role, action)
            case actions.Amend():
                return corrections.apply_correction(d, role, action)
        kinds = acts.kinds_of_marked(d, role, action, self.regular_violations(action)) if action.irregular else {}
        of_exchange = (
            exchange_and_play.facts_of_exchange(d, role, action)
            if kinds and isinstance(action, actions.Exchange)
            else None
        )
        done = self.perform(role, action)
        acts.add_irregularities(d, role, done, kinds, of_exchange)
        if ledger.is_saying(done):
            category = getattr(done, "category", d.calls[-1].category if d.calls else -1)
            self.law.words.append(ledger.Statement(self.law.number, role, done, category))
        return done

    def _go_back_to_waiting_call(self) -> None:
        """After an earlier reply was corrected, the call that waited for its own is answered (A1 to A5)."""
        d, waiting = self.d, self.law.waiting
        if waiting is not None and d.phase == Phase.CALLING:
            d.calls, d.phase, d.to_act, self.law.waiting = (*d.calls, waiting), Phase.REPLY, YOUNGER, None

    def perform(self, role: int, action: actions.Action) -> actions.Action:
        """Do what an ordinary action does, whether it is legal or not."""
        d = self.d
        if isinstance(action, actions.Exchange):
            return exchange_and_play.apply_irregular_exchange(d, role, action)
        if isinstance(action, actions.Play):
            return exchange_and_play.play_irregularly(d, role, action)
        if isinstance(action, actions.Call | actions.Pass) and action.category != POINT and called_in(d, POINT) is None:
            d.calls = (*d.calls, Called(POINT, status="passed"))  # K14: the point is lost
        if isinstance(action, actions.ClaimCarteBlanche) and d.exchanged[role] >= 0:
            carte_blanche.show_carte_blanche(d, role)  # K13: hand and discard are shown apart
            return action
        with ledger.hands_judging(self.d, action):
            if isinstance(action, actions.Reckon):
                return irregular_reckoning.apply_irregular_reckoning(d, role, action)
            done: actions.Action = APPLY[type(action)](d, role, action)
        if isinstance(action, actions.Reply) and d.tricks:  # to a call that was replaced after the lead (A1 to A3, A5)
            corrections.close_again(d)
            ledger.draw_up(d)
        return done

    def _pass_time(self, role: int, action: actions.Action) -> None:
        """Note which times are past now."""
        d, law = self.d, self.law
        if not isinstance(action, actions.Incident):
            law.past.add("untouched")
        if d.exchanged[ELDER] >= 0 or law.taken[ELDER]:
            law.past.add("taken")
        if ledger.played_by(d, YOUNGER):
            law.past.add("first_card")
            law.only = None  # whoever has played may no longer reckon (R5.11)
        if d.phase in OVER:
            law.past.add("deal_over")
        speaks = role == ELDER and isinstance(action, actions.Call | actions.Pass | actions.Play)
        for irregularity in law.irregularities:
            if irregularity.since >= law.number:
                continue
            irregularity.past.add("next_entry")
            if speaks:
                irregularity.past.add("next_call")
            if role != irregularity.offender and law.taken[role] and isinstance(action, actions.Exchange):
                irregularity.past.add("own_take")
            if role != irregularity.offender and isinstance(action, actions.Play):
                irregularity.past.add("answered")
        for word in law.words:
            if speaks and word.entry < law.number:
                word.past.add("next_call")

    # ------------------------------------------------------------ options

    def options(self) -> tuple[Option, ...]:
        """Return the options of the current state: those of the rules, then the rulings that are public and open."""
        d = self.d
        ordinary: tuple[Option, ...] = ()
        if not self.law.must_redeal and self.law.relead is None:
            with ledger.hands_restored(d) if d.tricks and d.phase != Phase.PLAY else nullcontext():
                ordinary = options(self.rules, d)
        allowed = [option for option in map(self._bounded, ordinary) if option is not None]
        return (*allowed, *law_options(self.d))

    def _bounded(self, option: Option) -> Option | None:
        """Return an option as the law restricts it: an exchange in a misdeal (E11), younger's reckoning."""
        role, law = option.seat ^ 1 ^ self.d.dealer, self.law
        if isinstance(option, ReckonOption) and role == YOUNGER and law.only is not None:
            return option._replace(terms=tuple(terms for terms in option.terms if terms.category == law.only))
        if not isinstance(option, ExchangeOption) or self.d.exchanged[role] >= 0 or option.type is not actions.Exchange:
            return option
        if role == ELDER and exchange_and_play.must_stand(self.d):
            return None
        low, high = exchange_and_play.irregular_exchange_bounds(self.d, role)
        return option._replace(low=low, high=high)

    def remedies(self, seat: int | None = None, *, concealed: bool = False) -> tuple[Option, ...]:
        """Return the rulings and corrections that are open to a seat, or to both, whether they are public or not."""
        role = None if seat is None else seat ^ 1 ^ self.d.dealer
        return tuple(law_options(self.d, remedies=True, role=role, concealed=concealed))

    def open_rulings(self) -> Iterator[RulingOption]:
        """Yield the rulings that are open to either seat, those on the latest irregularity first."""
        if self.d.rules.law == NO_LAW:
            return iter(())
        found = facts.irregularities_of(self.d, None)
        return ruling_options(self.d, sorted(found, key=lambda each: each.number, reverse=True))


# ---------------------------------------------------------------- what the law offers


def law_options(
    d: ledger.IrregularState, *, remedies: bool = False, role: int | None = None, concealed: bool = False
) -> Iterator[Option]:
    """Yield the rulings that are open, then the corrections that are possible, for one role or for both.

    Without `remedies` only rulings on what is public. Without a law there are none.
    """
    if d.rules.law == NO_LAW:
        return
    irregularities = (
        facts.irregularities_of(d, None)
        if remedies
        else [irregularity for irregularity in d.law.irregularities if irregularity.public]
    )
    yield from ruling_options(d, irregularities, role=role, concealed=concealed)
    if remedies and d.phase not in OVER and d.law.number < ledger.MOST_ACTS:
        for each in (ELDER, YOUNGER):
            if role in (None, each):
                yield from corrections.amend_options(d, each)


def ruling_options(
    d: ledger.IrregularState,
    irregularities: Iterable[ledger.Irregularity],
    *,
    role: int | None = None,
    concealed: bool = False,
) -> Iterator[RulingOption]:
    """Yield the rulings that are open on these irregularities, in their order, for one role or for both."""
    for irregularity in irregularities:
        verdict = facts.verdict_on(d, irregularity)
        offers, law = verdict.offers, facts.law_of(verdict)
        if not offers or (role is not None and not facts.may_know(d, irregularity, role)):
            continue
        if irregularity.kind == "false_claim" and not facts.is_answered(irregularity, role, concealed=concealed):
            offers, law = facts.REDACTED_OFFERS, facts.REDACTED_LAW
        elections = tuple(offer.election for offer in offers)
        for each in facts.entitled_roles(verdict):
            if role in (None, each):
                yield RulingOption(
                    d.seats[each], irregularity.number, irregularity.kind, law, elections, offers[0].until
                )


# ---------------------------------------------------------------- the end of a deal whose score has changed


def assess_end(d: ledger.IrregularState) -> None:
    """Ask R8.4 again once younger has reckoned, and R8.1 to R8.3 if the deal is over and its score has changed."""
    if d.law.annulled or d.law.lost >= 0:
        return
    if d.reckoned and d.phase in (Phase.PLAY, Phase.DEAL_OVER):
        decide_hands(d)
    if d.phase not in OVER:
        return
    ended = next((event for event in reversed(d.events) if event.kind == "partie_ended"), None)
    score = by_seat(d.dealer, d.score)
    settlement = settle(d.rules, (*d.finished, score))
    if not settlement.over:
        d.phase = Phase.DEAL_OVER
    elif d.phase != Phase.PARTIE_OVER or ended is None or ended.score != score:
        end_partie(d, settlement)


# ---------------------------------------------------------------- rulings, with what each election would do


def rulings_on(
    deal: IrregularDeal,
    number: int | None = None,
    kind: str | None = None,
    role: int | None = None,
    before: tuple[actions.Action, ...] = (),
    since: int | None = None,
    *,
    concealed: bool = False,
) -> list[decide.Ruling]:
    """Return the rulings on a deal: on everything open, or on one entry; for one role, or for an arbiter who knows all.

    `before` are the proposed acts that the actions of an election begin with, and `since` the number of events before
    them. With `concealed` the role sees its own hand only, and nothing is given that depends on the other.
    """
    wanted = [
        irregularity for irregularity in facts.irregularities_of(deal.d, number) if kind in (None, irregularity.kind)
    ]
    if number is None and not before:
        wanted = [irregularity for irregularity in wanted if facts.verdict_on(deal.d, irregularity).offers]
    known = [irregularity for irregularity in wanted if role is None or facts.may_know(deal.d, irregularity, role)]
    since = len(deal.events) if since is None else since
    return [_ruling_on(deal, irregularity, role, before, since, concealed=concealed) for irregularity in known]


def _ruling_on(
    deal: IrregularDeal,
    irregularity: ledger.Irregularity,
    role: int | None,
    before: tuple[actions.Action, ...],
    since: int,
    *,
    concealed: bool,
) -> decide.Ruling:
    """Return the ruling on an irregularity, with the elections of a role or of whoever is entitled."""
    d = deal.d
    verdict = facts.verdict_on(d, irregularity)
    passed = facts.times_past(d, irregularity)
    answered = facts.is_answered(irregularity, role, concealed=concealed)
    offered = verdict.offers
    if offered and not answered and irregularity.kind == "false_claim":
        offered = facts.REDACTED_OFFERS
    electors = [each for each in facts.entitled_roles(verdict) if role in (None, each)]
    elections = tuple(_with_actions(deal, irregularity, each, electors[0], before) for each in offered if electors)
    if answered:
        elections = tuple(_with_events(deal, each, since) for each in elections)
    ruling = replace(
        decide.seated(
            decide.ruling_of(irregularity.kind, (verdict,), _facts(deal, irregularity, verdict)), SEATS[d.dealer]
        ),
        number=irregularity.number,
        passed=tuple(name for name in UNTIL if name in passed),
        elections=elections,
    )
    secret = concealed and irregularity.offender != role and not BY_NUMBER[verdict.number].public_finding
    if offered and not elections and (secret or not facts.entitled_roles(verdict)):
        ruling = replace(ruling, entitled=(), until=None)
    return ruling if answered and not secret else _redacted(ruling, answered=answered)


def _redacted(ruling: decide.Ruling, *, answered: bool) -> decide.Ruling:
    """Return a ruling without what depends on the other hand."""
    kind = BY_NAME[ruling.kind][0]
    ruling = replace(ruling, facts=(), message=kind.what, finding=None)
    if answered or ruling.kind != "false_claim":
        return ruling
    return replace(
        ruling, law=facts.REDACTED_LAW, also=(), finding="not_held", readings=kind.readings, unraised=kind.unraised
    )


def _facts(deal: IrregularDeal, irregularity: ledger.Irregularity, verdict: decide.Verdict) -> tuple[decide.Fact, ...]:
    """Return the facts that the table asked for, and those that are given besides."""
    observed = facts.ObservedFacts(deal.d, irregularity)
    names = dict.fromkeys(verdict.read)
    if verdict.finding is not None:
        names |= dict.fromkeys(name for name in ("claimed", "lacking") if name in observed)
    return tuple(decide.Fact(name, observed[name], "state") for name in names if name in observed)


def _with_actions(
    deal: IrregularDeal,
    irregularity: ledger.Irregularity,
    offer: decide.ElectionOffer,
    role: int,
    before: tuple[actions.Action, ...],
) -> decide.ElectionOffer:
    """Return an election with the actions that bring it about."""
    suit = 0 if "suit" in ELECTIONS[offer.election].members else None  # any: what it does is the same
    kind = irregularity.kind if deal.law.find(irregularity.number, None) != [irregularity] else None
    untouched = offer.until == "untouched"
    ruling = actions.Ruling(
        deal.d.seats[role], irregularity.number, offer.election, kind, suit=suit, untouched=untouched
    )
    return replace(offer, actions=(*before, ruling))


def _with_events(deal: IrregularDeal, offer: decide.ElectionOffer, since: int) -> decide.ElectionOffer:
    """Return an election with its open choices filled in, and with what follows from it."""
    trial = deal.fork()
    *before, ruling = offer.actions
    done = trial.do(ruling)
    return replace(offer, actions=(*before, done), events=tuple(trial.events[since:]), state=trial.state)
