"""Every event names the rule that it rests on, and so does a refusal for what phase it is."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from service.piquet import engine
from service.piquet.cards.cards import CARDS, cards_of, hand_of
from service.piquet.model.actions import Decline, Reply
from service.piquet.model.events import KINDS
from service.piquet.model.state import SEATS
from service.piquet.partie import Partie
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from tests.piquet.rulesets.test_random_parties import an_action
from tests.records.parties import seeded

# By kind: what happened, and the rule of docs/rules.md that says so.
RULES = {
    "announced": {"R3.3"}, "committed": {"R3.3"}, "shown": {"R3.4"}, "carte_blanche": {"R3.1"},
    "exchanged": {"R4.3", "R4.6"}, "left": {"R4.4", "R4.5"}, "looked": {"R4.5"}, "not_looked": {"R4.5"},
    "suit_named": {"R4.5"},
    "called": {"R5.1"}, "passed": {"R5.1"}, "replied": {"R5.2"}, "tie_break": {"R5.3"}, "declined": {"R5.3"},
    "equal": {"R5.6"}, "reckoned": {"R5.11"},
    "point": {"R5.12"}, "sequence": {"R5.12"}, "set": {"R5.12"}, "carte_rouge": {"R7.1"},
    "lead": {"R6.2"}, "capture": {"R6.2"}, "trick": {"R6.2"}, "last_trick": {"R6.2"}, "trick_won": {"R6.1"},
    "cards": {"R6.3", "R6.4", "R6.5"}, "capot": {"R6.3"}, "concession": {"R6.5"},
    "repique": {"R7.2"}, "pique": {"R7.3"}, "saved": {"R7.2", "R7.3", "R7.5"},
    "deal_ended": {"R6.3"}, "partie_ended": {"R8.2"}, "uncounted": {"R8.4"},
}  # fmt: skip

# By kind: the effect or reading of docs/law.md that an event of the law rests on, unless it names a law.
LAWS = {
    "irregularity": {"LR1"}, "ruled": {"LR1"}, "amended": {"LR28"},
    "annulled": {"E1"}, "forfeited": {"E3"}, "struck": {"E4"}, "taken_back": {"E6"}, "unanswered": {"E7"},
    "suit_called": {"E8"}, "exposed": {"E9"}, "game_lost": {"E10"},
}  # fmt: skip

# By phase: the rule that says what is done in it.
PHASES = {
    "elder_exchange": "R4.1",
    "commit_discard": "R3.3",
    "younger_exchange": "R4.2",
    "calling": "R5.10",
    "reply": "R5.2",
    "tie_break": "R5.3",
    "reckoning": "R5.6",
    "play": "R6.1",
    "deal_over": "R2.4",
    "partie_over": "R8.1",
}


def random_table(rules: Ruleset, rng: random.Random) -> engine.MutableDeal:
    """A deal just dealt. Some hands have no court card, some are worth thirty and more, some decide a game."""
    pack = list(cards_of(rules.cards))
    rng.shuffle(pack)
    match rng.randrange(4):
        case 0:
            pack.sort(key=lambda card: CARDS[card][0] in "JQK")  # a carte blanche
        case 1:
            pack.sort(key=lambda card: card // 9 < 2)  # long suits
        case 2:
            pack.sort(key=lambda card: CARDS[card][0] not in "AKQ")  # quatorzes
    hands = [hand_of(CARDS[card] for card in pack[at : at + 12]) for at in (0, 12)]
    if rng.random() < 0.5:
        hands.reverse()
    before = ((80, 85),) if rules.target is not None and rng.random() < 0.5 else ()
    dealt = (hands[0], hands[1]), tuple(pack[24:])
    outcome = Partie(rules, rng.randrange(2), before).deal(dealt)
    assert [(event.kind, event.rule) for event in outcome.events] == [("dealt", "R2.2")]
    return engine.MutableDeal(rules, outcome.state)


@pytest.mark.rule("R2.2", "R3.1", "R3.3", "R3.4", "R4.3", "R5.1", "R5.2", "R5.12", "R6.1", "R6.2", "R6.3", "R7.2")
def test_every_event_names_its_rule_and_every_phase_the_rule_of_what_is_done_in_it():
    found: defaultdict[str, set[str]] = defaultdict(set)
    members: defaultdict[str, set[str]] = defaultdict(set)
    phases: defaultdict[str, set[str]] = defaultdict(set)
    for which, overrides, rng in seeded("rules of events", 12):
        for _ in range(3):
            rules = ruleset(which, overrides)
            table = random_table(rules, rng)
            while True:
                now = table.state
                wrong = Reply(0, "good") if now.phase != "reply" else Decline(0)
                for refused in engine.check(rules, now, wrong):
                    if refused.code.startswith("turn."):
                        phases[now.phase].add(refused.rule)
                if not table.options():
                    break
                table.apply(an_action(table, rng))
            exchanges: set[int] = set()
            for event in table.events:
                found[event.kind].add(event.rule)
                members[event.kind] |= event.more.keys()
                if event.kind == "exchanged":
                    assert event.rule == ("R4.6" if event.seat in exchanges else "R4.3")
                    exchanges.add(event.seat or 0)
                elif event.kind == "left":
                    assert event.rule == ("R4.5" if SEATS[event.seat or 0] == SEATS[table.state.dealer] else "R4.4")
    # Few random deals have a carte rouge, or an equality that saves a repique.
    assert found.pop("carte_rouge", {"R7.1"}) == RULES["carte_rouge"]
    found["saved"].add("R7.5")
    assert {"carte_rouge": {"R7.1"}, **found} == RULES
    members["replied"] |= {"length", "value", "top"}  # the random replies give nothing of a better holding
    assert {kind: set(KINDS[kind].members) for kind in members} == members
    assert dict(phases) == {phase: {rule} for phase, rule in PHASES.items()}


def test_the_table_of_kinds_has_the_rules_of_every_kind():
    assert {kind: set(rules) for kind, (rules, _) in KINDS.items()} == {"dealt": {"R2.2"}, **RULES, **LAWS}
