"""An arbiter's questions, one at a time: the first that a ruling needs is asked, and its answer is sent, too."""

from typing import Any

import pytest

from service.piquet.law.decide import QUESTIONS, UNDECIDED, Need, Ruling, ruling_on_facts, seated
from service.piquet.law.kinds.tables import contradictions
from service.piquet.rulesets.parameters import LAW_CODES, Ruleset
from service.piquet.rulesets.published import ruleset
from service.piquet.written import ruling_dict
from service.words import LANGUAGES, Language

Json = Any
Facts = dict[str, Json]

PORTLAND = ruleset("portland")


def first(kind: str, lang: Language = "en", dealer: str | None = None, **facts: Json) -> Json:
    """The first need of a ruling, as the service writes it."""
    ruling = ruling_on_facts(PORTLAND, kind, facts)
    ruling = ruling if dealer is None else seated(ruling, dealer)
    return ruling_dict(ruling, [{} for _ in ruling.elections], lang)["needs"][0]


# ---------------------------------------------------------------- which question comes next

NOT_HELD = [("side", "elder"), ("held", False), ("mended", "never")]


@pytest.mark.parametrize(
    ("kind", "walk", "last"),
    [
        # L59 IV, I and III: what follows is the same for both players; the sentence gains by the name.
        ("revoke", [], "side"),
        ("dropped", [], "side"),
        ("run", [], "side"),
        # L13: elder has a choice unless it was the dealer's own card.
        ("exposed", [("owner", "stock")], None),
        # L46: the point is elder's to call, and passed for good.
        ("lost_point", [], None),
        # L16: void while nobody has taken up a hand, whichever deal it is; else that, or who noticed it, matters.
        ("deal_out_of_turn", [("taken_up", ())], None),
        ("deal_out_of_turn", [("taken_up", ("elder", "younger")), ("deal", 5)], None),
        ("deal_out_of_turn", [("taken_up", ("elder",)), ("noticed", "younger")], None),
        # L75, LR33: what is proved makes the deal void; else it matters where the strange card was.
        ("spoiled", [("proof", {"missing": ("8D",), "double": ()})], None),
        ("spoiled", [("proof", None), ("where", "stock")], None),
        ("spoiled", [("proof", None), ("where", "discard"), ("side", "elder")], None),
        # L53, L54: held or not, corrected, allowed, shown, and what it was; L52 leaves time until younger's first card.
        ("false_claim", [("side", "elder"), ("held", True)], None),
        ("false_claim", [*NOT_HELD, ("allowed", True), ("shown", False), ("in_union", True)], "now"),
        (
            "false_claim",
            [*NOT_HELD, ("allowed", True), ("shown", False), ("in_union", False), ("same_value_held", True)],
            "now",
        ),
        ("false_claim", [*NOT_HELD, ("allowed", False)], "now"),
        # L51, LR17: not good without better: elder's call counts as good, once younger may correct it no more.
        ("false_reply", [("mended", "never"), ("held", False)], "now"),
        # L28: a card of younger's that elder mixed; how many elder discarded is nothing to it.
        ("wrong_exchange", [("side", "elder"), ("leaves", None), ("taken", (1, 6)), ("mixed", (1, 6))], None),
        # L30: fewer taken than discarded, on which nobody has a choice.
        (
            "wrong_exchange",
            [("side", "elder"), ("leaves", None), ("taken", (1, 2)), ("mixed", (1, 2)), ("discarded", 3)],
            None,
        ),
        # L27, R4.1: elder takes the first card whatever they leave; the fifth is younger's if they left one.
        ("peeked", [("side", "younger"), ("positions", (1, 6))], None),
        ("peeked", [("side", "younger"), ("positions", (5,)), ("leaves", None)], None),
        # L37: younger buried cards that they had left, and elder has led.
        ("buried", [("side", "younger"), ("source", "left"), ("elder_led", True)], None),
        # L58: thirteen cards by the exchange; L57: eleven are not punished, whosever they are.
        ("long_hand", [("cards", 13), ("cause", "exchange"), ("side", "elder")], None),
        ("long_hand", [("cards", 11)], "side"),
        # L6, a cut for the deal; L3, the cut to the dealer.
        ("cut", [("when", "for_deal"), ("pack_incorrect", True)], None),
        ("cut", [("when", "to_dealer"), ("sizes", (1, 31))], None),
    ],
)
def test_what_is_asked_next(kind: str, walk: list[tuple[str, Json]], last: str | None) -> None:
    """`walk` is asked for and answered; then the ruling stands, and gains by `last` at most."""
    facts: Facts = {}
    for name, answer in walk:
        need = ruling_on_facts(PORTLAND, kind, facts).needs[0]
        assert (need.name, need.optional) == (name, False), facts
        facts[name] = answer
    left = [(need.name, need.optional) for need in ruling_on_facts(PORTLAND, kind, facts).needs]
    assert left == ([] if last is None else [(last, True)])


