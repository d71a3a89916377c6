"""Random acts of the law, as members: marked actions, incidents, amendments and rulings."""

import random
from typing import Any

from service.piquet.cards.cards import CARDS

Members = dict[str, Any]

CATEGORIES = ["point", "sequence", "set"]

KINDS_OF_RULINGS = [
    "misdeal", "deal_out_of_turn", "exposed", "faced", "pack", "spoiled", "wrong_exchange", "recovered", "buried",
    "peeked", "dealer_saw", "undeclared", "looked", "false_blanche", "lost_point", "false_claim", "false_reply",
    "undue_reckoning", "not_reckoned", "implied", "revoke", "lead_out_of_turn", "run", "overplayed", "dropped",
    "misinformed", "long_hand", "offer",
]  # fmt: skip


def cards(rng: random.Random, least: int = 1, most: int = 12) -> list[str]:
    """Different cards, in the order of a set."""
    drawn = rng.sample(CARDS, rng.randint(least, most))
    return sorted(drawn, key=lambda card: ("SHDC".index(card[1]), -"6789TJQKA".index(card[0])))


def holdings(rng: random.Random) -> list[Members]:
    return [{"category": rng.choice(CATEGORIES), "cards": cards(rng, 0, 8)} for _ in range(rng.randrange(4))]


def positions(rng: random.Random, least: int = 1) -> list[int]:
    return rng.sample(range(1, 16), rng.randint(least, 15))


def some(rng: random.Random, **members: Any) -> Members:
    """Some of these members."""
    return {name: value for name, value in members.items() if rng.random() < 0.5}


def call(rng: random.Random) -> Members:
    category = rng.choice(CATEGORIES)
    if category == "set":
        return {"type": "call", "category": "set", "count": rng.randint(1, 12), "rank": rng.choice("6789TJQKA")}
    said: Members = {"type": "call", "category": category, "length": rng.randint(1, 12)}
    if rng.random() < 0.7:
        said |= (
            {"value": rng.choice([0, 49, 50.5, 120])} if category == "point" else {"top": rng.choice(["A", "nought"])}
        )
        said |= some(rng, cards=cards(rng))
    return said


def tie_break(rng: random.Random) -> Members:
    stated = rng.choice([{"value": 49}, {"value": 50.5}, {"top": "A"}, {"top": "nought"}])
    return {"type": "state_tie_break", **stated, **some(rng, cards=cards(rng))}


def reply(rng: random.Random) -> Members:
    word = rng.choice(["good", "equal", "not_good"])
    better = some(rng, length=rng.randint(1, 12), value=49, top="A") if word == "not_good" else {}
    return {"type": "reply", "reply": word, **better}


def reckon(rng: random.Random) -> Members:
    return {"type": "reckon", **some(rng, holdings=holdings(rng))}


def play(rng: random.Random) -> Members:
    return {"type": "play", "card": rng.choice(CARDS)}


def passed(rng: random.Random) -> Members:
    return {"type": "pass", "category": rng.choice(CATEGORIES)}


def exchange(rng: random.Random) -> Members:
    taken = some(rng, taken=positions(rng, 0), mixed=positions(rng, 0), leaves=rng.choice([None, 0, 12]))
    return {"type": "exchange", "cards": cards(rng, 0), **taken}


def marked(rng: random.Random) -> Members:
    """An irregular action."""
    shown = some(rng, shown=cards(rng))
    action = rng.choice([
        {"type": "claim_carte_blanche", **some(rng, exchange=rng.randrange(13), mixed=rng.random() < 0.5)},
        {"type": "commit_discard", "cards": cards(rng, 0)},
        exchange(rng),
        {"type": "look_at_left", "look": rng.random() < 0.5, **some(rng, suit=rng.choice("SHDC"))},
        {**call(rng), **shown},
        reply(rng),
        tie_break(rng),
        {**reckon(rng), **shown},
        play(rng),
    ])  # fmt: skip
    return {**action, "irregular": True}


def incident(rng: random.Random) -> Members:
    """An incident of any kind."""
    proof = some(rng, missing=cards(rng), double=cards(rng)) or {"double": cards(rng)}
    kinds: dict[str, Members] = {
        **{kind: {"cards": cards(rng)} for kind in ("exposed", "recovered", "buried", "dropped")},
        "faced": {"where": rng.choice(["pack", "stock"])},
        "pack": {"taken_up": rng.random() < 0.5},
        "spoiled": {"proof": proof},
        "peeked": {"positions": positions(rng), **some(rng, together=True, shown=True)},
        "dealer_saw": {"positions": positions(rng)},
        "undeclared": {},
        "misinformed": {
            "about": rng.choice(["point", "sequence", "set", "all", *"SHDC", *"6789TJQKA"]),
            "answer": rng.choice([rng.randrange(13), cards(rng)]),
        },
        "offer": {"redeal": True},
    }
    kind = rng.choice(list(kinds))
    return {"type": "incident", "kind": kind, **kinds[kind]}


def amend(rng: random.Random) -> Members:
    """An amendment to any action that can be amended."""
    return {"type": "amend", "action": rng.choice([call, passed, reply, tie_break, reckon, play])(rng)}


def ruling(rng: random.Random) -> Members:
    """A ruling with any election."""
    elections: dict[str, Members] = {
        **{name: some(rng, holdings=holdings(rng)) for name in ("enforce", "waive", "reckon", "object")},
        **{name: some(rng, untouched=True) for name in ("redeal", "void", "rectify", "stand")},
        "replay": some(rng, card=rng.choice(CARDS)),
        "demand": {"suit": rng.choice("SHDC")},
        **{name: {} for name in ("withdraw", "relead", "forgo", "alter", "inspect", "accept")},
    }
    election = rng.choice(list(elections))
    about = {"number": rng.randrange(256), **some(rng, kind=rng.choice(KINDS_OF_RULINGS))}
    return {"type": "ruling", **about, "election": election, **elections[election]}


def act(rng: random.Random) -> Members:
    """An act of any type, by either seat."""
    return {"seat": rng.choice("AB"), **rng.choice([marked, incident, amend, ruling])(rng)}
