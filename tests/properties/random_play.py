"""Random legal play at the level of JSON: deals of several kinds, players of several tempers, always by `options`.

Nothing here knows a rule of the game; what is legal is asked of the service.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.helpers.http import post

Json = Any
RANKS = "6789TJQKA"
PACK_36 = [rank + suit for suit in "SHDC" for rank in RANKS]
PACK = [card for card in PACK_36 if card[0] != "6"]
OVER = ("deal_over", "partie_over")
KINDS_OF_DEAL = ("plain", "plain", "lopsided", "suits", "high", "twins", "carte_blanche")
TEMPERS = ("whimsical", "eager", "mixed", "coy")


def check(state: Json, action: Json) -> Json:
    return post("/v1/actions/check", {"state": state, "action": action})


def all_options(state: Json) -> list[Json]:
    """Every concrete action that `options` allows."""
    actions: list[Json] = []
    while True:
        answer = post("/v1/actions/options", {"state": state, "expand": True, "offset": len(actions), "limit": 1000})
        actions += answer["actions"]
        if len(actions) >= answer["total"] or not answer["actions"]:
            assert len(actions) == answer["total"]
            return actions


def some_options(state: Json, rng: random.Random) -> list[Json]:
    """The concrete actions, or where there are very many the last hundred and some from anywhere."""
    answer = post("/v1/actions/options", {"state": state, "expand": True, "limit": 100})
    if answer["total"] <= 100:
        return answer["actions"]
    body = {"state": state, "expand": True, "limit": 100}
    last = post("/v1/actions/options", body | {"offset": answer["total"] - 100})
    anywhere = post("/v1/actions/options", body | {"offset": rng.randrange(answer["total"])})
    return answer["actions"] + last["actions"] + anywhere["actions"]


def pack_of(ruleset: Json) -> list[str]:
    """The cards that a ruleset is played with."""
    name, overrides = (ruleset, {}) if isinstance(ruleset, str) else (ruleset["name"], ruleset["overrides"])
    return PACK_36 if overrides.get("pack", 36 if name.partition("@")[0] == "old-36" else 32) == 36 else PACK


def top(many: int, suit: str) -> list[str]:
    """The highest cards of a suit."""
    return [rank + suit for rank in RANKS[len(RANKS) - many :]]


def cards_to_deal(kind: str, dealer: str, rng: random.Random, cards: list[str] = PACK) -> Json:
    """`hands` and `talon` of a deal of these cards: plain, or such that something happens."""
    pack = rng.sample(cards, len(cards))
    elder, younger = ("B", "A") if dealer == "A" else ("A", "B")
    if kind == "lopsided":  # one seat has the better cards
        pack.sort(key=lambda card: RANKS.index(card[0]) + rng.uniform(0, 6), reverse=True)
    elif kind == "suits":  # long suits on both sides
        bias = {suit: rng.uniform(0, 8) for suit in "SHDC"}
        pack.sort(key=lambda card: bias[card[1]] + rng.uniform(0, 3))
    elif kind == "high":  # one seat has high cards, the other one suit
        bias = {suit: rng.uniform(-4, 4) for suit in "SHDC"}
        pack.sort(key=lambda card: RANKS.index(card[0]) + bias[card[1]] + rng.uniform(0, 2), reverse=True)
    elif kind == "carte_blanche":
        blank = [card for card in pack if card[0] not in "KQJ"][:12]
        pack = blank + [card for card in pack if card not in blank]
    elif kind == "twins":  # nearly the same ranks in two suits each, so that much is equal
        all_ranks = sorted({card[0] for card in cards})
        ranks = rng.sample(all_ranks, rng.randint(5, 7))
        more = rng.sample(all_ranks, 12 - len(ranks))
        suits = rng.sample("SHDC", 4)
        hands = [[*(rank + suits[n] for rank in ranks), *(rank + suits[n + 2] for rank in more)] for n in (0, 1)]
        talon = [card for card in pack if card not in hands[0] + hands[1]]
        for _ in range(rng.randint(0, 3)):
            hand, place, left = rng.choice(hands), rng.randrange(12), rng.randrange(len(talon))
            hand[place], talon[left] = talon[left], hand[place]
        return {"hands": {elder: hands[0], younger: hands[1]}, "talon": talon}
    elif kind == "carte_rouge":  # elder puts away his low cards and draws the rest of his sequences
        lengths = rng.choice([(3, 3, 3, 3), (4, 4, 4, 0), (6, 3, 3, 0), (5, 4, 3, 0), (4, 5, 3, 0)])
        wanted = [card for suit, many in zip(rng.sample("SHDC", 4), lengths, strict=True) for card in top(many, suit)]
        rest = sorted([card for card in pack if card not in wanted], key=lambda card: RANKS.index(card[0]))
        drawn, low, others = rng.sample(wanted, 5), rest[:5], rng.sample(rest[5:], len(rest) - 5)
        hand = [card for card in wanted if card not in drawn] + low
        return {"hands": {elder: hand, younger: others[:12]}, "talon": drawn + others[12:]}
    first, rest = pack[:12], pack[12:]
    if kind in ("suits", "high") and rng.random() < 0.7:
        talon, second = rest[:-12], rest[-12:]
    elif kind == "carte_blanche" and len(cards) == 36 and rng.random() < 0.7:  # both hands blank
        rest.sort(key=lambda card: card[0] in "KQJ")
        second, talon = rest[:12], rest[12:]
    else:
        rng.shuffle(rest)
        second, talon = rest[:12], rest[12:]
    rng.shuffle(talon)
    lucky, unlucky = (elder, younger) if rng.random() < 0.6 else (younger, elder)
    return {"hands": {lucky: first, unlucky: second}, "talon": talon}


def new_deal(ruleset: Json, rng: random.Random, kind: str = "", after: Json = None, dealer: str = "") -> Json:
    """The state of a new deal, of the partie `after` or of a new one."""
    kind = kind or rng.choice(KINDS_OF_DEAL)
    if after is None:
        dealer = dealer or rng.choice("AB")
        return post(
            "/v1/deals", {"ruleset": ruleset, "dealer": dealer} | cards_to_deal(kind, dealer, rng, pack_of(ruleset))
        )["state"]
    before = after["partie"]["dealer"]
    dealer = after["partie"]["first_dealer"] if before is None else "B" if before == "A" else "A"
    return post("/v1/deals", {"state": after} | cards_to_deal(kind, dealer, rng, pack_of(ruleset)))["state"]


def keep_value(cards: list[str]) -> float:
    return sum(RANKS.index(card[0]) + 1 for card in cards) / max(1, len(cards))


def eagerness(action: Json, discreet: bool) -> float:
    """How much an eager player likes an action: high calls, every point, high cards, no concession.

    A discreet one keeps the value of a point and the top card of a sequence to himself.
    """
    kind = action["type"]
    if kind in ("exchange", "commit_discard"):
        return 2 * len(action["cards"]) - keep_value(action["cards"])
    if kind == "call":
        size = action.get("length") or action["count"]
        tie = action.get("value") or RANKS.find(action.get("top") or action.get("rank") or "7")
        return 1000 * size + (-tie if discreet and action["category"] != "set" else tie)
    if kind == "reply":
        return {"good": 0, "equal": 1, "not_good": 2}[action["reply"]]
    if kind == "reckon":
        if "holdings" not in action:
            return 1000
        return sum(len(one["cards"]) + (10 if len(one["cards"]) > 4 else 0) for one in action["holdings"])
    if kind == "play":
        return RANKS.index(action["card"][0])
    return {"claim_carte_blanche": 100, "state_tie_break": 50, "look_at_left": 50, "pass": -1, "concede": -100}.get(
        kind, 0
    )


def coyness(action: Json) -> int:
    """How much a coy player likes an action: he exchanges little, calls and says nothing of tie-breaks, and asks."""
    kind = action["type"]
    if kind in ("exchange", "commit_discard"):
        return -len(action["cards"])
    if kind == "call":
        return int("value" not in action and "top" not in action)
    return {"reply": int(action.get("reply") == "equal"), "pass": -1, "concede": -1}.get(kind, 0)


def choose(actions: list[Json], temper: str, rng: random.Random) -> Json:
    """One of these actions: first a type, then one of its actions. What is always allowed is made rarer."""
    if temper == "coy" and rng.random() < 0.8:
        liked = [coyness(action) for action in actions]
        actions = [action for action, much in zip(actions, liked, strict=True) if much == max(liked)]
    eager = temper == "eager" or (temper == "mixed" and rng.random() < 0.6)
    if eager and rng.random() < 0.9:
        discreet = rng.random() < 0.5
        liked = [eagerness(action, discreet) for action in actions]
        return rng.choice([action for action, much in zip(actions, liked, strict=True) if much == max(liked)])
    types = sorted({(action["seat"], action["type"]) for action in actions})
    weights = [{"concede": 0.3, "decline": 0.5, "pass": 0.5, "look_at_left": 0.5}.get(kind, 1) for _, kind in types]
    chosen = rng.choices(types, weights)[0]
    action = dict(rng.choice([action for action in actions if (action["seat"], action["type"]) == chosen]))
    if action["type"] == "reckon" and rng.random() < 0.15:
        action.pop("holdings", None)
    elif action["type"] == "reckon":
        action["holdings"] = rng.sample(action["holdings"], len(action["holdings"]))
    return action


def something_better(state: Json, rng: random.Random) -> Json:
    """Some of what younger may say to hold with *not good*."""
    options = post("/v1/actions/options", {"state": state})["options"]
    (better,) = [option["better"] for option in options if option["type"] == "reply"]
    said = rng.choice(better) if better else {}
    return {name: said[name] for name in said if rng.random() < 0.7}


def play(state: Json, rng: random.Random, temper: str = "") -> Iterator[tuple[Json, Json, Json]]:
    """Play a deal to its end: each action with the state before it and the answer to it."""
    temper = temper or rng.choice(TEMPERS)
    while state["phase"] not in OVER:
        actions = some_options(state, rng)
        assert actions, state["phase"]
        action = choose(actions, temper, rng)
        if action.get("reply") == "not_good" and rng.random() < 0.5:
            action = action | something_better(state, rng)
        answer = check(state, action)
        assert answer["legal"], (action, answer["violations"], state)
        yield state, action, answer
        state = answer["state"]


def reachable_states(
    ruleset: Json, rng: random.Random, chance: float, kind: str = "", after: Json = None
) -> Iterator[Json]:
    """Some of the states of a random deal; `chance` is the share of them."""
    state = new_deal(ruleset, rng, kind, after)
    if rng.random() < chance:
        yield state
    for _, _, answer in play(state, rng):
        if rng.random() < chance:
            yield answer["state"]
