"""Rulings under the codes in which they differ, on both sides of each condition."""

from typing import Any

import pytest

from service.piquet.law.decide import Ruling, ruling_on_facts
from service.piquet.rulesets.published import ruleset

BOTH = ("elder", "younger")
PENALTY = "enforce E3+E12 waive "
FALSE = "enforce E3+E5+E12 waive E4+E5+E12"
LATE = "reckon E4+E5+E12"


def ruled(kind: str, law: str = "portland", name: str = "portland", **facts: Any) -> Ruling:
    """A ruling by a code, under a ruleset."""
    return ruling_on_facts(ruleset(name, {"law": law}), kind, facts)


def offered(ruling: Ruling) -> str:
    return " ".join(f"{each.election} {'+'.join(each.effects)}" for each in ruling.elections)


# ---------------------------------------------------------------- K2, K4


@pytest.mark.rule("L16")
@pytest.mark.parametrize(
    ("law", "taken_up", "noticed", "finding"),
    [
        ("portland", (), "elder", "void"),
        ("portland", BOTH, "elder", "two_deals"),
        ("portland", ("elder",), "elder", "two_deals"),
        ("portland", ("elder",), "younger", "void"),
        ("portland", ("elder",), "both", "two_deals"),
        ("portland", ("younger",), "elder", "void"),
        ("portland", ("younger",), "younger", "two_deals"),
        # AC: void only if the dealer has not taken up their hand; else nothing follows. R51: then as Portland.
        ("au-cent", (), "elder", "void"),
        ("au-cent", ("elder",), "elder", "void"),
        ("au-cent", ("younger",), "elder", None),
        ("au-cent", BOTH, "elder", None),
        ("old", ("elder",), "elder", "void"),
        ("old", ("younger",), "elder", "two_deals"),
    ],
)
def test_a_deal_out_of_turn(law: str, taken_up: tuple[str, ...], noticed: str, finding: str | None) -> None:
    ruling = ruled("deal_out_of_turn", law, deal=2, deals=6, taken_up=taken_up, noticed=noticed)
    if finding == "void":
        assert (ruling.status, offered(ruling), ruling.finding) == ("open", "void E2", None)
    else:
        assert (ruling.status, offered(ruling), ruling.finding) == ("lapsed", "", finding)
        assert ruling.unraised is not None and ruling.unraised.startswith("the deal stands")


@pytest.mark.rule("L16", "LR16")
@pytest.mark.parametrize(
    ("name", "facts", "dealers"),
    [
        # Of six deals: after the third three, after the fourth two, after the fifth one, after the last none.
        ("portland", {"deal": 3}, ["elder", "elder", "younger"]),
        ("portland", {"deal": 4}, ["elder", "elder"]),
        ("portland", {"deal": 5}, ["elder"]),
        ("portland", {"deal": 6}, []),
        ("portland", {"deal": 7}, []),  # an extra one
        ("portland", {"deal": 7, "deals": 8}, ["elder"]),
        ("portland", {"deal": 6, "deals": 8}, ["elder", "elder"]),
        # A partie to a target has no last deal, if it is not known.
        ("french", {"deal": 6}, ["elder", "elder", "younger"]),
        ("french", {"deal": 6, "deals": 7}, ["elder"]),
    ],
)
def test_who_deals_after_a_deal_out_of_turn(name: str, facts: dict[str, int], dealers: list[str]) -> None:
    ruling = ruled("deal_out_of_turn", name=name, taken_up=BOTH, **facts)
    assert [fact.value for fact in ruling.facts if fact.name == "next_dealers"] == [dealers]


@pytest.mark.rule("L14")
@pytest.mark.parametrize(
    ("law", "faced", "bottom", "status"),
    [
        ("portland", 1, True, "open"),
        ("hoyle", 1, True, "harmless"),  # HO 8: but not for the bottom card
        ("hoyle", 1, False, "open"),
        ("hoyle", 2, True, "open"),
        ("old", 1, False, "harmless"),  # R51: one stays with the player it falls to; for two a fresh deal
        ("old", 1, True, "harmless"),
        ("old", 2, False, "open"),
    ],
)
def test_a_faced_card(law: str, faced: int, bottom: bool, status: str) -> None:
    ruling = ruled("faced", law, where="stock", exchanged=(), faced=faced, bottom=bottom)
    assert (ruling.status, offered(ruling)) == (status, "redeal E1" if status == "open" else "")


