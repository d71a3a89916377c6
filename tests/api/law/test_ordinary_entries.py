"""Ordinary acts of a deal in which something irregular was entered before: nothing of them changes."""

from typing import Any

import pytest

from tests.helpers.cards import portland
from tests.helpers.law_game import CALLS_OF_P, EXCHANGES_OF_P, EXCHANGES_OF_Q, REGULAR_P, LawGame, P, Q

#: A drops an ace: the cards go back, and nothing follows.
DROPPED = "Ai-dropped-SA"
OF_DROPPED = ("irregularity", "exposed")

LINES = [
    ("portland", P, REGULAR_P),
    ("denexa", P, f"{EXCHANGES_OF_P} {CALLS_OF_P}"),
    # Elder leaves one or four, younger what is left, and both look at what is left.
    ("portland", P, "AxSKD98C8 BxS7H9 Ap5-49 Bg ArpHAKQJ8 As4-A Bg Ar At3-J Bn A.AH"),
    ("portland", P, "AxSK BxS7H97 Ap0 As0 At0 A.AH"),
    # Asking, equal holdings, and tie-breaks that are stated or declined.
    ("portland", P, f"{EXCHANGES_OF_P} Ap5 Be Av49 Bg"),
    ("portland", P, f"{EXCHANGES_OF_P} Ap5 Be Ad As4 Bg Ar At0 A.AH BrpDAQJT7-tSTHTDTCT"),
    ("au-cent", Q, f"{EXCHANGES_OF_Q} Ap5-51 Bg Ar As5-A Bg Ar At4-A Bg Ar A.AS Br0 B.8H"),
    ("hoyle", Q, f"{EXCHANGES_OF_Q} Ap5-51 Bg Ar As5-A Bg Ar At0 A.AS Br0 B.8H A.KS B.9H"),
]


def told(game: LawGame) -> list[Any]:
    return [event for event in game.state["events"] if event["kind"] not in OF_DROPPED]


@pytest.mark.parametrize(("ruleset", "deal", "line"), LINES)
def test_what_happens_is_what_happens_in_a_regular_deal(ruleset: str, deal: str, line: str) -> None:
    words = " ".join(word for word in line.split() if word[0] != "=")
    regular = LawGame.deal(deal, ruleset=ruleset).does_at_once(words)
    entered = LawGame.deal(deal, ruleset=ruleset).does_at_once(f"{DROPPED} {words}")
    assert told(regular) == told(entered)
    assert len(regular.state["history"]) == len(entered.state["history"]) - 1 == len(words.split())
    for name in ("phase", "to_act", "hands", "discards", "drawn", "talon", "calls", "shown", "tricks", "score", "left"):
        assert regular.state[name] == entered.state[name], name


@pytest.mark.rule("R4.1", "R4.2", "R4.4")
@pytest.mark.parametrize(
    ("ruleset", "elder", "exchange", "younger"),
    [
        ("portland", (1, 5), "AxSKD98C87", (1, 3)),
        ("portland", (1, 5), "AxSK", (1, 7)),
        ("au-cent", (1, 5), "AxSKD98C87", (0, 3)),
        ("denexa", (1, 5), "AxSK", (1, 5)),
        ("denexa", (1, 5), "AxSKD98C87", (1, 3)),
        ("german", (3, 5), "AxSKD98", (3, 5)),
        (portland(younger_min=3, younger_max=4), (1, 5), "AxSK", (3, 4)),
        (portland(elder_max=3), (1, 3), "AxSK", (1, 7)),
    ],
)
def test_how_many_cards_may_be_exchanged(
    ruleset: Any, elder: tuple[int, int], exchange: str, younger: tuple[int, int]
) -> None:
    for before in ("", DROPPED):
        game = LawGame.deal(P, ruleset=ruleset).does(before)
        assert game.exchange_bounds() == elder
        assert game.does(exchange).exchange_bounds() == younger


@pytest.mark.rule("R4.1", "R4.2")
@pytest.mark.parametrize(
    ("before", "line", "code", "rule"),
    [
        ("", "Ax", "exchange.too_few", "R4.1"),
        ("", "AxSKJD98C87", "exchange.too_many", "R4.1"),
        ("", "AxST", "cards.not_held", "R4.3"),
        ("AxSKD98C87", "Bx", "exchange.too_few", "R4.2"),
        ("AxSKD98C87", "BxS7H97CK", "exchange.too_many", "R4.2"),
        ("AxSKD98C87", "BxSA", "cards.not_held", None),
        ("AxSKD98C87", "AxSJ", "turn.other_seat", None),
    ],
)
def test_an_exchange_is_refused_as_in_a_regular_deal(before: str, line: str, code: str, rule: str | None) -> None:
    regular = LawGame.deal(P).does(before).refuses(line, code, rule=rule)
    entered = LawGame.deal(P).does(f"{DROPPED} {before}").refuses(line, code, rule=rule)
    assert regular == entered
