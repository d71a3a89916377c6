"""Deals with irregular acts, played through HTTP from one-line notation.

    game = LawGame.deal(P).does("AxSKD98C87 BxS7H97 Ap5-49 Bg Ar =5-0")

The notation is that of docs/notation.md, parsed here independently of the service; `=5-0` claims the score of the deal,
A's points first, and `Au2:long_hand-enforce` names the kind of the incident that a ruling is about. Acts whose members
the notation leaves open are given as JSON.
"""

from __future__ import annotations

import copy
import re
from typing import Any

from tests.helpers.cards import SEATS, in_order, other
from tests.helpers.http import post

Json = Any
CATEGORIES = {"p": "point", "s": "sequence", "t": "set"}
REPLIES = {"g": "good", "n": "not_good", "e": "equal"}

# The example deal of S4 and the deal with the repique (law.md, §8). B deals, so A is elder.
P = "SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
P_EXCHANGED = "_".join([P.split("_")[1], P.split("_")[0], P.split("_")[2]])
Q = "SAKQJ98HJDAT9CAQ_S7HKQT987DJ7CKJ8_TSAHKD9C7CQDTC8D"
EXCHANGES_OF_P = "AxSKD98C87 BxS7H97"
EXCHANGES_OF_Q = "AxS98DT9CQ BxS7H7D7"
CALLS_OF_P = "Ap5-49 Bg ArpHAKQJ8 =5-0 As4-A Bg ArsHAKQJ =9-0 At3-J Bn"
RECKONING_OF_P = "A.AH =10-0 BrtSTHTDTCT-tSQDQCQ =10-17"
HEARTS_OF_P = "B.TH A.KH B.7D A.QH B.TD A.JH B.JD A.8H B.QD"
CLUBS_OF_P = "A.KD B.AD B.AC A.9C B.KC A.JC B.QC A.8S B.TC A.9S"
POINT_OF_P = f"{EXCHANGES_OF_P} Ap5-49 Bg ArpHAKQJ8 =5-0"  # entries 1 to 5
KNAVES_AND_LEAD = "At3-J Bn A.AH"
SETS_OF_B = "BrtSTHTDTCT-tSQDQCQ"
SPADES_OF_P = "B.QS A.AS A.JS B.TS"
PLAY_OF_P = f"{HEARTS_OF_P} {CLUBS_OF_P} {SPADES_OF_P}"
REGULAR_P = f"{EXCHANGES_OF_P} {CALLS_OF_P} {RECKONING_OF_P} {PLAY_OF_P}"


def set_of(text: str) -> list[str]:
    """`SAKJHA` as a list of cards."""
    found, suit = [], ""
    for letter in text:
        if letter in "SHDC":
            suit = letter
        else:
            assert suit, text
            found.append(letter + suit)
    assert len(set(found)) == len(found), text
    return found


def row_of(text: str) -> list[str]:
    """`9S8SKH` as a list of cards, in order."""
    return re.findall("..", text)


def text_of(some: list[str]) -> str:
    """Cards as a set in notation."""
    some = in_order(some)
    return "".join(
        suit + "".join(card[0] for card in some if card[1] == suit)
        for suit in "SHDC"
        if any(card[1] == suit for card in some)
    )


def holdings_of(arguments: list[str]) -> list[Json]:
    """`pSAKQ`, `tSTHT…`: a category and its cards."""
    return [{"category": CATEGORIES[one[0]], "cards": set_of(one[1:])} for one in arguments]


def _call(letter: str, arguments: list[str]) -> Json:
    category, size = CATEGORIES[letter], int(arguments[0])
    shown = [set_of(one[1:]) for one in arguments if one[0] == "w"]
    named = [one for one in arguments[1:] if one[0] != "w"]
    if size == 0:
        return {"type": "pass", "category": category}
    action: Json = {"type": "call", "category": category}
    if letter == "t":
        action |= {"count": size, "rank": named[0]}
    else:
        action |= {"length": size}
        if named:
            action["value" if letter == "p" else "top"] = int(named[0]) if letter == "p" else named[0]
        if len(named) > 1:
            action["cards"] = set_of(named[1])
    return action | ({"shown": shown[0]} if shown else {})


def _exchange(arguments: list[str]) -> Json:
    action: Json = {"type": "exchange", "cards": set_of(arguments[0])}
    for one in arguments[1:]:
        digits = [int(digit) for digit in one[1:] if digit != "0"]
        if one[0] == "l":
            action["leaves"] = digits[0] if digits else None
        else:
            action[{"k": "taken", "m": "mixed"}[one[0]]] = digits
    return action


