"""The kinds of irregularity, elections and effects as data (law.md, §2 to §4, §7.2)."""

import pytest

from service.piquet.law.bare_facts import OFFERS
from service.piquet.law.elections import (
    CORRECTIONS,
    EFFECTS,
    ELECTIONS,
    UNTIL,
)
from service.piquet.law.kinds import BY_NAME, CONDITIONS, KINDS, REPORTED, TABLES, VIOLATION_KINDS, Kind
from service.piquet.law.missing_facts import explore, leaves
from service.piquet.model.violations import CODES
from service.piquet.rulesets.law_parameters import ROWS
from service.piquet.rulesets.published import ruleset

#: §3 and §10: the kinds that an incident reports.
INCIDENTS = ["K3", "K4", "K5", "K6", "K8", "K9", "K10", "K10b", "K11", "K22", "K23", "K29"]
#: §10: what is public, and what is answered from facts alone.
SECRET = ["K15", "K16", "K17", "K18b", "K19"]
FROM_FACTS = ["K24", "K25", "K27", "K28"]


def test_the_kinds_are_numbered_from_1_to_29() -> None:
    assert sorted({kind.order for kind in KINDS}) == list(range(1, 30))
    assert len({kind.number for kind in KINDS}) == len(KINDS)
    assert BY_NAME.keys() == TABLES.keys()


def test_how_each_kind_enters() -> None:
    assert [kind.number for kind in KINDS if kind.enters == "incident"] == INCIDENTS
    assert [kind.number for kind in KINDS if kind.enters == "facts"] == FROM_FACTS
    assert [kind.number for kind in KINDS if kind.enters == "asking"] == ["K18b"]
    assert [kind.number for kind in KINDS if not kind.public] == SECRET
    assert REPORTED["peeked"] == ("positions", "together", "shown")
    assert REPORTED["misinformed"] == ("about", "answer")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.number)
def test_a_kind_names_what_there_is(kind: Kind) -> None:
    assert kind.entitled in ("elder", "younger", "adversary", "offender", "both", "nobody")
    assert kind.enters in ("act", "deal", "incident", "asking", "facts")
    assert all(offer.election in ELECTIONS and offer.until in UNTIL for offer in OFFERS[kind.number])
    assert set(kind.rows) <= ROWS.keys()
    assert kind.what.endswith(".") and kind.unraised


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_a_kind_depends_on_the_rows_that_its_rulings_read(name: str) -> None:
    """A strange card in a hand may be a false claim (K6)."""
    read = {
        row.removeprefix("law_")
        for code in ("portland", "au-cent", "hoyle", "french", "old-36")
        for leaf in leaves(explore(ruleset(code), TABLES[name], {}, frozenset()))
        for row in leaf.rows
    }
    through = BY_NAME["false_claim"] if name == "spoiled" else ()
    assert read == {row for kind in (*BY_NAME[name], *through) for row in kind.rows}


#: §3: what some kinds offer, in the order in which the law names it.
OFFERED = {
    "K1a": "rectify redeal stand",
    "K2": "void",
    "K7i": "redeal enforce waive",
    "K7iv": "",
    "K9": "inspect",
    "K12": "inspect demand",
    "K13": "object alter",
    "K15": "enforce waive reckon",
    "K18b": "object",
    "K21b": "replay",
    "K26": "enforce waive",
}


@pytest.mark.parametrize("number", OFFERED)
def test_what_a_kind_may_offer_follows_from_its_table(number: str) -> None:
    assert " ".join(offer.election for offer in OFFERS[number]) == OFFERED[number]


def test_the_lists_are_closed() -> None:
    assert list(EFFECTS) == [f"E{number}" for number in range(1, 13)]
    assert list(CORRECTIONS) == [f"A{number}" for number in range(1, 7)]
    assert " ".join(ELECTIONS) == (
        "enforce waive redeal void rectify stand withdraw replay relead forgo reckon object alter demand inspect accept"
    )
    assert " ".join(UNTIL) == (
        "untouched taken own_take next_entry next_call first_card answered deal_over next_deal end_of_game none"
    )
    assert {correction.row for correction in CORRECTIONS.values()} - {None} <= ROWS.keys()


def test_the_violations_that_the_law_deals_with() -> None:
    # §7.2; `exchange.not_stood` comes with the engine (§10).
    assert VIOLATION_KINDS.keys() - {"exchange.not_stood"} <= CODES.keys()
    for covers in VIOLATION_KINDS.values():
        for cover in covers:
            assert cover.kind in BY_NAME and (not cover.condition or cover.condition in CONDITIONS)
    kinds = {code: [cover.kind for cover in covers] for code, covers in VIOLATION_KINDS.items()}
    assert kinds["turn.other_seat"] == ["lead_out_of_turn", "overplayed", "wrong_exchange"]
    assert kinds["play.must_follow_suit"] == ["revoke"]
    assert kinds["reply.not_longer"] == ["false_reply"]
    assert kinds["cards.not_held"] == ["false_claim"]
    assert VIOLATION_KINDS["cards.not_held"][0].actions == ("call", "state_tie_break", "reckon")
    assert "deal.wrong_count" not in kinds and "turn.nobody" not in kinds
