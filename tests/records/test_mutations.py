"""In a true record whatever one changes is found, where it is: each kind of change, on random parties of every ruleset.

What should be found is told by an obvious loop over the engine: the first action that is illegal, or the first running
total that is another.
"""

from __future__ import annotations

import collections
import copy
import pickle
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from service.piquet import engine
from service.piquet.actions import action_of
from service.piquet.cards.cards import CARD, CARDS, hand_of
from service.piquet.partie import Partie
from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.settlement import by_seat, dealer_of
from service.records.model import Deal, Reading, Record
from service.records.text.parser import read
from service.records.text.writer import write
from service.records.verification.verify import verify
from tests.helpers.random_cases import generator
from tests.helpers.records import strictly
from tests.records.parties import random_record, seeded

# A change of a record, in place: where it was made, as a JSON Pointer; None if there is nothing to change.
Change = Callable[[Record, random.Random], str | None]


def some_step(record: Record, rng: random.Random, kinds: tuple[str, ...]) -> tuple[int, int] | None:
    places = [
        (number, at)
        for number, deal in enumerate(record.deals)
        for at, step in enumerate(deal.steps)
        if step.action["type"] in kinds or not kinds
    ]
    return rng.choice(places) if places else None


def raised(pair: Any, rng: random.Random) -> tuple[int, int]:
    seat, by = rng.randrange(2), rng.choice([1, 2, 10])
    return (pair[0] + by, pair[1]) if seat == 0 else (pair[0], pair[1] + by)


def a_running_total(record: Record, rng: random.Random) -> str | None:
    number, at = some_step(record, rng, ()) or (0, 0)
    step = record.deals[number].steps[at]
    step.score = raised(step.score, rng)
    return f"/deals/{number}/steps/{at}/score"


def the_score_of_a_deal(record: Record, rng: random.Random) -> str | None:
    number = rng.randrange(len(record.deals))
    record.deals[number].score = raised(record.deals[number].score, rng)
    return f"/deals/{number}/score"


def the_totals_after_a_deal(record: Record, rng: random.Random) -> str | None:
    number = rng.randrange(len(record.deals))
    record.deals[number].totals = raised(record.deals[number].totals, rng)
    return f"/deals/{number}/totals"


def the_result(record: Record, rng: random.Random) -> str | None:
    result = record.result
    if result is None:
        return None
    name = rng.choice(["totals", "winner", "rubicon", "settlement"])
    if name == "totals":
        result.totals = raised(result.totals, rng)
    elif name == "winner":
        result.winner = rng.choice([each for each in ("A", "B", "none") if each != result.winner])
    elif name == "rubicon":
        result.rubicon = not result.rubicon
    else:
        result.settlement = (result.settlement or 0) + 1
    return f"/result/{name}"


def another(card: str, rng: random.Random, pack: int = 32) -> str:
    return rng.choice([each for each in CARDS if each != card and (pack == 36 or each[0] != "6")])


def a_card_dealt(record: Record, rng: random.Random) -> str | None:
    number = rng.randrange(len(record.deals))
    deal = record.deals[number]
    name, cards = rng.choice([("hands/A", deal.hands[0]), ("hands/B", deal.hands[1]), ("talon", deal.talon)])
    at = rng.randrange(len(cards))
    cards[at] = another(cards[at], rng)
    return f"/deals/{number}/dealt/{name}"


def two_cards_dealt_exchanged(record: Record, rng: random.Random) -> str | None:
    number = rng.randrange(len(record.deals))
    lists = [record.deals[number].hands[0], record.deals[number].hands[1], record.deals[number].talon]
    one, other = rng.sample(lists, 2)
    at, there = rng.randrange(len(one)), rng.randrange(len(other))
    one[at], other[there] = other[there], one[at]
    return f"/deals/{number}/steps/0"