def _reckon(arguments: list[str]) -> Json:
    shown = [set_of(one[1:]) for one in arguments if one[:1] == "w"]
    named = [one for one in arguments if one and one[0] != "w"]
    action: Json = {"type": "reckon"}
    if named:
        action["holdings"] = [] if named == ["0"] else holdings_of(named)
    return action | ({"shown": shown[0]} if shown else {})


def _incident(arguments: list[str]) -> Json:
    kind, rest = arguments[0], arguments[1:]
    action: Json = {"type": "incident", "kind": kind}
    if kind in ("exposed", "recovered", "buried", "dropped"):
        action["cards"] = set_of(rest[0])
    elif kind in ("peeked", "dealer_saw"):
        action["positions"] = [int(digit) for digit in rest[0]]
        action |= dict.fromkeys(rest[1:], True)
    elif kind == "misinformed":
        action |= {"about": rest[0], "answer": int(rest[1]) if rest[1].isdigit() else set_of(rest[1])}
    elif kind == "faced":
        action["where"] = rest[0]
    elif kind == "pack":
        action["taken_up"] = rest == ["taken_up"]
    else:
        assert not rest, arguments
    return action


def _ruling(arguments: list[str]) -> Json:
    number, _, kind = arguments[0].partition(":")
    election, *rest = arguments[1:]
    action: Json = {"type": "ruling", "number": int(number), "election": election} | ({"kind": kind} if kind else {})
    for one in rest:
        if one == "untouched":
            action["untouched"] = True
        elif len(one) == 1:
            action["suit"] = one
        elif len(one) == 2:
            action["card"] = one
        else:
            action.setdefault("holdings", []).extend(holdings_of([one]))
    return action


def act(line: str) -> Json:
    """One act in notation as the members of an action."""
    seat, rest = line[0], line[1:]
    irregular = rest.startswith("@")
    rest = rest.removeprefix("@")
    letter, arguments = rest[0], rest[1:].split("-")
    if letter in "pst":
        action = _call(letter, arguments)
    elif letter in REPLIES:
        action = {"type": "reply", "reply": REPLIES[letter]}
    elif letter == "u" and arguments[0][0].isdigit():
        action = _ruling(arguments)
    elif letter == "a":
        action = {"type": "amend", "action": act(seat + rest[1:])}
        del action["action"]["seat"]
    elif letter == "b":
        action = {"type": "claim_carte_blanche"} | ({"exchange": int(arguments[0])} if arguments[0] else {})
    elif letter == "l":
        action = {"type": "look_at_left", "look": rest[1] == "y"} | ({"suit": rest[2]} if rest[2:] else {})
    else:
        action = {
            "x": lambda: _exchange(arguments),
            "m": lambda: {"type": "commit_discard", "cards": set_of(arguments[0])},
            "u": lambda: {"type": "name_suit", "suit": arguments[0]},
            "v": lambda: {"type": "state_tie_break", "value": int(arguments[0])},
            "h": lambda: {"type": "state_tie_break", "top": arguments[0]},
            "d": lambda: {"type": "decline"},
            "r": lambda: _reckon(arguments),
            "i": lambda: _incident(arguments[1:]),
            ".": lambda: {"type": "play", "card": rest[1:]},
            "c": lambda: {"type": "concede"},
        }[letter]()
    return {"seat": seat, **action} | ({"irregular": True} if irregular else {})