# ---------------------------------------------------------------- K7 to K11


@pytest.mark.rule("L28", "L29")
@pytest.mark.parametrize(
    ("law", "side", "began", "name", "elections", "readings"),
    [
        ("portland", "elder", False, "portland", f"redeal E1 {PENALTY}", ("LR12", "LR13")),
        ("portland", "elder", True, "portland", f"redeal E1 {PENALTY}", ("LR12", "LR13")),
        ("portland", "younger", False, "portland", f"redeal E1 {PENALTY}", ("LR12", "LR13")),
        ("portland", "younger", True, "portland", PENALTY, ("LR12", "LR13")),  # the end of L29
        ("french", "younger", False, "portland", f"redeal E1 {PENALTY}", ("LR12", "LR13")),
        # AC, HO 2: the game is lost, where games are played. R51: the great penalty.
        ("au-cent", "elder", False, "french", "enforce E10 waive ", ("LR12", "LR13")),
        ("au-cent", "younger", False, "french", "enforce E10 waive ", ("LR12", "LR13")),
        ("au-cent", "younger", False, "portland", PENALTY, ("LR12", "LR13")),
        ("hoyle", "elder", False, "french", "enforce E10 waive ", ("LR12", "LR13")),
        ("hoyle", "younger", False, "french", PENALTY, ("LR12", "LR13")),
        ("old", "elder", False, "french", PENALTY, ("LR12", "LR13")),
        ("old", "younger", False, "french", PENALTY, ("LR12", "LR13")),
    ],
)
def test_a_card_of_the_others_that_was_mixed(
    law: str, side: str, began: bool, name: str, elections: str, readings: tuple[str, ...]
) -> None:
    taken = (5, 6)
    facts = {"side": side, "leaves": None, "discarded": 2, "taken": taken, "mixed": taken, "elder_began": began}
    ruling = ruled("wrong_exchange", law, name, **facts)
    assert (ruling.law, offered(ruling), ruling.readings) == ("L28" if side == "elder" else "L29", elections, readings)
    assert ruling.until == ("own_take" if elections.startswith("redeal") else "next_deal")


@pytest.mark.rule("L27", "L29")
def test_a_card_that_elder_left_lying_for_a_while_costs_nothing_unless_it_is_mixed() -> None:
    """The end of L29: elder had taken some and left others, and younger took one of these up."""
    facts = {"leaves": None, "discarded": 1, "taken": (5, 6), "mixed": (6,), "elder_began": True}
    ruling = ruled("wrong_exchange", side="younger", **facts)
    assert (ruling.law, ruling.also, ruling.status) == ("L29", ("L27",), "harmless")
    assert ruled("wrong_exchange", side="younger", **facts | {"elder_began": False}).law == "L27"


@pytest.mark.rule("L27")
@pytest.mark.parametrize(
    ("law", "side", "name", "effects"),
    [
        ("portland", "younger", "french", "E3+E12"),
        ("au-cent", "elder", "french", "E3+E12"),  # AC: elder the great penalty, younger the game
        ("au-cent", "younger", "french", "E10"),
        ("au-cent", "younger", "portland", "E3+E12"),
        ("hoyle", "younger", "french", "E3+E12"),
    ],
)
def test_a_card_of_the_others_that_was_taken_up_or_looked_at(law: str, side: str, name: str, effects: str) -> None:
    at = 6 if side == "elder" else 5
    known = {"side": side, "leaves": None, "exchanged": True}
    looked = ruled("peeked", law, name, **known, positions=(at,))
    taken = ruled("wrong_exchange", law, name, **known, discarded=1, taken=(at,), mixed=(), elder_began=False)
    for ruling in (looked, taken):
        assert (ruling.law, offered(ruling)) == ("L27", f"enforce {effects} waive ")