def test_who_did_it_is_asked_first_if_it_matters() -> None:
    """L58, L75: a hand, or a strange card, comes before its player."""
    for kind, table in QUESTIONS.items():
        needs = [need.name for need in ruling_on_facts(PORTLAND, kind, {}).needs if not need.optional]
        if "side" in needs and table[0].name == "side":
            assert needs[0] == "side", kind


@pytest.mark.rule("L52", "L54")
def test_a_claim_that_may_still_be_corrected_is_not_ruled_on_as_if_it_were_too_late() -> None:
    """A3: elder has until younger's first card. If nothing is said, that has been played."""
    facts = {**dict(NOT_HELD), "allowed": True, "shown": False, "in_union": True}
    rulings = {now: ruling_on_facts(PORTLAND, "false_claim", facts | {"now": now}) for now in ("before_lead", "later")}
    assert [offer.election for offer in rulings["later"].elections] == ["enforce", "waive"]
    assert (rulings["before_lead"].elections, rulings["before_lead"].entitled) == ((), ())
    assert ruling_on_facts(PORTLAND, "false_claim", facts).elections == rulings["later"].elections
    assert (first("false_claim", **facts)["name"], first("false_claim", **facts)["default"]) == ("now", "later")


# ---------------------------------------------------------------- every walk


def _said(ruling: Ruling) -> str:
    """What a ruling says, but for the name of the offender."""
    offers = tuple((offer.election, offer.effects, offer.until) for offer in ruling.elections)
    law = ruling.kind, ruling.law, ruling.also, ruling.readings, ruling.finding
    return repr((law, ruling.status, ruling.entitled, offers, ruling.unraised))


def _walk(rules: Ruleset, kind: str, facts: Facts) -> str:
    """Return all that may be asked and answered from here on, and what it leads to."""
    ruling = ruling_on_facts(rules, kind, facts)
    required = [need for need in ruling.needs if not need.optional]
    assert required == list(ruling.needs[: len(required)]), "optional ones come last"
    if not required:
        assert ruling.stage != UNDECIDED, facts
        for need in ruling.needs:
            told = {_read_out(rules, kind, {**facts, need.name: value}) for value in need.question.values}
            assert need.name not in facts and len(told) > 1, (facts, need.name)
        return _said(ruling)
    need = required[0]
    assert need.name not in facts, facts
    outcomes = {}
    for answer in need.question.sampled(rules, facts):
        known = {**facts, need.name: answer}
        if not known.keys() & {"dealt", "sizes"}:  # of which some are tried that no pack has
            assert list(contradictions(rules, known)) == [] and _is_within_bounds(need, answer), known
        outcomes[repr(answer)] = _walk(rules, kind, known)
    assert len(set(outcomes.values())) > 1, f"{need.name} changes nothing after {facts}"
    return repr((need.name, outcomes))


def _read_out(rules: Ruleset, kind: str, facts: Facts) -> str:
    ruling = ruling_on_facts(rules, kind, facts)
    return repr((_said(ruling), ruling.offender, ruling_dict(ruling, [{} for _ in ruling.elections], "en")["sentence"]))


