"""The kinds of irregularity, elections and effects as data."""

import tomllib
from pathlib import Path

import pytest

from service.piquet.law import kinds
from service.piquet.law.acts import CONDITIONS
from service.piquet.law.data.elections import CORRECTIONS, EFFECTS, ELECTIONS, UNTIL
from service.piquet.law.decide import OFFERS, explore, verdicts
from service.piquet.law.kinds import BY_NAME, KINDS, REPORTED, TABLES, VIOLATION_KINDS, Cover
from service.piquet.law.kinds.tables import PARTS, Kind
from service.piquet.model.violations import CODES
from service.piquet.rulesets.parameters import LAW_ROWS
from service.piquet.rulesets.published import ruleset

#: The kinds that an incident reports.
INCIDENTS = ["K3", "K4", "K5", "K6", "K8", "K9", "K10", "K10b", "K11", "K22", "K23", "K29"]
#: What is public, and what is answered from facts alone.
SECRET = ["K15", "K16", "K17", "K18b", "K19"]
FROM_FACTS = ["K24", "K25", "K27", "K28"]


def test_the_kinds_are_numbered_from_1_to_29() -> None:
    assert sorted({kind.order for kind in KINDS}) == list(range(1, 30))
    assert len({kind.number for kind in KINDS}) == len(KINDS)
    assert BY_NAME.keys() == TABLES.keys()


def test_every_shared_row_and_every_group_of_offers_is_used_more_than_once_and_named_once() -> None:
    folder = Path(kinds.__file__).parent
    files = [tomllib.loads((folder / f"{part}.toml").read_text(encoding="utf-8")) for part in PARTS]
    shared = [name for file in files for name in file.pop("shared", {})]
    assert len(shared) == len(set(shared)) > 5
    rows = [row for file in files for table in file.values() for row in table["cases"]]
    assert all([row.get("like") for row in rows].count(name) > 1 for name in shared)
    groups = tomllib.loads((folder / "offers.toml").read_text(encoding="utf-8"))
    offered = [row["offers"] for row in rows if isinstance(row.get("offers"), str)]
    assert set(offered) == groups.keys()
    assert all(offered.count(name) > 1 for name in groups)


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
    assert set(kind.rows) <= LAW_ROWS.keys()
    assert kind.what.endswith(".") and kind.unraised


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_a_kind_depends_on_the_rows_that_its_rulings_read(name: str) -> None:
    """A strange card in a hand may be a false claim (K6)."""
    read = {
        row.removeprefix("law_")
        for code in ("portland", "au-cent", "hoyle", "french", "old-36")
        for verdict in verdicts(explore(ruleset(code), TABLES[name], {}, frozenset()))
        for row in verdict.rows
    }
    through = BY_NAME["false_claim"] if name == "spoiled" else ()
    assert read == {row for kind in (*BY_NAME[name], *through) for row in kind.rows}


#: What some kinds offer, in the order in which the law names it.
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
    assert {correction.row for correction in CORRECTIONS.values()} - {None} <= LAW_ROWS.keys()


#: The violations of each row, with what is said of the act; `exchange.not_stood` comes with the engine.
CLAIMS = ("call", "state_tie_break", "reckon")
BEFORE_THE_LEAD = ("calling", "tie_break", "reckoning")
DEALT_WITH = [
    *((code, Cover("false_claim")) for code in ("call.not_held", "tie_break.not_held", "call.cards_do_not_match")),
    ("reckon.not_a_holding", Cover("false_claim")),
    ("cards.not_held", Cover("false_claim", CLAIMS)),
    *((f"reply.not_{what}", Cover("false_reply")) for what in ("better", "longer", "equal")),
    *(
        (f"reckon.{what}", Cover("undue_reckoning"))
        for what in (
            "better_than_called", "not_good", "category_closed", "cards_shared", "one_only", "nought_once", "already",
            "too_late",
        )
    ),
    *((f"reckon.{what}_missing", Cover("not_reckoned")) for what in ("called", "better", "long")),
    ("play.reckon_first", Cover("not_reckoned")),
    ("turn.not_now", Cover("not_reckoned", ("play",), BEFORE_THE_LEAD, "elder_may_lead")),
    ("call.out_of_order", Cover("lost_point", condition="point_open")),  # "before the point"
    ("play.must_follow_suit", Cover("revoke")),
    ("turn.other_seat", Cover("lead_out_of_turn", ("play",), condition="no_card_lies")),
    ("turn.other_seat", Cover("overplayed", ("play",), condition="card_lies")),
    ("turn.other_seat", Cover("wrong_exchange", ("exchange",), ("elder_exchange",), "by_younger")),
    *((f"exchange.{what}", Cover("wrong_exchange", ("exchange",))) for what in ("too_many", "more_than_announced")),
    # "Discarding nothing where R4.1 wants a card: refused, marked or not."
    ("exchange.too_few", Cover("wrong_exchange", ("exchange",), condition="some_discarded")),
    ("exchange.not_stood", Cover("misdeal")),
    *((f"carte_blanche.{what}", Cover("false_blanche")) for what in ("court_cards", "after_exchange")),
    *((f"look.{what}", Cover("looked")) for what in ("too_early", "too_late", "already_decided")),
]  # fmt: skip


def test_the_violations_that_the_law_deals_with() -> None:
    dealt_with = {code: tuple(cover for each, cover in DEALT_WITH if each == code) for code, _ in DEALT_WITH}
    assert dict(VIOLATION_KINDS) == dealt_with
    assert VIOLATION_KINDS.keys() - {"exchange.not_stood"} <= CODES.keys()
    covers = [cover for _, cover in DEALT_WITH]
    assert {cover.kind for cover in covers} <= BY_NAME.keys()
    assert {cover.condition for cover in covers} - {""} == CONDITIONS.keys()


def test_the_waiver_of_an_exchange_waives_the_long_hand_that_came_of_it() -> None:
    """K7iii and K8 leave a hand with more than twelve cards."""
    assert {kind.number: kind.waives for kind in KINDS if kind.waives} == {"K7iii": "long_hand", "K8": "long_hand"}


def test_what_is_found_is_public_with_the_act_but_for_a_wrong_answer() -> None:
    """K23: whether an answer was true is known to the player who gave it."""
    assert [kind.number for kind in KINDS if not kind.public_finding] == ["K23"]