@pytest.mark.rule("L24", "L25", "L26")
@pytest.mark.parametrize(
    ("law", "stock", "freed", "is_final"),
    [
        ("portland", "untouched", False, False),
        ("portland", "touched", False, False),
        ("portland", "taken", False, True),
        ("portland", "taken", True, True),
        # AC: from touching the talon on, but for L11, L32 and L38. HO 7: from touching it on.
        ("au-cent", "untouched", False, False),
        ("au-cent", "touched", False, True),
        ("au-cent", "touched", True, False),
        ("au-cent", "taken", True, True),
        ("hoyle", "untouched", False, False),
        ("hoyle", "touched", False, True),
        ("hoyle", "touched", True, True),
    ],
)
def test_when_a_discard_is_final(law: str, stock: str, freed: bool, is_final: bool) -> None:
    known = {"side": "elder", "stock": stock, "freed": freed}
    recovered, buried = ruled("recovered", law, **known), ruled("buried", law, **known, source="hand")
    assert (recovered.law, offered(recovered)) == (("L25", PENALTY) if is_final else ("L24", ""))
    assert (buried.law, buried.status) == (("L26", "ruled") if is_final else ("L24", "none"))


@pytest.mark.rule("L32")
@pytest.mark.parametrize(
    ("law", "taken", "stock", "status"),
    [
        ("portland", 5, "untouched", "none"),
        ("portland", 4, "untouched", "open"),
        ("portland", 4, "touched", "open"),
        ("portland", 4, "taken", "lapsed"),
        ("au-cent", 4, "touched", "open"),
        ("au-cent", 4, "taken", "lapsed"),
        ("hoyle", 4, "untouched", "open"),
        ("hoyle", 4, "touched", "lapsed"),
        ("hoyle", 4, "taken", "lapsed"),
    ],
)
def test_cards_that_elder_left_in_silence(law: str, taken: int, stock: str, status: str) -> None:
    ruling = ruled("undeclared", law, taken=taken, stock=stock)
    assert (ruling.status, offered(ruling)) == (status, "alter " if status == "open" else "")
    left = [fact.value for fact in ruling.facts if fact.name == "left"]
    assert left == ([] if status == "none" else [8 - taken])


@pytest.mark.rule("L18", "L55", "LR23")
@pytest.mark.parametrize(
    ("courts", "exchanged", "mixed", "elections"),
    [
        (False, False, None, ""),
        (False, True, False, ""),
        (False, True, True, "object E4+E12"),
        (False, True, None, "object E4+E12"),
        (True, False, None, "object E4+E12"),
        (True, True, False, "object E4+E12"),
    ],
)
def test_a_carte_blanche(courts: bool, exchanged: bool, mixed: bool | None, elections: str) -> None:
    """It counts without court cards, and after the player's own exchange if the cards drawn lay apart."""
    facts = {"side": "younger", "courts": courts, "exchanged": exchanged, "mixed": mixed, "laid_out": False}
    ruling = ruled("false_blanche", **facts)
    assert (ruling.finding, offered(ruling)) == (None if elections else "held", elections)


# ---------------------------------------------------------------- K15

CLAIM = {
    "side": "elder",
    "category": "set",
    "held": False,
    "mended": "never",
    "allowed": True,
    "shown": False,
    "in_union": True,
    "same_value_held": False,
}
MISNOMER = {"in_union": False, "same_value_held": True}


