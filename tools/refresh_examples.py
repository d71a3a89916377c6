"""Generate the examples of the contract: send the requests in this module to the service and record the responses.

    python -m tools.refresh_examples

Examples to which `openapi.yaml` refers are written there, after the line `MARK`; the rest of that file is written by
hand. All others are written to `docs/examples`, a file for each operation. The tool does not prove that the numbers are
right: the tests derive those of the worked deal by hand.
"""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask.testing import FlaskClient

from service.analysis.double_dummy.kernel import is_compiled
from service.api.problems import PROBLEMS
from service.app import create_app
from service.server.parser import TOO_LONG
from service.settings.service import Settings
from tools.components import yaml_text
from tools.contract_file import CONTRACT, EXAMPLES
from tools.json_text import written as json_written
from tools.multiplayer_examples import multiplayer_examples
from tools.ruling_examples import TOLD
from tools.worked import Worked

RECORDS = CONTRACT.parent / "examples"
MARK = " # ---- From here on written by `python -m tools.refresh_examples`: see CONTRIBUTING.md.\n"

# The longest lines of `docs/examples`, about.
WIDTH = 120

Json = Any


class Provoked(NamedTuple):
    """A request with a problem as its response.

    `request` is the value of `x-request`: `method`, `path`, `headers`, and the body as `json`, as `text`, or as `text`
    that is repeated `times` times. The request is sent `repeat` times until the problem is the response. `settings` is
    the value of `x-settings`: the environment of the service.
    """

    code: str
    summary: str
    request: dict[str, Json]
    settings: dict[str, str] = {}  # noqa: RUF012 (never changed)


# ---------------------------------------------------------------- the deal of the ninth Britannica (W1)

HANDS = {
    "A": ["AS", "KS", "JS", "AH", "QH", "JH", "8H", "9D", "8D", "JC", "8C", "7C"],
    "B": ["TS", "7S", "TH", "9H", "7H", "AD", "QD", "JD", "TD", "KC", "QC", "TC"],
}
TALON = ["9S", "8S", "KH", "9C", "KD", "QS", "AC", "7D"]

W1: list[dict[str, Json]] = [
    {"seat": "A", "type": "exchange", "cards": ["KS", "9D", "8D", "8C", "7C"]},
    {"seat": "B", "type": "exchange", "cards": ["7S", "9H", "7H"]},
    {"seat": "A", "type": "call", "category": "point", "length": 5},
    {"seat": "B", "type": "reply", "reply": "equal"},
    {"seat": "A", "type": "state_tie_break", "value": 49},
    {"seat": "B", "type": "reply", "reply": "good"},
    {"seat": "A", "type": "reckon"},
    {"seat": "A", "type": "call", "category": "sequence", "length": 4},
    {"seat": "B", "type": "reply", "reply": "good"},
    {"seat": "A", "type": "reckon"},
    {"seat": "A", "type": "call", "category": "set", "count": 3, "rank": "J"},
    {"seat": "B", "type": "reply", "reply": "not_good"},
    {"seat": "A", "type": "play", "card": "AH"},
    {"seat": "B", "type": "reckon"},
    {"seat": "B", "type": "play", "card": "TH"},
]
EXCHANGED, CALLED_POINT, TO_LEAD, LED, RECKONED = 2, 3, 12, 13, 14

# Elder leads hearts, then the king of diamonds; younger takes it and leads clubs; elder wins the last tricks.
_REST = "KH 7D  QH TD  JH JD  8H QD  KD AD  AC 9C  KC JC  QC 9S  TC 8S"
_LAST = "QS AS  JS TS"


def _played(cards: str, leaders: str) -> Iterator[dict[str, Json]]:
    for leader, lead, follow in zip(leaders, cards.split()[::2], cards.split()[1::2], strict=True):
        yield {"seat": leader, "type": "play", "card": lead}
        yield {"seat": "BA"["AB".index(leader)], "type": "play", "card": follow}


# Beaten if the other player has all four aces: C(16,8) of C(20,12).
KINGS = "KSQSJS9SKH8H7HKD9DKC8C7C"
# W1 as text: as it is dealt, and after the exchange.
DEALT_LINE = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
LINE = f"{DEALT_LINE}_AxSKD98C87_BxS7H97"


# Keys of a service that conceals states, and of two players. Real keys must not be guessable.
SEALING = {"SEAL_KEYS": "example:YW4gZXhhbXBsZSBmb3IgYWxsLCBubyBzZWNyZXQgYXQgYWxsIQ=="}
SEAT_KEYS = {"A": "example-key-of-the-player-at-seat-A", "B": "example-key-of-the-player-at-seat-B"}
CONCEALED_DEAL = {
    "ruleset": "portland",
    "dealer": "B",
    "key_hashes": {seat: sha256(key.encode()).hexdigest() for seat, key in SEAT_KEYS.items()},
    "seed": "what both have agreed on",
}


