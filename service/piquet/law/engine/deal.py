"""A deal in which something irregular was entered: checks and applies every entry, ordinary ones too.

Everything is recomputed from the cards dealt and the entries; nothing else is kept.
"""

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from copy import copy
from dataclasses import replace
from typing import Any, Final, NamedTuple

from service.piquet.cards.ranking import POINT
from service.piquet.law.effects import exchange, playing
from service.piquet.law.effects.effects import assess_end, draw_up, play_out
from service.piquet.law.effects.misdeals import open_misdeal
from service.piquet.law.engine import amendments, irregular_reckoning, marks, recording, reported, rulings
from service.piquet.law.engine.options import incidents, law_options
from service.piquet.law.kinds import BY_NAME
from service.piquet.law.ledger import (
    MOST_ACTS,
    MOST_RULINGS,
    Ledger,
    Word,
    fork,
    is_saying,
    played_by,
    spoken_by,
    whole_hands,
)
from service.piquet.law.ruled import law_of, ruled
from service.piquet.legal_actions import ExchangeOption, Option, ReckonOption, options
from service.piquet.model import actions as a
from service.piquet.model.events import Event
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, OVER, YOUNGER, Called, Phase, State
from service.piquet.model.violations import Violation, violation
from service.piquet.rules.carte_blanche import show_carte_blanche
from service.piquet.rules.reckoning_terms import terms_of
from service.piquet.rulesets.law_parameters import NO_LAW
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import called_in
from service.piquet.verbs import APPLY
from service.piquet.verbs import check as check_regular

#: The acts of the law, each with the module that checks and applies it.
_LAW_ACTS: Final[Mapping[type[a.Action], Any]] = {a.Ruling: rulings, a.Incident: reported, a.Amend: amendments}


def is_law_act(action: a.Action) -> bool:
    """Whether an action belongs to the law of irregularities."""
    return action.irregular or type(action) in _LAW_ACTS


def start_of(state: State) -> State:
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