@pytest.mark.rule("L50", "L52", "L54", "L56")
@pytest.mark.parametrize(
    ("law", "facts", "answer"),
    [
        # Elder's call: until the reply by L50, until younger's first card by L52; never later.
        ("portland", {"mended": "before_reply"}, "L50"),
        ("portland", {"mended": "before_lead"}, "L52"),
        ("portland", {"mended": "before_first_card"}, "L52"),
        ("portland", {"mended": "later"}, FALSE),
        # What elder reckoned is corrected as what was omitted; a list of younger's by L52, and elder may lead anew.
        ("portland", {"said": "reckoned", "mended": "before_lead"}, "L56"),
        ("portland", {"said": "reckoned", "mended": "before_first_card"}, "L56"),
        ("portland", {"said": "reckoned", "mended": "later"}, FALSE),
        ("hoyle", {"said": "reckoned", "mended": "before_first_card"}, FALSE),
        ("portland", {"side": "younger", "mended": "before_reply"}, "L52"),
        ("portland", {"side": "younger", "mended": "before_first_card"}, "L52"),
        ("portland", {"side": "younger", "said": "reckoned", "mended": "before_first_card"}, "L52"),
        ("portland", {"side": "younger", "mended": "later"}, FALSE),
        # AC: a call never, but a wrong name until the lead; a claim until the player's next card.
        ("au-cent", {"mended": "before_lead", **MISNOMER}, "L50"),
        ("au-cent", {"mended": "before_reply", **MISNOMER}, "L50"),
        ("au-cent", {"mended": "before_first_card", **MISNOMER}, LATE),
        ("au-cent", {"mended": "before_lead"}, "L52"),
        ("au-cent", {"mended": "before_reply"}, FALSE),
        # HO, S3, R51: until elder leads.
        ("hoyle", {"mended": "before_lead"}, "L50"),
        ("french", {"mended": "before_lead"}, "L50"),
        ("french", {"mended": "before_first_card"}, FALSE),
        ("french", {"side": "younger", "mended": "before_first_card"}, "L52"),
    ],
)
def test_a_claim_that_was_corrected(law: str, facts: dict[str, Any], answer: str) -> None:
    ruling = ruled("false_claim", law, **CLAIM | facts)
    if answer[0] == "L":
        again = facts.get("side") == "younger"
        assert (ruling.status, ruling.law) == ("amended", answer)
        assert (offered(ruling), ruling.entitled) == (("relead E6+E12 forgo ", ("elder",)) if again else ("", ()))
    else:
        assert (ruling.status, offered(ruling)) == ("open", answer)


@pytest.mark.rule("L52", "L54", "L56")
@pytest.mark.parametrize(
    ("law", "facts", "still"),
    [
        ("portland", {"now": "before_reply"}, True),
        ("portland", {"now": "before_lead"}, True),
        ("portland", {"now": "before_first_card"}, True),
        ("portland", {"now": "later"}, False),
        ("portland", {}, False),
        ("portland", {"side": "younger", "now": "before_first_card"}, True),
        ("portland", {"side": "younger", "now": "later"}, False),
        ("portland", {"said": "reckoned", "now": "before_first_card"}, True),
        ("portland", {"said": "reckoned", "now": "later"}, False),
        ("french", {"now": "before_lead"}, True),
        ("french", {"now": "before_first_card"}, False),
        ("french", {"said": "reckoned", "now": "before_lead"}, True),
        ("french", {"said": "reckoned", "now": "before_first_card"}, False),
        ("french", {"side": "younger", "said": "reckoned", "now": "before_first_card"}, True),
        # AC: until the next card of the player who claimed it, but what elder reckoned until the lead.
        ("au-cent", {"now": "before_first_card", "own_card_since": False}, True),
        ("au-cent", {"now": "before_lead", "own_card_since": True}, False),
        ("au-cent", {"now": "later", "own_card_since": False, "side": "younger"}, True),
        ("au-cent", {"said": "reckoned", "now": "later", "own_card_since": False}, False),
    ],
)
def test_a_claim_that_may_still_be_corrected(law: str, facts: dict[str, Any], still: bool) -> None:
    """Nothing is due before the time for a correction is over."""
    ruling = ruled("false_claim", law, **CLAIM | facts)
    assert (ruling.status, ruling.law, offered(ruling)) == ("open", "L54", "" if still else FALSE)
    assert ruling.entitled == (() if still else (("elder",) if facts.get("side") == "younger" else ("younger",)))