def a_card_played(record: Record, rng: random.Random) -> str | None:
    place = some_step(record, rng, ("play",))
    if place is None:
        return None
    action = record.deals[place[0]].steps[place[1]].action
    action["card"] = another(action["card"], rng)
    return f"/deals/{place[0]}/steps/{place[1]}"


def a_card_discarded(record: Record, rng: random.Random) -> str | None:
    place = some_step(record, rng, ("exchange", "commit_discard"))
    if place is None:
        return None
    cards = record.deals[place[0]].steps[place[1]].action["cards"]
    if not cards:
        return None
    at = rng.randrange(len(cards))
    cards[at] = rng.choice([card for card in CARDS if card not in cards])
    return f"/deals/{place[0]}/steps/{place[1]}"


def a_card_reckoned(record: Record, rng: random.Random) -> str | None:
    place = some_step(record, rng, ("reckon",))
    if place is None:
        return None
    holdings = [h for h in record.deals[place[0]].steps[place[1]].action["holdings"] if h["cards"]]
    if not holdings:
        return None
    cards = rng.choice(holdings)["cards"]
    at = rng.randrange(len(cards))
    cards[at] = rng.choice([card for card in CARDS if card not in cards])
    return f"/deals/{place[0]}/steps/{place[1]}"


def a_reply(record: Record, rng: random.Random) -> str | None:
    place = some_step(record, rng, ("reply",))
    if place is None:
        return None
    action = record.deals[place[0]].steps[place[1]].action
    action["reply"] = rng.choice([each for each in ("good", "not_good", "equal") if each != action["reply"]])
    return f"/deals/{place[0]}/steps/{place[1]}"


def what_was_called(record: Record, rng: random.Random) -> str | None:
    place = some_step(record, rng, ("call",))
    if place is None:
        return None
    action = record.deals[place[0]].steps[place[1]].action
    size = "count" if "count" in action else "length"
    action[size] += 1 if action[size] < 12 else -1
    return f"/deals/{place[0]}/steps/{place[1]}"


def a_seat(record: Record, rng: random.Random) -> str | None:
    number, at = some_step(record, rng, ()) or (0, 0)
    action = record.deals[number].steps[at].action
    action["seat"] = "B" if action["seat"] == "A" else "A"
    return f"/deals/{number}/steps/{at}"


def a_dealer(record: Record, rng: random.Random) -> str | None:
    number = rng.randrange(len(record.deals))
    deal = record.deals[number]
    deal.dealer = "B" if deal.dealer == "A" else "A"
    return f"/deals/{number}/dealer"


def the_first_dealer(record: Record, rng: random.Random) -> str | None:
    record.first_dealer = "B" if record.first_dealer == "A" else "A"
    return "/deals/0/dealer"


def what_a_player_wrote_down(record: Record, rng: random.Random) -> str | None:
    number, seat = rng.randrange(len(record.deals)), rng.randrange(2)
    deal = record.deals[number]
    deal.written[seat] = raised(deal.score, rng)
    return f"/deals/{number}/written/{'AB'[seat]}"


def the_leader_of_a_trick(record: Record, rng: random.Random) -> str | None:
    """Who followed is written as if he had led."""
    place = some_step(record, rng, ("play",))
    if place is None:
        return None
    number, _ = place
    steps = record.deals[number].steps
    plays = [at for at, step in enumerate(steps) if step.action["type"] == "play"]
    tricks = [(lead, follow) for lead, follow in zip(plays[::2], plays[1::2], strict=False) if follow == lead + 1]
    if not tricks:
        return None
    lead, follow = rng.choice(tricks)
    steps[lead].entry, steps[follow].entry = steps[follow].entry, steps[lead].entry
    return f"/deals/{number}/steps/{lead}"


def a_step_left_out(record: Record, rng: random.Random) -> str | None:
    number, at = some_step(record, rng, ()) or (0, 0)
    del record.deals[number].steps[at]
    return f"/deals/{number}/steps/{at}"