class LawGame:
    """A partie in progress; `state` is that after the last act, `events` are those of the last `does`."""

    def __init__(self, answer: Json) -> None:
        self.state: Json = answer["state"]
        self.events: list[Json] = answer["events"]

    @classmethod
    def deal(
        cls,
        text: str,
        dealer: str | None = "B",
        ruleset: Json = "portland",
        *,
        irregular: bool = False,
        after: LawGame | None = None,
    ) -> LawGame:
        """`A's hand_B's hand_talon`; after another deal `dealer` is named only if it is not the one due."""
        hand_a, hand_b, talon = text.split("_")
        body: Json = {"hands": {"A": set_of(hand_a), "B": set_of(hand_b)}, "talon": row_of(talon)}
        body |= {"state": after.state} if after else {"ruleset": ruleset}
        if dealer is not None and (irregular or not after):
            body["dealer"] = dealer
        if irregular:
            body["irregular"] = True
        return cls(post("/v1/deals", body))

    @classmethod
    def deal_p(
        cls, after: LawGame | None = None, ruleset: Json = "portland", wrong_dealer: str | None = None
    ) -> LawGame:
        """Deal P with A's cards for whoever is elder; `wrong_dealer` deals though the other is due."""
        partie = after.state["partie"] if after else None
        due = "B" if partie is None else other(partie["dealer"])
        dealer = wrong_dealer or due
        return cls.deal(P if dealer == "B" else P_EXCHANGED, dealer, ruleset, irregular=bool(wrong_dealer), after=after)

    def play_p(self, line: str = "") -> LawGame:
        """The regular line of deal P, or another one, written with A as elder, in one request."""
        words = [word for word in (line or REGULAR_P).split() if word[0] != "="]
        if self.state["partie"]["dealer"] == "A":
            words = [other(word[0]) + word[1:] for word in words]
        answer = post("/v1/actions/check-many", {"state": self.state, "actions": [act(word) for word in words]})
        assert all(item["legal"] for item in answer["items"]), answer["items"][-1]["violations"]
        assert len(answer["items"]) == len(words)
        self.state = answer["items"][-1]["state"]
        self.events = [event for item in answer["items"] for event in item["events"]]
        return self

    # -- acts

    def check(self, action: Json) -> Json:
        return post("/v1/actions/check", {"state": self.state, "action": action})

    def do(self, action: Json) -> LawGame:
        """A legal act. The log is added to, and the score is the sum of the log."""
        answer = self.check(action)
        assert answer["legal"], (action, answer["violations"])
        before, self.state = self.state, answer["state"]
        self.events = [*self.events, *answer["events"]]
        assert self.state["events"] == before["events"] + answer["events"]
        for seat in SEATS:
            total = sum(event["points"] for event in self.state["events"] if event["seat"] == seat)
            assert self.state["score"][seat] == total
            assert answer["score_delta"][seat] == total - before["score"][seat]
        return self

    def does(self, text: str) -> LawGame:
        """Legal acts in notation; `=10-17` claims the score."""
        self.events = []
        for word in text.split():
            if word.startswith("="):
                assert self.written_score == word[1:], f"{self.written_score} where {word[1:]} is due, in {text}"
            else:
                self.do(act(word))
        return self

    def refuses(self, action: Json | str, *codes: str, rule: str | None = None) -> Json:
        """An act that is refused, with one of these codes if any are named, and for this rule."""
        action = act(action) if isinstance(action, str) else action
        answer = self.check(action)
        assert not answer["legal"], (action, "was allowed")
        found = [(one["code"], one["rule"]) for one in answer["violations"]]
        assert any((not codes or one[0] in codes) and rule in (None, one[1]) for one in found), found
        return answer["violations"]

    def copy(self) -> LawGame:
        return copy.copy(self)

    def after(self, text: str) -> LawGame:
        """A copy in which these acts have been done."""
        return self.copy().does(text)

    def rule(self, seat: str, number: int, election: str, **members: Json) -> LawGame:
        """A copy in which the seat has made this election."""
        action = {"seat": seat, "type": "ruling", "number": number, "election": election, **members}
        game = self.copy()
        game.events = []
        return game.do(action)

    # -- what is the case

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.state["history"])

    @property
    def score(self) -> tuple[int, int]:
        return self.state["score"]["A"], self.state["score"]["B"]

    @property
    def written_score(self) -> str:
        return f"{self.score[0]}-{self.score[1]}"

    @property
    def dealer(self) -> str:
        return self.state["partie"]["dealer"]

    @property
    def phase(self) -> str:
        return self.state["phase"]

    @property
    def happened(self) -> list[tuple[str | None, str, int]]:
        """Seat, kind and points of the events of the last `does` or ruling."""
        return [(event["seat"], event["kind"], event["points"]) for event in self.events]

    def won(self, seat: str) -> int:
        """The number of tricks that a seat has won."""
        return sum(trick["winner"] == seat for trick in self.state["tricks"])

    def holds(self, seat: str) -> str:
        """The hand of a seat as a set in notation."""
        return text_of(self.state["hands"][seat])

    def exchange_bounds(self) -> tuple[int, int]:
        """How few and how many cards the seat to act may discard, by `options`."""
        answer = post("/v1/actions/options", {"state": self.state})
        (found,) = [one for one in answer["options"] if one["type"] == "exchange"]
        return found["min"], found["max"]

    def options(self, kind: str, **how: Json) -> list[Json]:
        """The options of a type."""
        answer = post("/v1/actions/options", {"state": self.state, **how})
        return [one for one in answer["options"] if one["type"] == kind]

    def option_types(self, **how: Json) -> set[str]:
        """The types of all options."""
        answer = post("/v1/actions/options", {"state": self.state, **how})
        return {one["type"] for one in answer["options"]}

    def view(self, seat: str) -> Json:
        return post("/v1/states/view", {"state": self.state, "seat": seat})["view"]

    def is_valid(self) -> bool:
        return bool(post("/v1/states/validate", {"state": self.state})["valid"])

    # -- rulings

    def rulings(self, **how: Json) -> list[Json]:
        """`/v1/rulings` on this state; `how` may have `number`, `kind`, `seat`, `action`, `full`."""
        answer = post("/v1/rulings", {"state": self.state, **how})
        assert answer["code"] and answer["engine_version"]
        return answer["rulings"]

    def ruling(self, number: int, kind: str, seat: str | None = None, **how: Json) -> Json:
        """The only ruling of this kind on this entry."""
        how |= {"number": number} | ({"seat": seat} if seat else {})
        found = [one for one in self.rulings(**how) if one["kind"] == kind]
        assert len(found) == 1, found
        assert found[0]["number"] == number
        return found[0]

    def offers(self, number: int, kind: str, entitled: str, law: str, **elections: str) -> Json:
        """An open ruling offers these elections, in this order, each until the given time.

        What each election promises (score, phase, turn, state) is what its actions bring about.
        """
        ruling = self.ruling(number, kind, full=True)
        assert ruling["status"] == "open", ruling
        assert ruling["law"] == law, ruling
        assert sorted(ruling["entitled"]) == sorted(entitled), ruling
        assert [(one["election"], one["until"]) for one in ruling["elections"]] == list(elections.items())
        for election in ruling["elections"]:
            self.assert_kept(election)
        return ruling

    def assert_kept(self, election: Json) -> None:
        """The actions of an election bring about what it says."""
        assert election["actions"], election
        body = {"state": self.state, "actions": election["actions"]}
        items = post("/v1/actions/check-many", body)["items"]
        assert len(items) == len(election["actions"])
        assert all(item["legal"] for item in items), items[-1]["violations"]
        state = items[-1]["state"]
        assert state == election["state"]
        assert (state["phase"], state["to_act"]) == (election["phase"], election["to_act"])
        gained = {seat: state["score"][seat] - self.state["score"][seat] for seat in SEATS}
        assert gained == election["score_delta"]
        assert [event for item in items for event in item["events"]] == election["events"]

    def elections(self, number: int, kind: str, seat: str | None = None) -> dict[str, str]:
        """What a ruling offers, in order, and until when."""
        ruling = self.ruling(number, kind, seat)
        return {one["election"]: one["until"] for one in ruling["elections"]}

    def offers_nothing(self, number: int, kind: str) -> Json:
        """There is such an incident, and nobody may elect anything."""
        ruling = self.ruling(number, kind)
        assert ruling["elections"] == [], ruling
        return ruling

    def incident(self, number: int, kind: str) -> Json:
        """The incident of the state."""
        (found,) = [one for one in self.state["incidents"] if (one["number"], one["kind"]) == (number, kind)]
        return found