@pytest.mark.rule("L53", "L54", "LA1")
@pytest.mark.parametrize(
    ("law", "facts", "cited", "finding", "elections"),
    [
        ("portland", {"in_union": False}, "L54", "impossible", LATE),
        ("portland", MISNOMER, "L53", "misnomer", LATE),
        ("portland", {"shown": True}, "L55", "shown", LATE),
        ("portland", {"shown": True, **MISNOMER}, "L55", "shown", LATE),
        # R51: without exemption for misnomers.
        ("old", MISNOMER, "L54", "misnomer", FALSE),
        ("old", {"in_union": False}, "L54", "impossible", LATE),
        ("old", {}, "L54", "false", FALSE),
        # AC: for sets; points and sequences are lost if they are not shown.
        ("au-cent", {"category": "set"}, "L54", "false", FALSE),
        ("au-cent", {"category": "point"}, "LA1", "false", LATE),
        ("au-cent", {"category": "sequence"}, "LA1", "false", LATE),
        ("hoyle", {"category": "sequence"}, "L54", "false", FALSE),
    ],
)
def test_what_a_false_claim_is(law: str, facts: dict[str, Any], cited: str, finding: str, elections: str) -> None:
    ruling = ruled("false_claim", law, **CLAIM | facts)
    assert (ruling.law, ruling.finding, offered(ruling)) == (cited, finding, elections)
    lost = [fact.value for fact in ruling.facts if fact.name == "call_lost"]
    assert lost == ([True] if cited == "LA1" else [])
    saves = [fact.value for fact in ruling.facts if fact.name == "saves_nothing"]
    assert saves == ([True] if law == "old" and elections == FALSE else [])


@pytest.mark.rule("L54", "LA1")
def test_a_code_without_showing_has_no_penalty_for_a_false_point() -> None:
    """AC's row on false claims alone: sets are punished; where nothing must be shown the rest is only struck."""
    rules = ruleset("portland", {"law_false_claim": "au-cent"})
    assert (ruling_on_facts(rules, "false_claim", CLAIM | {"category": "point"}).law) == "L54"
    assert offered(ruling_on_facts(rules, "false_claim", CLAIM | {"category": "point"})) == LATE


# ---------------------------------------------------------------- K16 to K18b


@pytest.mark.rule("L46", "L51", "LA3")
@pytest.mark.parametrize(
    ("law", "facts", "status", "cited"),
    [
        ("portland", {"mended": "before_next_call"}, "amended", "L51"),
        ("portland", {"mended": "before_first_card"}, "open", "L46"),
        ("au-cent", {"mended": "before_next_call"}, "open", "LA3"),  # never
        ("old", {"mended": "before_first_card"}, "amended", "L51"),  # until younger's first card
        ("old", {"mended": "later"}, "open", "L46"),
        ("portland", {"call_gone": True}, "lapsed", "L46"),
        ("portland", {"now": "later"}, "open", "L46"),
        ("portland", {"held": True, "reckoned": True}, "none", "L46"),
        ("portland", {"held": True, "reckoned": False}, "open", "L46"),
        ("portland", {"held": True, "reckoned": False, "first_card_played": False}, "none", "L46"),
        ("au-cent", {"held": True, "reckoned": True}, "open", "LA3"),
        ("au-cent", {"held": True, "reckoned": True, "shown": True}, "none", "L46"),
    ],
)
def test_a_reply(law: str, facts: dict[str, Any], status: str, cited: str) -> None:
    known = {"mended": "never", "held": False, "first_card_played": True, "reckoned": False, "shown": False}
    ruling = ruled("false_reply", law, **known | facts)
    assert (ruling.status, ruling.law) == (status, cited)
    assert offered(ruling) == ("reckon E5+E12" if status == "open" else "")
    assert ruling.entitled == (("elder",) if status == "open" else ())


@pytest.mark.rule("L51")
@pytest.mark.parametrize(
    ("law", "now", "still"),
    [
        ("portland", "before_next_call", True),
        ("portland", "before_first_card", False),
        ("old", "before_first_card", True),
        ("au-cent", "before_next_call", False),
    ],
)
def test_a_reply_that_may_still_be_corrected(law: str, now: str, still: bool) -> None:
    known = {"mended": "never", "held": False, "first_card_played": False}
    ruling = ruled("false_reply", law, **known, now=now)
    assert (ruling.entitled, offered(ruling)) == (((), "") if still else (("elder",), "reckon E5+E12"))