# Each kind, and whether it may be that nothing follows from it: another card put away that nobody misses, "equal" and
# not "not good" to a tie-break where only a longer point would beat it, which nobody scores (R5.3).
CHANGES: list[tuple[Change, bool]] = [
    (a_running_total, False),
    (the_score_of_a_deal, False),
    (the_totals_after_a_deal, False),
    (the_result, False),
    (a_card_dealt, False),
    (two_cards_dealt_exchanged, True),
    (a_card_played, True),
    (a_card_discarded, True),
    (a_card_reckoned, True),
    (a_reply, True),
    (what_was_called, True),
    (a_seat, False),
    (a_dealer, False),
    (the_first_dealer, False),
    (what_a_player_wrote_down, False),
    (the_leader_of_a_trick, False),
    (a_step_left_out, True),
]


def first_difference(record: Record, number: int) -> int | None:
    """The first step of a deal that is illegal, or after which another total was written down; the number of steps if
    they do not end the deal; None if all is well. Said by the engine, action by action."""
    rules = ruleset(record.ruleset or "", record.overrides)
    deal: Deal = record.deals[number]
    first = "AB".index(record.first_dealer or "")
    dealer = dealer_of(first, number + 1)
    finished = tuple((each.score[0] or 0, each.score[1] or 0) for each in record.deals[:number] if each.score)
    hands = by_seat(dealer, (hand_of(deal.hands[0] or ()), hand_of(deal.hands[1] or ())))
    state = Partie(rules, first, finished).deal((hands, tuple(CARD[card] for card in deal.talon or ()))).state
    for at, step in enumerate(deal.steps):
        action = action_of(step.action)
        if engine.check(rules, state, action):
            return at
        state = engine.apply(rules, state, action).state
        if by_seat(dealer, state.score) != step.score:
            return at
    return None if state.phase in ("deal_over", "partie_over") else len(deal.steps)


@cache
def wholes(most: int) -> list[bytes]:
    """True records of random parties under every ruleset, for every kind of change, pickled: a deep copy
    would take longer than the verification."""
    return [
        pickle.dumps(random_record(which, overrides, rng, most=most))
        for which, overrides, rng in seeded(f"whole records of {most}", 2)
    ]


@pytest.mark.parametrize(("change", "may_be_harmless"), CHANGES, ids=[change.__name__ for change, _ in CHANGES])
def test_whatever_is_changed_in_a_record_is_found_where_it_is(
    change: Change, may_be_harmless: bool, tell: Callable[[str], None]
) -> None:
    counted: collections.Counter[str] = collections.Counter()
    rng = generator(change.__name__)
    records = wholes(12 if change is the_result else 2)
    for whole in records:
        for _ in range(2):
            record = pickle.loads(whole)
            place = change(record, rng)
            if place is None:
                continue
            reading = strictly(read(write(record))) if rng.random() < 0.5 else Reading(record)
            report = verify(reading)
            found = [deal.divergence for deal in report.deals if deal.divergence]
            counted["changed"] += 1
            tokens = place.split("/")
            if tokens[1] == "result" or tokens[3:] == ["totals"]:
                assert report.divergence is not None and report.divergence.pointer == place and not found
                continue
            number = int(tokens[2])
            if tokens[3] in ("score", "dealer", "written") or tokens[-1] == "score":
                expected = place
            elif tokens[3] == "dealt":
                assert found[0].code in ("deal.card_twice", "deal.card_unknown")
                assert any(reason["code"] == found[0].code for reason in found[0].reasons)
                expected = f"/deals/{number}/dealt"
            else:
                at = first_difference(record, number)
                if at is None:
                    assert may_be_harmless
                    counted["harmless"] += 1
                    assert report.agrees or found[0].pointer == f"/deals/{number}/score"
                    continue
                assert tokens[3] != "steps" or at >= int(tokens[4]), "found before it was there"
                steps = len(record.deals[number].steps)
                if found and found[0].code == "reply.contradictory":  # at the reply, not at what cannot follow it
                    at -= 1
                    assert record.deals[number].steps[at].action["type"] == "reply"
                    assert change is not a_reply or place.split("/")[4] == str(at)
                expected = f"/deals/{number}/steps/{at}" if at < steps else f"/deals/{number}"
            assert not report.agrees and found, (place, expected)
            first = found[0]
            assert first.pointer == expected or first.pointer.startswith(expected + "/"), (place, first)
            assert first.deal == number + 1 and first.rule
            if reading.places:
                line = write(record).split("\n")[(first.line or 0) - 1]
                assert line[(first.column or 0) - 1 :].strip()
    tell(
        f"Records, {change.__name__.replace('_', ' ')}: {counted['changed']} changes, "
        f"{counted['changed'] - counted['harmless']} found in their places, {counted['harmless']} without effect"
    )
    # Not in every record is there something to change. The bounds leave room for any seed.
    assert counted["changed"] > len(records) / 2
    assert counted["harmless"] < 0.8 * counted["changed"]