# -- wrong deals made of deal P: elder's number of cards, younger's, the stock's

P_12_11_9 = "SAKJHAQJ8D98CJ87_ST7HT9DAQJTCKQT_9S8SKH9CKDQSAC7D7H"
P_14_10_8 = "SAKJHAQJ987D98CJ87_ST7HTDAQJTCKQT_9S8SKH9CKDQSAC7D"
P_13_11_8 = "SAKJTHAQJ8D98CJ87_S7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
P_13_12_7 = "SAKJ9HAQJ8D98CJ87_ST7HT97DAQJTCKQT_8SKH9CKDQSAC7D"
P_11_13_8 = "SAKJHAQJ8D98CJ8_ST7HT97DAQJTCKQT7_9S8SKH9CKDQSAC7D"
P_12_13_7 = "SAKJHAQJ8D98CJ87_ST97HT97DAQJTCKQT_8SKH9CKDQSAC7D"


def assert_annulled(game: LawGame, law: str, dealer: str = "B") -> LawGame:
    """The deal scores nothing (E1). The next one, returned here, has its number and this dealer."""
    assert game.score == (0, 0)
    assert game.state["to_act"] is None
    assert "annulled" in [event["kind"] for event in game.state["events"]]
    number, before = game.state["partie"]["deal"], game.state["partie"]["deals"]
    again = game.deal(P if dealer == "B" else P_EXCHANGED, dealer=None, after=game)
    partie = again.state["partie"]
    assert partie["deals"][:-1] == before
    assert partie["deals"][-1]["annulled"] == law
    assert partie["deals"][-1]["score"] == {"A": 0, "B": 0}
    assert (partie["deal"], partie["dealer"]) == (number, dealer)
    assert again.phase == "elder_exchange"
    return again