@pytest.mark.rule("L56")
@pytest.mark.parametrize(
    ("law", "side", "elder_led", "first_card_played", "past"),
    [
        # Portland: until younger's first card. The other codes: until the first card of the player who forgot it.
        ("portland", "elder", True, False, False),
        ("portland", "elder", True, True, True),
        ("portland", "younger", True, False, False),
        ("portland", "younger", True, True, True),
        ("hoyle", "elder", False, False, False),
        ("hoyle", "elder", True, False, True),
        ("hoyle", "younger", True, False, False),
        ("hoyle", "younger", True, True, True),
    ],
)
def test_until_when_what_was_omitted_may_be_reckoned(
    law: str, side: str, elder_led: bool, first_card_played: bool, past: bool
) -> None:
    known = {"side": side, "elder_led": elder_led, "first_card_played": first_card_played}
    omitted = ruled("not_reckoned", law, **known, omitted="reckoning")
    assert omitted.status == ("lapsed" if past else "open")
    assert (omitted.entitled, omitted.until) == (((), None) if past else ((side,), "first_card"))
    undue = ruled("undue_reckoning", law, **known, reason="too_late")
    assert (undue.status, undue.also, offered(undue)) == (
        ("open", (), "object E4+E12") if past else ("none", ("L46",), "")
    )


@pytest.mark.rule("L49", "L56")
@pytest.mark.parametrize(
    ("facts", "status", "law", "also"),
    [
        ({"reason": "better_than_called"}, "open", "L49", ("L56",)),
        ({"reason": "category_closed"}, "open", "L56", ()),
        ({"reason": "twice"}, "open", "L56", ()),
        ({"reason": "twice", "replaced": True}, "amended", "L56", ()),
        ({"reason": "twice", "replaced": False}, "open", "L56", ()),
    ],
)
def test_what_was_reckoned_and_is_not_due(facts: dict[str, Any], status: str, law: str, also: tuple[str, ...]) -> None:
    ruling = ruled("undue_reckoning", side="younger", first_card_played=False, elder_led=True, **facts)
    assert (ruling.status, ruling.law, ruling.also) == (status, law, also)


@pytest.mark.rule("LA1", "L55")
@pytest.mark.parametrize(
    ("law", "lost"),
    [
        ("portland", ""),
        ("au-cent", "point sequence"),
        ("hoyle", "point"),
        ("french", "point"),
        ("old", "point sequence"),
    ],
)
def test_what_must_be_shown(law: str, lost: str) -> None:
    for category in ("point", "sequence", "set"):
        known = {"side": "elder", "omitted": "showing", "category": category, "elder_led": True}
        shown_late = ruled("not_reckoned", law, **known, first_card_played=True)
        due = category in lost.split()
        assert (shown_late.law, shown_late.status) == (("LA1", "lapsed") if due else ("L55", "none"))
        # Before it is too late it may still be made good.
        in_time = ruled("not_reckoned", law, **known | {"elder_led": False}, first_card_played=False)
        assert (in_time.law, in_time.status) == (("L56", "open") if due else ("L55", "none"))


@pytest.mark.rule("L46", "L56")
@pytest.mark.parametrize(
    ("side", "omitted", "kind"),
    [
        ("elder", "point", "lost_point"),
        ("younger", "after_not_good", "false_reply"),
        ("elder", "after_not_good", "not_reckoned"),
        ("elder", "call", "not_reckoned"),
    ],
)
def test_what_was_omitted_is_of_a_kind(side: str, omitted: str, kind: str) -> None:
    ruling = ruled("not_reckoned", side=side, omitted=omitted, first_card_played=True)
    assert (ruling.kind, ruling.law) == (kind, "L46" if kind != "not_reckoned" else "L56")
    assert ruling.readings == (("LR17", "LR18") if kind == "false_reply" else ())


OBJECT, AND_RECKON = "object E4+E12", "object E4+E5+E12"


@pytest.mark.rule("L56", "LR36")
@pytest.mark.parametrize(
    ("law", "category", "laid", "compared", "name", "below", "elections"),
    [
        ("portland", "point", "reckoned", "lower", "portland", False, OBJECT),
        ("portland", "set", "shown", "equal", "portland", False, OBJECT),
        ("portland", "point", "shown", "lower", "portland", True, AND_RECKON),
        ("portland", "point", "shown", "lower", "french", True, OBJECT),  # no rubicon
        # AC: a sequence that was shown, equal or better. HO 12: an equal one. R51: nothing bars.
        ("au-cent", "sequence", "shown", "lower", "portland", False, OBJECT),
        ("au-cent", "sequence", "shown", "equal", "portland", False, OBJECT),
        ("au-cent", "sequence", "reckoned", "equal", "portland", False, ""),
        ("au-cent", "point", "shown", "equal", "portland", False, ""),
        ("hoyle", "sequence", "shown", "equal", "portland", False, OBJECT),
        ("hoyle", "sequence", "shown", "lower", "portland", False, ""),
        ("hoyle", "set", "shown", "equal", "portland", False, ""),
        ("old", "sequence", "shown", "equal", "portland", False, ""),
    ],
)
def test_what_elders_cards_bar(
    law: str, category: str, laid: str, compared: str, name: str, below: bool, elections: str
) -> None:
    ruling = ruled("implied", law, name, category=category, laid=laid, compared=compared, below_rubicon=below)
    assert (ruling.status, offered(ruling)) == ("open" if elections else "none", elections)