def sheet_of(record: Record) -> Record:
    """What remains of a record where only the scores were written down."""
    sheet = copy.deepcopy(record)
    for deal in sheet.deals:
        deal.hands, deal.talon, deal.steps = [None, None], None, []
    return sheet


@pytest.mark.rule("R8.1", "R8.2", "R8.4", "R8.5")
def test_whatever_is_changed_in_a_score_sheet_is_found_where_it_is(tell: Callable[[str], None]) -> None:
    counted: collections.Counter[str] = collections.Counter()
    changes = (the_score_of_a_deal, the_totals_after_a_deal, the_result, a_dealer, the_first_dealer)
    for which, overrides, rng in seeded("sheet", 2):
        sheet = sheet_of(random_record(which, overrides, rng))
        report = verify(Reading(sheet))
        assert report.agrees and not report.complete, report.divergence
        counted["sheets"] += 1
        for change in changes:
            record = copy.deepcopy(sheet)
            place = change(record, rng)
            if place is None:
                continue
            report = verify(strictly(read(write(record))))
            found = [each.divergence for each in report.deals if each.divergence]
            if change in (a_dealer, the_first_dealer):
                assert [each.pointer for each in found][:1] == [place]
            elif change is the_score_of_a_deal and found:  # no deal can score this
                assert [(each.code, each.pointer) for each in found] == [("score.impossible", place)]
            else:  # a score that is possible is told by the sum that it does not make
                wrong = place.replace("/score", "/totals")
                assert report.divergence is not None and report.divergence.pointer == wrong
            counted[change.__name__] += 1
    for change in changes:
        count = counted[change.__name__]
        assert count > counted["sheets"] / 4, change
        tell(f"Score sheets, {change.__name__.replace('_', ' ')}: {count} changes, all found in their places")


@pytest.mark.rule("R8.1")
def test_in_a_partie_of_four_the_first_and_the_last_deal_count_double():
    sheet = "piquet-record 1\nruleset: portland.partie_deals-4\nfirst dealer: B\n"
    claims = [("28-23", "56-46"), ("23-28", "79-74"), ("28-23", "107-97"), ("23-28", "153-153")]
    for number, (score, totals) in enumerate(claims, 1):
        sheet += f"deal {number}\nscore: {score}\ntotals: {totals}\n"
    assert verify(read(sheet)).agrees
    single = verify(read(sheet.replace("153-153", "130-125"))).divergence
    assert single is not None and (single.pointer, single.computed) == ("/deals/3/totals", {"A": 153, "B": 153})


def test_a_record_without_deals_was_not_checked_to_its_end():
    report = verify(read("piquet-record 1\nresult\ntotals: 154-113\nwinner: A\nsettlement: 141\n"))
    assert report.agrees and not report.complete