class Referee:
    """A client of the service for requests that must succeed."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def ask(self, path: str, body: Json) -> Json:
        return self.answer(Worked("", "", "", "POST", path, body))

    def answer(self, each: Worked) -> Json:
        """The response to a request: JSON, or text."""
        body = {} if each.body is None else {"json": each.body}
        response = self.client.open(each.path, method=each.method, headers={"Accept": each.accept}, **body)
        assert response.status_code == 200, response.json
        return response.json if response.is_json else response.text

    def states(self) -> list[Json]:
        """The states of W1: before the first action and after each."""
        states = [
            self.ask("/v1/deals", {"ruleset": "portland", "dealer": "B", "hands": HANDS, "talon": TALON})["state"]
        ]
        for action in [*W1, *_played(_REST, "AAAAABBBB"), *_played(_LAST, "BA")]:
            judged = self.ask("/v1/actions/check", {"state": states[-1], "action": action})
            assert judged["legal"], (action, judged["violations"])
            states.append(judged["state"])
        return states


def _dealt_from(hands: dict[str, list[str]], talon: list[str]) -> list[str]:
    """The deck, top card first, that deals these hands in packets of two, A first."""
    pairs = zip(*(iter(hands["A"]),) * 2, *(iter(hands["B"]),) * 2, strict=True)
    return [card for pair in pairs for card in pair] + talon


def worked(referee: Referee) -> Iterator[Worked]:
    """Yield the example requests of the contract, in the order of its operations."""
    states = referee.states()
    dealt, last = states[0], states[-2]
    low_cut = {"name": "portland", "overrides": {"first_deal": "low_cut_deals"}}

    yield Worked("list_rulesets", "all", "All rulesets", "GET", "/v1/rulesets")
    yield Worked("get_ruleset", "portland", "The Portland Club's rules", "GET", "/v1/rulesets/portland")

    yield Worked(
        "compare_rulesets",
        "parlett",
        "How a modern source differs",
        "GET",
        "/v1/rulesets/portland/differences/parlett",
    )

    yield Worked("list_laws", "all", "The whole law under the Portland Club's code", "GET", "/v1/laws?law=portland")
    yield Worked("get_law", "L14", "A card that lies face up", "GET", "/v1/laws/L14?law=portland")
    yield Worked("get_law", "L54", "A claim of what is not held", "GET", "/v1/laws/L54?law=portland")
    yield Worked("get_law", "LA1", "What must be shown in piquet au cent", "GET", "/v1/laws/LA1?law=au-cent")

    def parties(name: str, summary: str, body: Json) -> Worked:
        return Worked("start_partie", name, summary, "POST", "/v1/parties", body)

    yield parties("first_dealer", "The first dealer is known", {"ruleset": "portland", "first_dealer": "B"})
    yield parties("cut", "The higher card may choose", {"ruleset": "portland", "cut": {"A": "9C", "B": "KH"}})
    yield parties("choice", "B may choose, and deals", {"cut": {"A": "9C", "B": "KH"}, "first_dealer": "B"})
    yield parties("low_cut_deals", "The lower card deals", {"ruleset": low_cut, "cut": {"A": "9C", "B": "KH"}})
    yield parties("cut_again", "Two kings are cut again", {"ruleset": "portland", "cut": {"A": "KC", "B": "KH"}})

    def deals(name: str, summary: str, body: Json) -> Worked:
        return Worked("deal", name, summary, "POST", "/v1/deals", body)

    partie = referee.ask("/v1/parties", {"first_dealer": "B"})["state"]
    first = {"ruleset": "portland", "dealer": "B"}
    yield deals("w1_hands", "The deal of W1, B dealing", {**first, "hands": HANDS, "talon": TALON})
    yield deals("w1_deck", "The same deal from a deck", {**first, "deck": _dealt_from(HANDS, TALON)})
    yield deals("seed", "The first deal of a partie, from a seed", {**first, "seed": "table 7, deal 1"})
    yield deals("after_the_cut", "The first deal after the cut", {"state": partie, "seed": "table 7, deal 1"})
    yield deals("next_deal", "The second deal of a partie, after W1", {"state": states[-1], "seed": "table 7, deal 2"})

    def check(name: str, summary: str, state: Json, action: Json) -> Worked:
        body = {"state": state, "action": action}
        return Worked("check_action", name, summary, "POST", "/v1/actions/check", body)

    seven, hearts = {"seat": "B", "type": "play", "card": "7D"}, {"seat": "A", "type": "play", "card": "AH"}
    too_many = {"seat": "A", "type": "exchange", "cards": ["KS", "JS", "9D", "8D", "8C", "7C"]}
    yield check("w1_text", "Elder exchanges five; the state as text", DEALT_LINE, W1[0])
    yield check("w1_exchange", "The same with the state as JSON", dealt, W1[0])
    yield check("w1_too_many", "Elder may not exchange six", DEALT_LINE, too_many)
    yield check("w1_call", "Elder calls a point of five", states[EXCHANGED], W1[EXCHANGED])
    yield check("w1_lead", "Elder leads and says ten", states[TO_LEAD], hearts)
    yield check("w1_must_follow_suit", "Younger holds a heart", states[LED], seven)
    yield check("w1_reckon", "Younger reckons 17", states[LED], W1[LED])
    yield check("w1_last_card", "The last card, 28 to 23", last, {"seat": "B", "type": "play", "card": "TS"})
    yield check("edited_state", "A card in both hands", _with_a_card_twice(dealt), W1[0])

    def check_line(name: str, summary: str, state: str, action: str) -> Worked:
        query = urlencode({"state": state, "action": action})
        return Worked("check_action_line", name, summary, "GET", f"/v1/actions/check?{query}")

    yield check_line("w1_exchange", "Elder exchanges five", DEALT_LINE, "AxSKD98C87")
    yield check_line("w1_lead_too_early", "Elder may not lead before calling or passing", LINE, "A.AH")

    def check_many(name: str, summary: str, body: Json) -> Worked:
        return Worked("check_many_actions", name, summary, "POST", "/v1/actions/check-many", body)

    in_turn = {"state": dealt, "actions": [*W1[:2], hearts, W1[2]]}
    items = [{"state": DEALT_LINE, "action": action} for action in (too_many, W1[0])]
    yield check_many("w1_in_turn", "The exchanges, then a lead before the calls", in_turn)
    yield check_many("two_items", "Two proposals in one state", {"items": items})

    def options(name: str, summary: str, body: Json) -> Worked:
        return Worked("list_options", name, summary, "POST", "/v1/actions/options", body)

    yield options("w1_text", "Elder exchanges; the state as text", {"state": DEALT_LINE})
    yield options("w1_exchange", "The same with the state as JSON", {"state": dealt})
    yield options("w1_expanded", "The first three of elder's 1,585", {"state": dealt, "expand": True, "limit": 3})
    yield options("w1_call", "Elder calls the point", {"state": states[EXCHANGED]})
    yield options("w1_reckon", "Younger reckons before the first card", {"state": states[LED]})

    def validate(name: str, summary: str, state: Json) -> Worked:
        return Worked("validate_state", name, summary, "POST", "/v1/states/validate", {"state": state})

    ten_more = json.loads(json.dumps(dealt))
    ten_more["score"]["A"] += 10
    yield validate("w1_text", "A consistent state, as text", DEALT_LINE)
    yield validate("w1_dealt", "The same as JSON", dealt)
    yield validate("ten_points_more", "Ten points that no event explains", ten_more)

    def view(name: str, summary: str, seat: str, state: Json) -> Worked:
        return Worked("view_state", name, summary, "POST", "/v1/states/view", {"state": state, "seat": seat})

    yield view("w1_text", "Elder is to exchange; the state as text", "A", DEALT_LINE)
    yield view("w1_elder", "Elder is to call; the state as JSON", "A", states[EXCHANGED])
    yield view("w1_younger", "Younger has heard the call", "B", states[CALLED_POINT])
    yield from _concealed()

    def picture(name: str, summary: str, path: str, body: Json = None) -> Worked:
        operation = "get_hand_picture" if "hands" in path else "picture_state" if body else "picture_line"
        method = "POST" if body else "GET"
        return Worked(operation, name, summary, method, path, body, accept="text/plain")

    drawn = "/v1/states/picture"
    yield picture("w1_call", "Elder is to call; everything is visible", f"{drawn}?{urlencode({'state': LINE})}")
    by_seat = urlencode({"state": LINE, "seat": "A"})
    yield picture("w1_seat", "The same, as elder sees it", f"{drawn}?{by_seat}")
    in_french = {"state": states[-10], "seat": "B", "lang": "fr", "suits": "signs"}
    yield picture("w1_play", "The play, as younger sees it, in French", drawn, in_french)
    yield picture("w1_text", "The same, with the state in the body", drawn, {"state": LINE, "seat": "A"})
    row = f"/v1/hands/{KINGS}/picture"
    yield picture("kings", "Four kings", row)
    yield picture("signs", "The same with the signs of the suits", f"{row}?suits=signs")

    def settle(name: str, summary: str, *deals: tuple[int, int], **more: Json) -> Worked:
        scores = [{"A": a, "B": b} for a, b in deals]
        body = {"ruleset": "portland", "deals": scores, **more}
        return Worked("settle_partie", name, summary, "POST", "/v1/settlements", body)

    yield settle("w6_won", "154 to 113 (W6)", (28, 23), (19, 31), (41, 8), (12, 27), (36, 4), (18, 20))
    yield settle("w6_rubicon", "154 to 93 (W6)", (28, 23), (19, 21), (41, 8), (12, 17), (36, 4), (18, 20))
    yield settle("tie", "100 to 100", (28, 23), (19, 21), (11, 8), (12, 17), (16, 14), (14, 17))
    yield settle("deals_due", "After W1 five more deals are due", (28, 23))
    yield settle(
        "chouette", "Ann alone against Ben, whom Cid advises",
        (98, 10), (75, 21), (60, 20), (80, 17), (55, 26), (60, 18),
        chouette={"seat": "A", "single": "Ann", "opponent": "Ben", "adviser": "Cid"},
    )  # fmt: skip
    games = [[(62, 30), (41, 17)], [(20, 71), (34, 31)]]
    match = {"ruleset": "au-cent", "games": [[{"A": a, "B": b} for a, b in game] for game in games]}
    yield Worked("settle_partie", "match", "Two games of five", "POST", "/v1/settlements", match)

    for told in TOLD:
        incident = {"kind": told.kind, "facts": told.facts, "dealer": "B"}
        body = {"ruleset": told.ruleset, "incident": incident}
        yield Worked("list_rulings", told.kind, told.summary, "POST", "/v1/rulings", body)
    needy = {"incident": {"kind": "misdeal", "facts": {"dealt": [13, 11, 8]}}}
    yield Worked("list_rulings", "needs", "Only the numbers of cards are known", "POST", "/v1/rulings", needy)

    def compare(name: str, summary: str, elder: str, younger: str, **more: Json) -> Worked:
        body = {"ruleset": "portland", "elder": elder.split(), "younger": younger.split(), **more}
        return Worked("compare_hands", name, summary, "POST", "/v1/hands/compare", body)

    def discard(name: str, summary: str, side: str, seat: str, **more: Json) -> Worked:
        body = {"ruleset": "portland", "side": side, "hand": HANDS[seat], **more}
        return Worked("analyse_exchange", name, summary, "POST", "/v1/exchanges/analyse", body)

    yield discard("w1_younger", "Younger may take three", "younger", "B", limit=2)
    yield discard("w1_elder", "Elder, as if every holding were good", "elder", "A", mode="plain", limit=1)

    due = {"state": dealt, "seat": "A", "mode": "plain", "limit": 1}
    yield Worked("analyse_exchange", "w1_seat", "The same from a state, seat A", "POST", "/v1/exchanges/analyse", due)

    a, b = (" ".join(states[EXCHANGED]["hands"][seat]) for seat in "AB")
    fours, trios = "TS TH TD TC JS JH JD", "AS AH AD KS KH KD"
    yield compare("w1", "Both hands of W1", a, b)
    yield compare("w9", "Four tens carry three knaves (W9)", fours, trios)
    blanche = "AS KS QS JS TS 9H 8H TD 8D 7D 9C 7C", "AH KH QH TH AD KD JD 9D QC JC TC 8C"
    yield compare("w13", "Carte blanche, point and quint (W13)", *blanche, carte_blanche="elder")

    def analyse(name: str, summary: str, body: Json) -> Worked:
        return Worked("analyse_play", name, summary, "POST", "/v1/play/analyse", body)

    tenace = {"elder": ["AS", "QS"], "younger": ["KS", "JS"]}
    held = {"ruleset": "portland", "hands": tenace, "leader": "elder", "in_hand": {"elder": 18, "younger": 0}}
    ten_won = {"play": {"elder": 10, "younger": 0}, "tricks": {"elder": 10, "younger": 0}}
    yield analyse("w1_first_lead", "Elder's first lead in W1", {"state": states[TO_LEAD]})
    yield analyse("w1_second_card", "Younger has reckoned and is to follow", {"state": states[RECKONED]})
    yield analyse("pique", "The ace makes a pique, the queen loses it", {**held, **ten_won})

    follow = {"elder": ["AS"], "younger": ["KS", "JS"]}
    yield analyse("followed", "Younger is to follow the queen", {**held, "hands": follow, "led": "QS"})

    lead = {"state": states[TO_LEAD], "limit": 2}
    text = referee.ask("/v1/states/validate", {"state": states[TO_LEAD]})["text"]
    yield Worked("advise", "w1_text", "Elder is to lead in W1", "POST", "/v1/advice", {**lead, "state": text})
    yield Worked("advise", "w1_lead", "The same with the state as JSON", "POST", "/v1/advice", lead)
    line = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D_AxSKD98C87_BxS7H97"
    call = f"/v1/advice?{urlencode({'state': line, 'limit': 2})}"
    yield Worked("advise_line", "w1_call", "Elder is to call in W1", "GET", call)

    def evaluation(name: str, summary: str, *hands: Json, **more: Json) -> Worked:
        body = {"ruleset": "portland", "hands": list(hands), **more}
        return Worked("evaluate_hands", name, summary, "POST", "/v1/hands/evaluate", body)

    exchanged = {"cards": a.split(), "discards": W1[0]["cards"]}
    yield evaluation("w1", "Elder's hand of W1 after taking five cards: 455 hands are left", exchanged)
    blank = {"cards": ["AS", "TS", "9S", "7S", "AH", "TH", "8H", "7H", "AD", "9D", "8D", "AC"]}
    knows = {"cards": ["KS", "KH", "KD", "KC", "QS", "JS"], "known": ["AS"], "held": ["TS", "TH", "TD"]}
    yield evaluation("two", "A carte blanche; a part of a hand, and cards that the other player showed", blank, knows)
    void = {"cards": ["AS", "KS", "QS", "JS", "TS", "KH", "QH", "JH", "TH", "9H", "8D", "7D"]}
    nought = {"name": "portland", "overrides": {"nought": True}}
    yield evaluation("nought", "A void that counts, and no odds", void, ruleset=nought, odds=False)
    seen = {"state": states[EXCHANGED], "seat": "A"}
    yield Worked("evaluate_hands", "w1_seat", "The hand of W1 from a state", "POST", "/v1/hands/evaluate", seen)
    yield Worked("get_hand", "aces", "Four aces, which nothing beats", "GET", "/v1/hands/ASKSQSAHADAC")
    yield Worked("get_hand", "kings", "Four kings, which only four aces beat", "GET", f"/v1/hands/{KINGS}")

    def verify(name: str, summary: str, *records: Json) -> Worked:
        return Worked("verify_records", name, summary, "POST", "/v1/records/verify", {"records": list(records)})

    def convert(name: str, summary: str, record: Json) -> Worked:
        return Worked("convert_record", name, summary, "POST", "/v1/records/convert", {"record": record})

    w1 = (RECORDS / "w1.piquet").read_text(encoding="utf-8")
    sheet = (RECORDS / "score-sheet.piquet").read_text(encoding="utf-8")
    yield verify("w1", "W1, with every total that the players announce", w1)
    yield verify("wrong_total", "The totals after two deals, which are 47 to 44", _two_deals("47-43"))
    yield verify("wrong", "A announces twelve at the second lead, which makes eleven", w1.replace("11-17", "12-17"))
    yield verify("score_sheet", "A partie without a card", sheet)
    yield convert("two_deals", "A score sheet of two deals as JSON", _two_deals("47-44"))
    exchange = w1.partition("A call")[0]
    wrong = f"{exchange}A exchange nothing\n"
    for name, summary, record in (
        ("w1_exchange", "The exchange of W1", exchange),
        ("wrong", "A step against the rules", wrong),
        ("score_sheet", "A partie without a card", sheet),
    ):
        yield Worked("review_record", name, summary, "POST", "/v1/records/review", {"record": record})
    tables = _two_tables()
    for name, summary, records in (
        ("two_tables", "Two tables with the same cards", tables),
        ("played", "W1, and the same cards without the play", [w1, tables[1]]),
    ):
        yield Worked("compare_records", name, summary, "POST", "/v1/records/compare", {"records": records})
    yield from _events()
    yield convert("to_json", "A score sheet as JSON", sheet)
    yield convert("to_text", "A record as text", json.loads((RECORDS / "w1.json").read_text(encoding="utf-8")))

    yield Worked("index", "links", "Where the documents are", "GET", "/")
    yield Worked("version_index", "links", "Where the documents are", "GET", "/v1")
    yield Worked("livez", "ok", "The process is alive", "GET", "/livez")
    yield Worked("readyz", "ready", "Requests may be sent", "GET", "/readyz")
    yield from multiplayer_examples(referee.ask)


def _two_tables() -> list[str]:
    """The cards of W1 at two tables, as score sheets."""
    hands = ("SAKJ HAQJ8 D98 CJ87", "ST7 HT97 DAQJT CKQT")
    return [
        f"piquet-record 1\nplayer A: {a}\nplayer B: {b}\n\ndeal 1\ndealer: B\nhand A: {hands[0]}\n"
        f"hand B: {hands[1]}\ntalon: 9S 8S KH 9C KD QS AC 7D\nscore: {score}\n"
        for a, b, score in (("Ann", "Ben", "28-23"), ("Cora", "Dan", "30-15"))
    ]


def _two_deals(totals: str) -> str:
    """A score sheet of two deals, with these totals after both."""
    return (
        "piquet-record 1\nruleset: portland@1\nfirst dealer: B\n\n"
        "deal 1\nscore: 28-23\ntotals: 28-23\n\n"
        f"deal 2\nscore: 19-21\ntotals: {totals}\n"
    )


def _concealed() -> Iterator[Worked]:
    """Yield requests for a concealed deal and the views of both players."""

    def asked(operation: str, summary: str, path: str, body: Json) -> Worked:
        return Worked(operation, "concealed", summary, "POST", path, body, SEALING)

    conceals = Referee(started(SEALING))
    dealing = "/v1/deals/concealed"
    yield Worked("deal_concealed", "first", "The first deal of a partie", "POST", dealing, CONCEALED_DEAL, SEALING)
    dealt = conceals.ask(dealing, CONCEALED_DEAL)["concealed"]
    elder, younger = ({**dealt, "keys": {seat: key}} for seat, key in SEAT_KEYS.items())
    listed = {"state": elder, "expand": True, "limit": 1}
    yield asked("list_options", "Elder's exchanges, which are shown to elder only", "/v1/actions/options", listed)
    first = conceals.ask("/v1/actions/options", listed)["actions"][0]
    exchange = {"state": elder, "action": first}
    yield asked("check_action", "Elder exchanges and sees the drawn cards", "/v1/actions/check", exchange)
    seen = {"state": younger, "seat": "B"}
    yield asked("view_state", "Younger sees only their own hand", "/v1/states/view", seen)
    drawn = asked("picture_state", "A picture for the holder of a key", "/v1/states/picture", {"state": younger})
    yield drawn._replace(accept="text/plain")

    over = _played_out(conceals, dealt)
    agreed = {"state": {**over, "keys": {"A": SEAT_KEYS["A"]}}}
    after = conceals.ask(dealing, agreed)["concealed"]
    both = {"state": {**after, "keys": {"B": SEAT_KEYS["B"]}}}
    yield Worked("deal_concealed", "agreed", "A agrees to the next deal", "POST", dealing, agreed, SEALING)
    yield Worked("deal_concealed", "next", "B agrees, too, and the cards are dealt", "POST", dealing, both, SEALING)


#: Three players, each of whom beats one and has a bye.
CIRCLE: Json = {
    "players": [{"id": f"P{number}", "name": f"Player {number}"} for number in (1, 2, 3)],
    "rounds": [
        {"number": number, "tables": [{"table": 1, "a": a, "b": b, "result": {"totals": totals}}], "byes": [bye]}
        for number, (a, b, totals, bye) in enumerate(
            [("P1", "P2", [120, 80], "P3"), ("P2", "P3", [90, 85], "P1"), ("P3", "P1", [101, 99], "P2")], 1
        )
    ],
    "scoring": {"points": "game"},
    "tie_breaks": ["direct", "difference"],
}


def _events() -> Iterator[Worked]:
    """Yield requests about events of tournaments."""
    first, second, third = CIRCLE["rounds"]
    (table,) = second["tables"]
    wrong = {**second, "tables": [{**table, "b": "P4", "result": {"totals": [90, 85]}}]}
    faulty = {**CIRCLE, "rounds": [first, wrong, third], "tie_breaks": ["buchhholz"]}
    verify = "/v1/events/verify"
    yield Worked(
        "verify_event", "faults", "A player and a tie-break that there are not", "POST", verify, {"event": faulty}
    )
    yield Worked("verify_event", "whole", "An event of three rounds", "POST", verify, {"event": CIRCLE})
    settlements = {**CIRCLE, "scoring": {"points": "settlement"}}
    for name, summary, body in (
        ("circle", "Three who beat one another", {"event": CIRCLE}),
        ("settlements", "The same by settlements", {"event": settlements}),
        ("round", "After the first round", {"event": CIRCLE, "round": 1}),
        ("results", "With a sheet of the results", {"event": CIRCLE, "round": 2, "sheet": "results"}),
    ):
        yield Worked("standings", name, summary, "POST", "/v1/standings", body)


def _played_out(conceals: "Referee", state: Json) -> Json:
    """Play a concealed deal to its end, always with the first legal action."""
    while True:
        for seat, key in SEAT_KEYS.items():
            held = {**state, "keys": {seat: key}}
            listed = conceals.ask("/v1/actions/options", {"state": held, "expand": True, "limit": 1})
            if listed["to_act"] is None:
                return state
            if listed["to_act"] == seat:
                action = listed["actions"][0]
                state = conceals.ask("/v1/actions/check", {"state": held, "action": action})["concealed"]


def _with_a_card_twice(state: Json) -> Json:
    edited = json.loads(json.dumps(state))
    edited["hands"]["A"][0] = edited["hands"]["B"][0]
    return edited


# ---------------------------------------------------------------- problems


def provoked(referee: Referee) -> Iterator[Provoked]:
    """Yield a request for every problem code."""
    dealt = referee.states()[0]
    first = {"ruleset": "portland", "dealer": "B", "seed": "x"}

    def post(path: str, body: Json) -> dict[str, Json]:
        return {"method": "POST", "path": path, "json": body}

    def raw(path: str, *, times: int | None = None, text: str, **headers: str) -> dict[str, Json]:
        named = {"Content-Type": "application/json", **{k.replace("_", "-"): v for k, v in headers.items()}}
        return {"method": "POST", "path": path, "headers": named, "text": text} | ({"times": times} if times else {})

    short = raw("/v1/deals", text="{", Content_Length="20")
    yield Provoked("bad_request", "The body is shorter than its Content-Length", short)
    yield Provoked("malformed_json", "A trailing comma", raw("/v1/deals", text='{"ruleset": "portland",}'))
    yield Provoked(
        "nesting_too_deep", "A state within a state within a state", raw("/v1/deals", times=10_000, text='{"state": ')
    )
    keys = {"API_KEYS": "club:correct-horse-battery"}
    yield Provoked("unauthorized", "An API key is required, and none is sent", post("/v1/deals", first), keys)
    yield Provoked("not_found", "The path does not exist", {"method": "GET", "path": "/v1/deal"})
    yield Provoked("unknown_ruleset", "No ruleset has this name", post("/v1/deals", {**first, "ruleset": "whist"}))
    yield Provoked("unknown_law", "No law has this id", {"method": "GET", "path": "/v1/laws/L79"})
    yield Provoked("method_not_allowed", "A deal is requested with POST", {"method": "GET", "path": "/v1/deals"})
    html = {"method": "GET", "path": "/v1/rulesets", "headers": {"Accept": "text/html"}}
    yield Provoked("not_acceptable", "There is no HTML", html)
    contrary = {"name": "portland", "overrides": {"trick_scoring": "one_per_trick", "cards_counted": "seventh_trick"}}
    invalid = post("/v1/deals", {**first, "ruleset": contrary})
    yield Provoked("invalid_ruleset", "No ten for the cards where the last trick counts ten", invalid)
    edited = post("/v1/actions/options", {"state": _with_a_card_twice(dealt)})
    yield Provoked("impossible_state", "A card in both hands", edited)
    hands = {**HANDS, "A": ["7S", *HANDS["A"][1:]]}
    cards = post("/v1/deals", {"ruleset": "portland", "dealer": "B", "hands": hands, "talon": TALON})
    yield Provoked("invalid_deal", "The seven of spades twice, and no ace of spades", cards)
    reply = {"state": LINE, "action": "B@g"}
    yield Provoked("illegal_action", "A reply to nothing, which no law deals with", post("/v1/rulings", reply))
    taken = {"state": f"{DEALT_LINE}_A@xSKD98C87-k123456_BxS7_Ap0_As0_At0_A.AH"}
    yield Provoked("irregular_state", "Elder took a card too many", post("/v1/play/analyse", taken))
    first_round, *others = CIRCLE["rounds"]
    unknown = {**CIRCLE, "rounds": [{**first_round, "byes": ["P4"]}, *others]}
    yield Provoked("event_not_whole", "Nobody has the id P4", post("/v1/standings", {"event": unknown}))
    (table,) = first_round["tables"]
    claimed = {**table, "result": {"totals": [120, 80], "winner": "P2"}}
    claims = {**CIRCLE, "rounds": [{**first_round, "tables": [claimed]}, *others]}
    yield Provoked("wrong_parties", "P2 has 80 points, and P1 has 120", post("/v1/standings", {"event": claims}))
    early = post("/v1/standings", {"event": CIRCLE, "round": 4})
    yield Provoked("round_not_in", "There is no fourth round", early)
    yield Provoked("no_deal_due", "The deal is not over", post("/v1/deals", {"state": dealt, "seed": "x"}))
    same = post("/v1/parties", {"cut": {"A": "KH", "B": "KH"}})
    yield Provoked("contradictory_request", "Both seats cut the same card", same)
    line = post("/v1/states/validate", {"state": "1~portland@1~B~SAKJ"})
    yield Provoked("malformed_notation", "A deal with one hand only", line)
    text = post("/v1/states/validate", {"state": LINE})
    yield Provoked(
        "seal_required",
        "A state as text, where a seal is required",
        text,
        {**SEALING, "REQUIRE_SEAL": "on"},
    )
    concealing = post("/v1/deals/concealed", CONCEALED_DEAL)
    yield Provoked("cannot_conceal", "A service without keys", concealing)
    state = Referee(started(SEALING)).ask("/v1/deals/concealed", CONCEALED_DEAL)["concealed"]
    held = {"token": state["token"], "keys": {"A": SEAT_KEYS["A"]}}
    changed = {**held, "token": state["token"][:-8] + "AAAAAAA="}
    view = post("/v1/states/view", {"state": changed, "seat": "A"})
    yield Provoked("invalid_token", "A token with a changed end", view, SEALING)
    other = post("/v1/states/view", {"state": {**held, "keys": {"B": SEAT_KEYS["A"]}}, "seat": "B"})
    yield Provoked("wrong_seat_key", "The key of A for the seat of B", other, SEALING)
    later = {**held, "position": {**state["position"], "number": 2}}
    yield Provoked(
        "stale_token", "A token older than the position", post("/v1/states/validate", {"state": later}), SEALING
    )
    prying = post("/v1/states/view", {"state": held, "seat": "B"})
    yield Provoked("concealed", "A requests the view of B", prying, SEALING)
    yield Provoked("body_too_large", "One byte more than 1 MiB", raw("/v1/deals", times=(1 << 20) + 1, text=" "))
    text = {"method": "POST", "path": "/v1/deals", "headers": {"Content-Type": "text/plain"}, "text": json.dumps(first)}
    yield Provoked("unsupported_media_type", "The body is not sent as JSON", text)
    wrong = post("/v1/deals", {"ruleset": "portland", "dealer": "C", "sede": "x"})
    yield Provoked("invalid_request", "There is no seat C, and no member `sede`", wrong)
    again = {**post("/v1/deals", first), "repeat": 3}
    yield Provoked("too_many_requests", "The third deal of two in an hour", again, {"RATE_LIMIT": "2/hour"})
    expensive = post("/v1/exchanges/analyse", {"side": "elder", "hand": HANDS["A"]})
    one_millisecond = {"ANALYSIS_PROCESSES": "1", "ANALYSIS_DEADLINE_MS": "1"}
    yield Provoked("deadline_exceeded", "An analysis with a deadline of a millisecond", expensive, one_millisecond)


def send(client: FlaskClient, request: dict[str, Json]) -> Any:
    """Send the request in `x-request`, and return the last response."""
    headers = dict(request.get("headers", {}))
    body: dict[str, Json] = {}
    if "json" in request:
        body["json"] = request["json"]
    elif "text" in request:
        body["data"] = request["text"] * request.get("times", 1)
    length = headers.pop("Content-Length", None)
    if length is not None:
        body["environ_overrides"] = {"CONTENT_LENGTH": length}
    for _ in range(request.get("repeat", 1)):
        response = client.open(request["path"], method=request["method"], headers=headers, **body)
    return response


def shown_problem(document: Json) -> Json:
    """Return a problem with as many seconds to wait as the example shows: they depend on the clock."""
    params = document.get("params", {})
    return {**document, "params": {**params, "seconds": 2359}} if "seconds" in params else document


def started(settings: dict[str, str]) -> FlaskClient:
    """A client of a service with the settings in `x-settings`."""
    return create_app(Settings.from_env(settings)).test_client()


def _of_the_moment(code: str, summary: str, detail: str, **more: str) -> Json:
    """A problem that does not depend on the request."""
    problem_type = PROBLEMS[code]
    members = {
        "type": f"/docs/errors#{code}",
        "title": problem_type.title,
        "status": problem_type.status,
        "detail": detail,
    }
    return {"summary": summary, "value": {**members, "code": code, "errors": [], **more}}


# Responses of which `openapi.yaml` shows the first item of each list only; `docs/examples` has all of it.
EXCERPTS = {
    "advise_line.w1_call",
    "analyse_exchange.w1_elder",
    "check_many_actions.two_items",
    "check_many_normand_actions.two_in_turn",
    "check_many_voleur_actions.two_in_turn",
    "check_normand_action.exchange",
    "check_voleur_action.call",
    "compare_records.two_tables",
    "evaluate_hands.w1",
    "get_hand.aces",
    "get_law.L14",
    "get_ruleset.portland",
    "list_laws.all",
    "list_rulings.wrong_exchange",
    "list_normand_rulesets.all",
    "list_rulesets.all",
    "list_voleur_rulesets.all",
    "standings.circle",
    "verify_event.faults",
}

# Problems whose request is not shown: they depend on the state of the service, or the server sends them.
OF_THE_MOMENT = {
    "uri_too_long": _of_the_moment("uri_too_long", "A state of 60,000 bytes in the address", TOO_LONG),
    "overloaded": _of_the_moment(
        "overloaded",
        "Too many analyses are waiting",
        "too many analyses are waiting; try again in a moment",
    ),
    "stopping": _of_the_moment(
        "stopping", "The service was told to stop", "requests are still answered but should go to another instance"
    ),
    "internal_error": _of_the_moment(
        "internal_error",
        "An error in the service, whatever the request",
        "the error was logged with the id in `instance`",
        instance="urn:uuid:6f1c8a2e-3f0b-4d57-9f6e-0d6a8e1b2c3d",
    ),
}


# ---------------------------------------------------------------- writing


class Examples(NamedTuple):
    """The examples of `openapi.yaml` by name, and those of `docs/examples` by file and name.

    The files are named after operations; `problems` has the requests whose responses are the problems.
    """

    contract: dict[str, Json]
    beside: dict[str, dict[str, Json]]


def examples(referred: set[str], client: FlaskClient) -> Examples:
    """Send all requests: those with settings to a service that has them, others by this client.

    `referred` are the names to which `openapi.yaml` refers.
    """
    referee = Referee(client)
    found = Examples({}, {})
    for each in worked(referee):
        name = f"{each.operation}.{each.name}"
        response = (Referee(started(each.settings)) if each.settings else referee).answer(each)
        settings = {"x-settings": each.settings} if each.settings else {}
        if f"{name}.200" in referred:
            if name in referred:
                found.contract[name] = {"summary": each.summary, **settings, "value": each.body}
            found.contract[f"{name}.200"] = _shown(each, response)
        if f"{name}.200" not in referred or name in EXCERPTS:
            shown = {"summary": each.summary, **settings, "x-request": _request(each), "value": response}
            found.beside.setdefault(each.operation, {})[each.name] = shown
    for problem in provoked(referee):
        response = send(started(problem.settings) if problem.settings else client, problem.request)
        assert response.json["code"] == problem.code, (problem, response.json)
        shown = {"summary": problem.summary, "value": shown_problem(response.json)}
        settings = {"x-settings": problem.settings} if problem.settings else {}
        found.contract[f"problem.{problem.code}"] = shown
        found.beside.setdefault("problems", {})[problem.code] = {**shown, **settings, "x-request": problem.request}
    found.contract.update((f"problem.{code}", shown) for code, shown in OF_THE_MOMENT.items())
    return found


def _request(each: Worked) -> Json:
    """A request as `send` takes it."""
    headers = {"headers": {"Accept": each.accept}} if each.accept != "application/json" else {}
    body = {} if each.body is None else {"json": each.body}
    return {"method": each.method, "path": each.path, **headers, **body}


def _shown(each: Worked, response: Json) -> Json:
    """A response as `openapi.yaml` shows it: the long ones as an excerpt."""
    if f"{each.operation}.{each.name}" not in EXCERPTS:
        return {"summary": each.summary, "value": response}
    about = f"Excerpt of /docs/examples/{each.operation}"
    return {"summary": each.summary, "description": about, "x-excerpt": True, "value": excerpt(response)}


def excerpt(value: Json) -> Json:
    """A response with only the first item of each list within it."""
    if isinstance(value, dict):
        return {name: excerpt(member) for name, member in value.items()}
    return [excerpt(item) for item in value[:1]] if isinstance(value, list) else value


def written(client: FlaskClient) -> dict[Path, str]:
    """The contents of the files: `openapi.yaml`, and those in `docs/examples`."""
    by_hand, mark, _ = CONTRACT.read_text(encoding="utf-8").partition(MARK)
    assert mark, "openapi.yaml has no line MARK"
    found = examples(set(re.findall(r"#/components/examples/([\w.]+)", by_hand)), client)
    shown = "\n".join(yaml_text.lines("examples", found.contract, depth=1, filled=3))
    return {CONTRACT: f"{by_hand}{mark}{shown}\n"} | {
        EXAMPLES / f"{operation}.json": f"{json_written(shown, WIDTH)}\n" for operation, shown in found.beside.items()
    }


def main() -> None:
    if not is_compiled():  # advice considers fewer layouts without the kernel
        raise SystemExit("The examples are those of the compiled kernel: run `make kernel` first.")
    files = written(started({}))
    for path in set(EXAMPLES.glob("*.json")) - files.keys():
        path.unlink()
    EXAMPLES.mkdir(exist_ok=True)
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