def _is_within_bounds(need: Need, answer: Json) -> bool:
    """Whether an answer is one that the need offers."""
    least, most = need.bounds or (0, 0)
    if need.question.form in ("choices", "positions"):
        return set(answer) <= set(need.options) and least <= len(answer) <= most
    if answer in need.options:
        return True
    numbers = [answer] if isinstance(answer, int) else answer
    in_total = need.total is None or sum(numbers) == need.total
    return need.question.form in ("proof", "sheets") or (
        need.bounds is not None and in_total and all(least <= number <= most for number in numbers)
    )


@pytest.mark.parametrize("name", ["portland", "au-cent", "hoyle", "french", "old-36"])
@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_walk_ends_in_a_ruling(kind: str, name: str) -> None:
    """Nothing is asked twice, each answer is within the bounds, and each question changes what follows."""
    _walk(ruleset(name), kind, {})


# ---------------------------------------------------------------- what a question says


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", QUESTIONS)
def test_each_answer_to_choose_has_words(kind: str, lang: Language) -> None:
    for code in LAW_CODES[1:]:
        ruling = ruling_on_facts(ruleset("portland", {"law": code}), kind, {})
        for need in ruling_dict(ruling, [{} for _ in ruling.elections], lang)["needs"]:
            assert need["question"].endswith("?") and "{" not in need["question"]
            for each in need["options"]:
                known = str(each["value"]).lower() != each["label"] or each["label"] in PLAIN
                assert known or need["type"] == "positions", (need["name"], each)


#: Words that are their own label in English.
PLAIN = {"elder", "younger", "both", "never", "later", "point", "sequence", "set", "equal", "lower"}


def test_players_have_their_seats_if_the_dealer_is_known() -> None:
    assert [each["label"] for each in first("revoke")["options"]] == ["elder", "younger"]
    assert [each["label"] for each in first("revoke", dealer="A")["options"]] == ["B (elder)", "A (younger)"]
    assert [each["label"] for each in first("revoke", "fr", "B")["options"]] == ["A (le premier)", "B (le dernier)"]
    assert [each["value"] for each in first("revoke", dealer="A")["options"]] == ["elder", "younger"]


def test_a_question_names_the_player_who_did_it() -> None:
    known = {"side": "younger", "leaves": 2, "taken": (4, 5, 6), "mixed": (4, 5, 6)}
    assert first("wrong_exchange", **known)["question"] == "How many cards did younger discard?"
    assert first("wrong_exchange", "fr", **known)["question"] == "Combien de cartes le dernier a-t-il écartées ?"
    assert first("wrong_exchange", "fr", "B", **known)["question"] == "Combien de cartes B a-t-il écartées ?"
    assert first("recovered", side="elder")["question"] == "What had elder done with the talon by then?"
    assert (
        first("false_claim", "fr", side="elder")["question"] == "Le premier l’avait-il vraiment en main après l’écart ?"
    )


@pytest.mark.parametrize(
    ("kind", "facts", "bounds", "total", "options"),
    [
        ("misdeal", {}, (5, 15), 32, []),
        ("undeclared", {}, (0, 5), None, []),  # elder may take five (L21)
        ("wrong_exchange", {"side": "elder"}, (0, 5), None, [None]),  # or elder left none
        ("peeked", {"side": "elder"}, (1, 8), None, [1, 2, 3, 4, 5, 6, 7, 8]),
        ("wrong_exchange", {"side": "elder", "leaves": None, "taken": (5, 6)}, (0, 2), None, [5, 6]),
        ("long_hand", {}, (0, 32), None, []),
        ("exposed", {}, (None, None), None, ["elder", "younger", "stock"]),
        ("cut", {"when": "to_dealer"}, (0, 32), 32, []),
    ],
)
def test_the_bounds_are_those_that_the_facts_leave(
    kind: str, facts: Facts, bounds: tuple[int | None, int | None], total: int | None, options: list[Json]
) -> None:
    need = first(kind, **facts)
    assert (need["least"], need["most"], need["total"]) == (*bounds, total)
    assert [each["value"] for each in need["options"]] == options