# ---------------------------------------------------------------- K20, K24, K27


@pytest.mark.rule("L59", "LR20")
@pytest.mark.parametrize(
    ("side", "elder_led", "answered", "status"),
    [
        ("younger", False, False, "ruled"),
        ("younger", True, False, "open"),
        ("younger", True, True, "lapsed"),
        ("elder", True, False, "open"),
        ("elder", False, False, "open"),
    ],
)
def test_a_lead_out_of_turn(side: str, elder_led: bool, answered: bool, status: str) -> None:
    ruling = ruled("lead_out_of_turn", side=side, elder_led=elder_led, answered=answered)
    assert (ruling.status, offered(ruling)) == (status, "withdraw E6+E12" if status == "open" else "")
    assert ruling.readings == (() if status == "open" else ("LR20",))


@pytest.mark.rule("L59")
@pytest.mark.parametrize("kind", ["revoke", "lead_out_of_turn", "run", "overplayed"])
def test_cards_beyond_which_play_has_gone_back(kind: str) -> None:
    ruling = ruled(kind, side="younger", elder_led=True, answered=False, taken_back=True)
    assert (ruling.status, ruling.elections, ruling.entitled) == ("lapsed", (), ())
    assert ruling.unraised == "play has gone back beyond it, and it is gone with the cards"
    assert ruled(kind, side="younger", elder_led=True, answered=False, taken_back=False).status != "lapsed"


@pytest.mark.rule("L70")
@pytest.mark.parametrize(
    ("law", "facts", "until"),
    [
        ("portland", {"next_hand_seen": False, "shuffled": True, "game_over": True}, "next_deal"),
        ("portland", {"next_hand_seen": True}, None),
        ("portland", {"bonus": True, "shuffled": True, "next_hand_seen": False}, "next_deal"),
        ("au-cent", {"game_over": False, "next_hand_seen": True, "shuffled": True}, "end_of_game"),
        ("au-cent", {"game_over": True}, None),
        ("hoyle", {"bonus": True, "shuffled": True, "game_over": False}, "end_of_game"),
        # R51: a pique or repique until the next shuffle.
        ("old", {"bonus": True, "shuffled": False, "game_over": True}, "next_deal"),
        ("old", {"bonus": True, "shuffled": True, "game_over": False}, None),
        ("old", {"bonus": False, "shuffled": True, "game_over": False}, "end_of_game"),
        ("old", {"bonus": False, "game_over": True}, None),
    ],
)
def test_until_when_a_count_is_corrected(law: str, facts: dict[str, bool], until: str | None) -> None:
    ruling = ruled("miscounted", law, **{"proved": True, "bonus": False} | facts)
    assert (ruling.status, ruling.until) == (("open", until) if until else ("lapsed", None))
    assert ruling.entitled == (BOTH if until else ())
    assert ruled("miscounted", law, **facts, proved=False).status == "harmless"


@pytest.mark.rule("L15")
@pytest.mark.parametrize(
    ("law", "taken_up", "deal_complete", "status"),
    [
        ("portland", False, True, "open"),
        ("portland", True, False, "lapsed"),
        ("au-cent", True, False, "open"),
        ("au-cent", False, True, "lapsed"),
        ("hoyle", False, True, "open"),
    ],
)
def test_the_wrong_pack(law: str, taken_up: bool, deal_complete: bool, status: str) -> None:
    ruling = ruled("pack", law, taken_up=taken_up, deal_complete=deal_complete)
    assert (ruling.status, offered(ruling)) == (status, "redeal E1" if status == "open" else "")
