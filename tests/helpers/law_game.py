"""Deals with irregular acts, played through HTTP from one-line notation.

    game = LawGame.deal(P).does("AxSKD98C87 BxS7H97 Ap5-49 Bg Ar =5-0")

`=5-0` claims the score of the deal, A's points first, and `Au2:long_hand-enforce` names the kind of the incident that a
ruling is about. Acts whose members the notation leaves open are given as JSON.
"""

from __future__ import annotations

import copy
from typing import Any

from tests.helpers.cards import SEATS, other
from tests.helpers.http import post
from tests.helpers.law_notation import act, row_of, set_of, text_of

Json = Any

# The example deal of S4 and the deal with the repique. B deals, so A is elder.
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
RECKONED = f"{EXCHANGES_OF_P} {CALLS_OF_P} {RECKONING_OF_P}"  # AH is entry 11, B's sets are entry 12
REGULAR_P = f"{EXCHANGES_OF_P} {CALLS_OF_P} {RECKONING_OF_P} {PLAY_OF_P}"

# -- wrong deals made of deal P: elder's number of cards, younger's, the talon's

P_12_11_9 = "SAKJHAQJ8D98CJ87_ST7HT9DAQJTCKQT_9S8SKH9CKDQSAC7D7H"
P_14_10_8 = "SAKJHAQJ987D98CJ87_ST7HTDAQJTCKQT_9S8SKH9CKDQSAC7D"
P_13_11_8 = "SAKJTHAQJ8D98CJ87_S7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
P_13_12_7 = "SAKJ9HAQJ8D98CJ87_ST7HT97DAQJTCKQT_8SKH9CKDQSAC7D"
P_11_13_8 = "SAKJHAQJ8D98CJ8_ST7HT97DAQJTCKQT7_9S8SKH9CKDQSAC7D"
P_12_13_7 = "SAKJHAQJ8D98CJ87_ST97HT97DAQJTCKQT_8SKH9CKDQSAC7D"


#: Members to which a violation may point although the act does not have them: with one it would be another act.
_LEFT_OUT = ("together",)


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
        return self.does_at_once(" ".join(words))

    def does_at_once(self, text: str) -> LawGame:
        """Legal acts in notation, a hundred in each request."""
        words = text.split()
        self.events = []
        for at in range(0, len(words), 100):
            some = [act(word) for word in words[at : at + 100]]
            items = post("/v1/actions/check-many", {"state": self.state, "actions": some})["items"]
            assert all(item["legal"] for item in items), items[-1]["violations"]
            assert len(items) == len(some)
            self.state = items[-1]["state"]
            self.events += [event for item in items for event in item["events"]]
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
        for one in answer["violations"]:
            _, sent, *members = one["pointer"].split("/")
            assert sent == "action" and (not members or members[0] in {*action, *_LEFT_OUT}), one["pointer"]
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

    def ruling(self, number: int, kind: str, seat: str | None = None, law: str | None = None, **how: Json) -> Json:
        """The only ruling of this kind, and by this law, on this entry."""
        how |= {"number": number} | ({"seat": seat} if seat else {})
        found = [one for one in self.rulings(**how) if one["kind"] == kind and law in (None, one["law"])]
        assert len(found) == 1, found
        assert found[0]["number"] == number
        return found[0]

    def offers(self, number: int, kind: str, entitled: str, law: str, **elections: str) -> Json:
        """An open ruling offers these elections, in this order, each until the given time.

        What each election promises (score, phase, turn, state) is what its actions bring about.
        """
        ruling = self.ruling(number, kind, law=law, full=True)
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


def deal_p(line: str = "", ruleset: Json = "portland") -> LawGame:
    """Deal P, dealt by B, in which these acts have been done."""
    return LawGame.deal_p(ruleset=ruleset).does(line)
