"""States of random parties, those of one partie together: ordinary ones, and ones in which the players err."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from service.piquet.rulesets.parameters import NO_LAW, PARAMETERS
from service.piquet.rulesets.published import RULESETS
from tests.fuzz.edits import LAW_ACTS, is_of_law
from tests.helpers.http import client, post
from tests.properties.irregular_acts import Ways
from tests.properties.irregular_play import WRONG_NUMBERS, IrregularGame
from tests.properties.irregular_reports import Reports
from tests.properties.random_play import KINDS_OF_DEAL, reachable_states
from tests.reference.law_codes import law_of

Json = Any

#: Parties without end: lists of states, those of one partie together; the counter has what was in them.
Games = Callable[[random.Random, Counter[str]], Iterator[list[Json]]]


def ruleset(rng: random.Random, name: str) -> Json:
    """A ruleset of this name, half of the time with overrides that go together with it."""
    if rng.random() < 0.5:
        return name
    overrides = {one: rng.choice(PARAMETERS[one].values) for one in rng.sample(list(PARAMETERS), rng.choice((1, 1, 2)))}
    chosen = {"name": name, "overrides": overrides}
    answer = client().post("/v1/parties", json={"ruleset": chosen, "first_dealer": "A"})
    return chosen if answer.status_code == 200 else name


def begun(chosen: Json) -> Json:
    """A partie before its first deal."""
    return post("/v1/parties", {"ruleset": chosen, "first_dealer": "A"})["state"]


# ---------------------------------------------------------------- ordinary parties


def ordinary(rng: random.Random, seen: Counter[str], chance: float = 0.3) -> Iterator[list[Json]]:
    """Parties without irregularities, by every ruleset in turn."""
    while True:
        for name in RULESETS:
            chosen = ruleset(rng, name)
            found, last = [begun(chosen)], None
            while last is None or (last["phase"] == "deal_over" and rng.random() < 0.6):
                deal = list(reachable_states(chosen, rng, 1.0, after=last))
                found += [one for one in deal if one["phase"] not in ("play", "calling") or rng.random() < chance]
                last = deal[-1]
            for state in found:
                seen[state["phase"]] += 1
                seen[name] += 1
            yield found


# ---------------------------------------------------------------- parties with irregularities


class ErringGame(Reports, IrregularGame):
    """A deal of a partie in which the players err in every way; `states` has all its states.

    The account is not held against the recount, which does not cover every ruleset.
    """

    kinds_of_deal = KINDS_OF_DEAL
    misdeals = WRONG_NUMBERS
    misdeal_chance = 0.25
    out_of_turn_chance = 0.15
    not_regular = LAW_ACTS
    ending_chance = 0.1

    def __init__(self, after: Json, rng: random.Random, seen: dict[str, int], chance: float) -> None:
        self.states: list[Json] = []
        super().__init__(after["ruleset"], rng, seen, chance, after)
        self.states.append(self.state)

    def go_to(self, answer: Json, name: str, action: Json) -> None:
        self.state = answer["state"]
        self.states.append(self.state)
        self.recount.do(self.state["history"][-1])

    def attempt(self, name: str, action: Json) -> bool:
        """An act, sometimes with cards laid open or with what was said of the cards left."""
        if action.get("irregular") and self.rng.random() < 0.2:
            hand = self.state["hands"][action["seat"]]
            if action["type"] in ("call", "reckon") and hand:
                action = action | {"shown": self.rng.sample(hand, self.rng.randint(1, min(4, len(hand))))}
            if action["type"] == "exchange":
                action = action | {"leaves": self.rng.choice((None, 0, 1, 2))}
        return super().attempt(name, action)

    def errors(self) -> Ways:
        """Also claims of a carte blanche that come too early, too late or without reason."""
        return super().errors() | {"false blanche": self.false_blanche}

    def false_blanche(self) -> Json:
        return {"seat": self.rng.choice("AB"), "type": "claim_carte_blanche", "exchange": 3, "irregular": True}


def irregular(rng: random.Random, seen: Counter[str], chance: float = 0.2) -> Iterator[list[Json]]:
    """Parties in which the players err, by every ruleset with a law in turn.

    `chance` is the share of the states of the play that are given; all others are.
    """
    while True:
        for name in RULESETS:
            chosen = ruleset(rng, name)
            if law_of(chosen) == NO_LAW:
                continue
            state, found = begun(chosen), []
            while state["phase"] != "partie_over" and (not found or rng.random() < 0.7):
                game = ErringGame(state, rng, {}, rng.choice((0.1, 0.3, 0.3)))
                game.play()
                state = game.state
                kept = [one for one in game.states[:-1] if one["phase"] != "play" or rng.random() < chance]
                found += [one for one in (*kept, state) if is_irregular(one)]
            for one in found:
                seen[one["phase"]] += 1
                seen[name] += 1
                seen.update(what_is_irregular(one))
            if found:
                yield found


def few(games: Games, most: int = 8) -> Games:
    """At most so many states of each of these parties, for short runs: to play one takes a second or more."""

    def some(rng: random.Random, seen: Counter[str]) -> Iterator[list[Json]]:
        for states in games(rng, seen):
            yield rng.sample(states, min(most, len(states)))

    return some


def what_is_irregular(state: Json) -> set[str]:
    """The kinds of incidents in the deal in hand, and what is irregular in the deals before it."""
    kinds = {one["kind"] for one in state["incidents"]}
    entries = {one["type"] for one in state["history"]} & {"amend", "ruling"}
    before = {"annulled before" for one in state["partie"]["deals"] if "annulled" in one}
    before |= {"out of turn before" for one in state["partie"]["deals"] if "out_of_turn" in one}
    return kinds | entries | before


def is_irregular(state: Json) -> bool:
    """Whether something irregular was entered in the partie."""
    deals = state["partie"]["deals"]
    acts = [act for deal in (*deals, state) for act in deal["history"]]
    return any(map(is_of_law, acts)) or bool(what_is_irregular(state))