class IrregularDeal:
    """A deal that changes in place, from its cards and all entries so far."""

    def __init__(self, rules: Ruleset, start: State, history: Iterable[a.Action]) -> None:
        self.rules = rules
        self.d = MutableState(rules, start)
        self.law = self.d.law = Ledger(len(start.talon))
        self.law.dealt_by = start.law.dealt_by if start.law else -1
        open_misdeal(self.d)
        self._entered = bool(self.law.records)
        for action in history:
            self.do(action)

    @property
    def state(self) -> State:
        """The current state."""
        law = self.law.summary(incidents(self.d)) if self._entered else None
        return self.d.state()._replace(law=law)

    @property
    def events(self) -> list[Event]:
        """The events since the deal began, without the one that says that it was dealt."""
        return self.d.events

    def fork(self) -> "IrregularDeal":
        """Return a copy that changes on its own."""
        copied = copy(self)
        copied.d = fork(self.d)
        copied.law = copied.d.law
        return copied

    # ------------------------------------------------------------ checking

    def check(self, action: a.Action) -> tuple[Violation, ...]:
        """Every reason why the entry is refused; empty if it may be made."""
        d, role = self.d, action.seat ^ 1 ^ self.d.dealer
        if self.rules.law == NO_LAW and is_law_act(action):
            return (violation("law.none"),)
        most = MOST_RULINGS if isinstance(action, a.Ruling) else MOST_ACTS
        always = isinstance(action, a.Ruling) and (action.number == 0 or self.law.relead is not None)
        if is_law_act(action) and self.law.number >= most and not always:
            return (violation("irregular.too_many", max=most),)
        found: tuple[Violation, ...]
        if type(action) in _LAW_ACTS:
            found = _LAW_ACTS[type(action)].check(d, role, action)
            return found
        if self.law.relead is not None:
            return (violation("ruling.due", rule="L52"),)
        found = self.regular_violations(action)
        return marks.check(d, role, action, found) if action.irregular else found

    def regular_violations(self, action: a.Action) -> tuple[Violation, ...]:
        """Return the violations of an action that is not marked as irregular."""
        d, role = self.d, action.seat ^ 1 ^ self.d.dealer
        if self.law.must_redeal and d.phase not in OVER:
            return (violation("turn.not_now", "type", rule="L12", phase=d.phase, type="this action"),)
        with spoken_by(self.d, action):
            if isinstance(action, a.Exchange):
                return exchange.check(d, role, action)
            if isinstance(action, a.Reckon):
                return irregular_reckoning.check(d, role, action)
            found = check_regular(self.rules, d, action)
            if isinstance(action, a.Play) and role == YOUNGER and self.law.only is not None:
                # One category only is open to younger again.
                due = any(terms.category == self.law.only for terms in terms_of(self.rules, d, YOUNGER))
                found = tuple(each for each in found if due or each.code != "play.reckon_first")
            return found

    def would_be(self, action: a.Action, reason: Violation) -> WouldBe | None:
        """Return what an illegal action would be if it had happened, for one reason why it is refused.

        None if nothing.
        """
        name = marks.would_be(self.d, action, reason)
        if name is None:
            return None
        marked = replace(action, irregular=True)
        if self.check(marked):
            return WouldBe(name, BY_NAME[name][0].laws[0])
        trial = self.fork()
        trial.do(marked)
        made = trial.law.find(trial.law.number, None)
        found = next((record for record in made if record.kind == name), made[0])
        return WouldBe(found.kind, law_of(ruled(trial.d, found)))

    # ------------------------------------------------------------ applying

    def do(self, action: a.Action) -> a.Action:
        """Make an entry without checking it, and return it with every open choice filled in."""
        d, role = self.d, action.seat ^ 1 ^ self.d.dealer
        self.law.number += 1
        self._entered = self._entered or is_law_act(action)
        done: a.Action
        if type(action) in _LAW_ACTS:
            done = _LAW_ACTS[type(action)].apply(d, role, action)
        else:
            kinds = marks.kinds_of(d, role, action, self.regular_violations(action)) if action.irregular else {}
            facts = exchange.facts_of(d, role, action) if kinds and isinstance(action, a.Exchange) else None
            done = self.perform(role, action)
            recording.record(d, role, done, kinds, facts)
            if is_saying(done):
                category = getattr(done, "category", d.calls[-1].category if d.calls else -1)
                self.law.words.append(Word(self.law.number, role, done, category))
        self._go_back_to_waiting_call()
        assess_end(d)
        play_out(d)
        self._pass_time(role, done)
        self.law.made = self.law.number
        return done

    def _go_back_to_waiting_call(self) -> None:
        """After an earlier reply was mended, the call that waited for its own is answered (§10, A1 to A5)."""
        d, waiting = self.d, self.law.waiting
        if waiting is not None and d.phase == Phase.CALLING:
            d.calls, d.phase, d.to_act, self.law.waiting = (*d.calls, waiting), Phase.REPLY, YOUNGER, None

    def perform(self, role: int, action: a.Action) -> a.Action:
        """Do what an ordinary action does, whether it is legal or not."""
        d = self.d
        if isinstance(action, a.Exchange):
            return exchange.apply(d, role, action)
        if isinstance(action, a.Play):
            return playing.play(d, role, action)
        if isinstance(action, a.Call | a.Pass) and action.category != POINT and called_in(d, POINT) is None:
            d.calls = (*d.calls, Called(POINT, status="passed"))  # K14: the point is lost
        if isinstance(action, a.ClaimCarteBlanche) and d.exchanged[role] >= 0:
            show_carte_blanche(d, role)  # K13: hand and discard are shown apart
            return action
        with spoken_by(self.d, action):
            if isinstance(action, a.Reckon):
                return irregular_reckoning.apply(d, role, action)
            done: a.Action = APPLY[type(action)](d, role, action)
        if isinstance(action, a.Reply) and d.tricks:  # to a call that was replaced after the lead (A1 to A3, A5)
            amendments.close_again(d)
            draw_up(d)
        return done

    def _pass_time(self, role: int, action: a.Action) -> None:
        """Note which times are past now (§10, `until`)."""
        d, law = self.d, self.law
        if not isinstance(action, a.Incident):
            law.past.add("untouched")
        if d.exchanged[ELDER] >= 0 or law.taken[ELDER]:
            law.past.add("taken")
        if played_by(d, YOUNGER):
            law.past.add("first_card")
            law.only = None  # whoever has played may no longer reckon (R5.11)
        if d.phase in OVER:
            law.past.add("deal_over")
        speaks = role == ELDER and isinstance(action, a.Call | a.Pass | a.Play)
        for record in law.records:
            if record.since >= law.number:
                continue
            record.past.add("next_entry")
            if speaks:
                record.past.add("next_call")
            if role != record.offender and law.taken[role] and isinstance(action, a.Exchange):
                record.past.add("own_take")
            if role != record.offender and isinstance(action, a.Play):
                record.past.add("answered")
        for word in law.words:
            if speaks and word.entry < law.number:
                word.past.add("next_call")

    # ------------------------------------------------------------ options

    def options(self) -> tuple[Option, ...]:
        """Return the options of the current state: those of the rules, then the rulings that are public and open."""
        d = self.d
        ordinary: tuple[Option, ...] = ()
        if not self.law.must_redeal and self.law.relead is None:
            with whole_hands(d) if d.tricks and d.phase != Phase.PLAY else nullcontext():
                ordinary = options(self.rules, d)
        allowed = [option for option in map(self._bounded, ordinary) if option is not None]
        return (*allowed, *law_options(self.d))

    def _bounded(self, option: Option) -> Option | None:
        """Return an option as the law restricts it: an exchange in a misdeal (E11), younger's reckoning."""
        role, law = option.seat ^ 1 ^ self.d.dealer, self.law
        if isinstance(option, ReckonOption) and role == YOUNGER and law.only is not None:
            return option._replace(terms=tuple(terms for terms in option.terms if terms.category == law.only))
        if not isinstance(option, ExchangeOption) or self.d.exchanged[role] >= 0 or option.type is not a.Exchange:
            return option
        if role == ELDER and exchange.must_stand(self.d):
            return None
        low, high = exchange.bounds(self.d, role)
        return option._replace(low=low, high=high)

    def remedies(self, seat: int | None = None, *, concealed: bool = False) -> tuple[Option, ...]:
        """Return the rulings and corrections that are open to a seat, or to both, whether they are public or not."""
        role = None if seat is None else seat ^ 1 ^ self.d.dealer
        return tuple(law_options(self.d, remedies=True, role=role, concealed=concealed))
