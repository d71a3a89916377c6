"""Requests with irregular acts, incidents, amendments and rulings, for the corpus; and acts to be put anywhere.

Each line begins with deal P (`tests/helpers/law_game.py`); its acts are told by `docs/notation.md`.
"""

import random
from collections.abc import Callable
from typing import Any

Json = Any
Ask = Callable[[str, dict[str, Any]], Any]

DEAL_P = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
LONG_DEAL = "1~portland@1~B~@_SAKJTHAQJ8D98CJ87_S7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
OUT_OF_TURN = "1~portland@1~B~@A_SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
EXCHANGES = "AxSKD98C87 BxS7H97"
CALLS = f"{EXCHANGES} Ap5-49 Bg ArpHAKQJ8 As4-A Bg ArsHAKQJ At3-J Bn"
LED = f"{CALLS} A.AH BrtSTHTDTCT-tSQDQCQ B.TH"

#: A state, and acts that may be entered in it one after the other.
LINES = (
    (LONG_DEAL, "Au0-stand"),
    (LONG_DEAL, "Au0-redeal"),
    (OUT_OF_TURN, "Bu0-void-untouched"),
    (DEAL_P, "Bi-exposed-HJ Au1-stand AxSKD98C87"),
    (DEAL_P, "Bi-exposed-HJ Au1-redeal"),
    (DEAL_P, "A@xSKD98C87-k123456 Bu1-enforce BxS7H9 Ap0 As0 At0 A.AH"),
    (DEAL_P, "A@xSKD98C87-k123456 Bu1-waive BxS7H9"),
    (DEAL_P, f"{EXCHANGES} Ap4 Aap5-49 Bg"),
    (DEAL_P, f"{EXCHANGES} Ap4 Aap5-49 Bg"),
    (DEAL_P, f"{EXCHANGES} Ap5-49 Bg ArpHAKQJ8 A@s5-A Bg Ar At3-J Bn A.AH BrtSTHTDTCT-tSQDQCQ B.TH Bu6-reckon"),
    (DEAL_P, f"{EXCHANGES} Ap5-49 B@n As4-A Bg Ar At3-J Bn A.AH BrtSTHTDTCT-tSQDQCQ B.TH Au4-reckon-pHAKQJ8"),
    (DEAL_P, f"{CALLS} A.AH B@rtSTHTDTCT-tSQHQDQCQ BartSTHTDTCT-tSQDQCQ Au13-forgo"),
    (DEAL_P, f"{LED} A.AS B@.TD Au15-replay"),
    (DEAL_P, f"{LED} B@.TD"),
)

#: Acts of every type, possible or not.
ACTS: tuple[Json, ...] = (
    {"seat": "A", "type": "exchange", "cards": [], "irregular": True, "taken": [1, 2, 8], "mixed": [], "leaves": None},
    {"seat": "B", "type": "exchange", "cards": ["7S"], "irregular": True, "taken": [15]},
    {"seat": "A", "type": "claim_carte_blanche", "exchange": 5, "irregular": True, "mixed": True},
    {"seat": "A", "type": "call", "category": "set", "count": 4, "rank": "A", "irregular": True, "shown": ["AS", "AH"]},
    {"seat": "A", "type": "call", "category": "point", "length": 12, "irregular": True},
    {"seat": "B", "type": "reply", "reply": "equal", "irregular": True},
    {"seat": "A", "type": "reckon", "holdings": [{"category": "point", "cards": ["AS"]}], "irregular": True},
    {"seat": "A", "type": "play", "card": "AS", "irregular": True},
    {"seat": "B", "type": "look_at_left", "look": True, "irregular": True},
    {"seat": "A", "type": "state_tie_break", "top": "A", "irregular": True},
    {"seat": "B", "type": "incident", "kind": "exposed", "cards": ["KH"]},
    {"seat": "A", "type": "incident", "kind": "faced", "where": "stock"},
    {"seat": "A", "type": "incident", "kind": "pack", "taken_up": True},
    {"seat": "A", "type": "incident", "kind": "spoiled", "proof": {"missing": ["8D"], "double": ["7D"]}},
    {"seat": "A", "type": "incident", "kind": "recovered", "cards": ["KS", "7C"]},
    {"seat": "B", "type": "incident", "kind": "buried", "cards": ["7D"]},
    {"seat": "A", "type": "incident", "kind": "peeked", "positions": [6, 7], "together": True},
    {"seat": "A", "type": "incident", "kind": "undeclared"},
    {"seat": "B", "type": "incident", "kind": "dropped", "cards": ["TH"]},
    {"seat": "A", "type": "incident", "kind": "misinformed", "about": "point", "answer": 1},
    {"seat": "A", "type": "incident", "kind": "offer", "redeal": True},
    {"seat": "A", "type": "amend", "action": {"type": "call", "category": "point", "length": 5, "value": 49}},
    {"seat": "B", "type": "amend", "action": {"type": "reply", "reply": "not_good"}},
    {"seat": "B", "type": "amend", "action": {"type": "reckon", "holdings": []}},
    *(
        {"seat": seat, "type": "ruling", "number": number, "election": election}
        for seat, number, election in (
            ("A", 0, "redeal"), ("B", 1, "enforce"), ("A", 1, "waive"), ("A", 4, "reckon"), ("B", 6, "object"),
            ("A", 12, "replay"), ("A", 13, "relead"), ("B", 255, "accept"), ("A", 1, "inspect"), ("B", 2, "alter"),
        )
    ),
    {"seat": "A", "type": "ruling", "number": 1, "election": "demand", "suit": "H", "kind": "false_claim"},
    "A@p5", "B@n", "A@xSK-k1-m0-l", "Ai-peeked-6-together", "Bi-exposed-HJ", "Aap5-49", "Au0-stand", "Bu12-enforce-pSA",
)  # fmt: skip


def irregular_bodies(ask: Ask, rng: random.Random) -> None:
    """Asks what may be asked of states with irregularities."""
    for begun, acts in LINES:
        state = ask("/v1/states/validate", {"state": begun})["state"]
        for act in acts.split():
            proposed = {"state": state, "action": act}
            if "i-" in act or "@" in act:
                ask("/v1/rulings", proposed | {"seat": rng.choice("AB")})
            answer = ask("/v1/actions/check", proposed)
            assert answer["legal"], (begun, acts, act, answer)
            state = answer["state"]
        ask("/v1/actions/check-many", {"state": begun, "actions": acts.split()})
        _about(ask, rng, state)


def _about(ask: Ask, rng: random.Random, state: Json) -> None:
    """Asks everything that a state may be asked for."""
    line = ask("/v1/states/validate", {"state": state})["text"]
    for seat in "AB":
        ask("/v1/states/view", {"state": state, "seat": seat})
        ask("/v1/rulings", {"state": line, "seat": seat, "full": True})
    ask("/v1/rulings", {"state": state, "full": True})
    ask("/v1/rulings", {"state": state, "number": rng.randrange(len(state["history"]) + 1)})
    ask("/v1/actions/options", {"state": state, "remedies": True, "expand": True, "limit": 20})
    if state["phase"] == "deal_over" or not state["dealt"]:
        return
    steps = [{"action": action} for action in state["history"]]
    deal = {"dealer": state["partie"]["dealer"], "dealt": state["dealt"], "steps": steps}
    record = {"piquet_record": 1, "ruleset": "portland", "first_dealer": "B", "deals": [deal]}
    written = ask("/v1/records/convert", {"record": record})["record"]
    ask("/v1/records/verify", {"records": [record, written]})
