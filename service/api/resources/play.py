"""Analysis of the play with all cards known (double dummy)."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from service.analysis import play_position, suit_symmetry
from service.analysis.double_dummy import Choice, PlayPosition, analyse, can_be_of
from service.api.game_states.codec import StateCodec
from service.api.game_states.given_states import GivenState
from service.api.http.request_body import Decoded, Form, Forms, RequestBody
from service.api.problems import Fault, problem_at, refuse
from service.api.schemas import responses, ruleset_choice, scalars
from service.cache import Cache, Region
from service.piquet.cards.cards import ALL_CARDS, CARD, CARDS, cards_of, hand_of, mask_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.model.state import ELDER, YOUNGER, Pair, State
from service.piquet.rules.play import TRICKS
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import THIRTY
from service.piquet.suggestions import counted

SIDES = ("elder", "younger")

T = TypeVar("T")
Points = Annotated[int, msgspec.Meta(ge=0, le=120)]

# May be empty: the last card may be on the table.
HeldHand = Annotated[list[scalars.Card], msgspec.Meta(max_length=TRICKS)]


class BySide(scalars.Model, Generic[T]):
    """A value for each side."""

    elder: T
    younger: T


class HandsBySide(BySide[HeldHand]):
    """The cards that each side still holds."""


class PointsBySide(BySide[Points]):
    """The points of each side."""


class TricksBySide(BySide[scalars.Count]):
    """The tricks of each side."""


class AnalyseRequest(RequestBody):
    """Body of `POST /v1/play/analyse`."""

    forms = Forms(Form(("state",)), Form(("hands", "leader"), ("ruleset", "in_hand", "play", "tricks", "led")))

    state = Decoded(GivenState)
    ruleset = ruleset_choice.RulesetMember(load_default="portland")
    hands = Decoded(HandsBySide)
    leader = Decoded(Literal["elder", "younger"])
    led = Decoded(scalars.Card)
    in_hand = Decoded(PointsBySide)
    play = Decoded(PointsBySide)
    tricks = Decoded(TricksBySide)


# The parameters of the ruleset that the play depends on.
_PARAMETERS = ("trick_scoring", "last_trick_bonus", "low_cards_uncounted", "uncounted_plays", "cards_counted")

_Choices = tuple[Choice, ...]
_REGION: Region[_Choices] = Region(
    "play", 1, msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(_Choices).decode
)


def _choices(cache: Cache, rules: Ruleset, asked: PlayPosition) -> list[Choice]:
    """Return the cards that may be played, by suits from the highest, each with the result of best play after it.

    Suits are interchangeable: requests that differ only in the names of suits share one cached analysis.
    """
    lead = 1 << asked.lead if asked.lead >= 0 else 0
    sets = suit_symmetry.canonical(*asked.hands, lead, asked.may_play & ALL_CARDS)
    elder, younger, lead, may_play = sets.sets
    position = asked._replace(hands=(elder, younger), lead=lead.bit_length() - 1, may_play=may_play)
    pique = (0, 0) if asked.pique is None else (asked.pique.points + 1, asked.pique.in_play)
    question = suit_symmetry.question(rules, sets.sets, _PARAMETERS) + bytes((asked.leader, *asked.won, *pique))
    region = replace(_REGION, fits=partial(can_be_of, position))
    found = cache.get_or_create(region, question, partial(analyse, rules, position))

    def named(card: int) -> int:
        return sets.back(1 << card).bit_length() - 1

    renamed = {
        named(choice.card): choice._replace(card=named(choice.card), line=tuple(map(named, choice.line)))
        for choice in found
    }
    return [renamed[card] for card in cards_of(mask_of(renamed))]


def analyse_play(codec: StateCodec, cache: Cache, body: dict[str, Any]) -> Any:
    """Find the best cards to play with all cards known. Raises a `Problem`."""
    if "state" in body:
        verified = codec.read_whole(body["state"], "state")
        if verified.state.phase != "play":
            raise problem_at("contradictory_request", f"is {verified.state.phase}, not play", "state", "phase")
        _refuse_irregular(verified.state)
        return _answer(
            cache, verified.rules, play_position.situation_of(verified.rules, verified.state), verified.choice
        )
    rules, named = ruleset_choice.ruleset_of(body["ruleset"])
    return _answer(cache, rules, _situation(rules, body), named)


def _refuse_irregular(state: State) -> None:
    """Raise the `Problem` `irregular_state` for a state in which best play is not what the analysis computes.

    The hands are not of twelve cards (E7), a seat reckons nothing (E3) or must lead a suit (E8), or cards of a run lie
    ahead (K21).
    """
    law = state.law
    if law is None:
        return
    counts = [hand.bit_count() + len(law.ahead[role]) for role, hand in enumerate(state.hands)]
    for trick in state.tricks:
        counts[trick.leader] += 1
        counts[1 - trick.leader] += trick.follow >= 0
    reasons = {
        f"has {counts[ELDER]} cards for elder and {counts[YOUNGER]} for younger (E7)": counts != [HAND_SIZE] * 2,
        "has a seat that reckons nothing (E3)": any(law.forfeits),
        "has a suit that a seat must lead (E8)": any(law.suits_due),
        "has cards of a run that are not in a trick yet (K21)": any(law.ahead),
        "waits until elder says whether to lead another card (A4)": law.relead_due,
    }
    refuse("irregular_state", (Fault("/state", reason) for reason, holds in reasons.items() if holds))


def _situation(rules: Ruleset, body: dict[str, Any]) -> play_position.Situation:
    """Return the situation of a request with `hands`: the hands, the card led, and the earlier tricks."""
    in_hand, won = (_pair(body.get(name)) for name in ("in_hand", "tricks"))
    leader, led = SIDES.index(body["leader"]), CARD[body["led"]] if "led" in body else -1
    hands = _read_hands(rules, body, won)
    play = _play_so_far(rules, body, leader, led)
    pique = play_position.towards(rules, in_hand, play, won)
    # Thirty in hand against nothing would be a repique, after which there is no pique (R7.3).
    if pique and (in_hand[ELDER] >= THIRTY or (pique.points >= THIRTY and pique.in_play)):
        pique = None
    return play_position.Situation(PlayPosition(hands, leader, led, won, pique), (0, 0), False)


def _play_so_far(rules: Ruleset, body: dict[str, Any], leader: int, led: int) -> Pair:
    """Return the points already made in play, including the point for the card that is led."""
    lead = 0 if led < 0 else rules.play_points.lead[led]
    if "play" not in body:
        return (lead, 0) if leader == ELDER else (0, lead)
    play = _pair(body["play"])
    if play[leader] < lead:
        why = "is 0, without the point for the card that is led"
        raise problem_at("contradictory_request", why, "play", SIDES[leader])
    return play


def _pair(given: Any) -> Pair:
    return (0, 0) if given is None else (given.elder, given.younger)


def _read_hands(rules: Ruleset, body: dict[str, Any], won: Pair) -> Pair:
    """Both hands as masks. Raises a `Problem` with all faults of the hands and the card led."""
    hands, leader, led = body["hands"], body["leader"], [body["led"]] if "led" in body else []
    listed = [(f"/hands/{side}/{at}", card) for side in SIDES for at, card in enumerate(getattr(hands, side))]
    listed += [("/led", card) for card in led]
    faults = list(ruleset_choice.card_faults(rules, listed, "the pack"))
    elder, younger = (len(getattr(hands, side)) + len(led) * (side == leader) for side in SIDES)
    led_one = f" and {leader} has led one" if led else ""
    if elder != younger:
        count = counted(len(hands.younger), "card")
        faults.append(Fault("/hands/younger", f"has {count}, while elder has {len(hands.elder)}{led_one}"))
    if not elder + younger:
        raise problem_at("invalid_request", "must be an array of length >= 1", "hands", "elder")
    left = max(elder, younger)
    if sum(won) + left > TRICKS:
        faults.append(Fault("/tricks", f"add up to {sum(won)}, which with {left} more to play is over {TRICKS}"))
    refuse("contradictory_request", faults)
    return hand_of(hands.elder), hand_of(hands.younger)


def _answer(
    cache: Cache, rules: Ruleset, situation: play_position.Situation, named: ruleset_choice.RulesetName
) -> dict[str, Any]:
    position, reckoned, to_reckon, _ = situation
    choices = _choices(cache, rules, position)
    best = (max if position.to_act == ELDER else min)(choice.value for choice in choices)
    first = next(choice for choice in choices if choice.value == best)
    assumptions = ["all_reckoned"] if to_reckon else []
    if rules.target is not None and rules.target_stop == "at_once":
        assumptions.append("played_out")
    return {
        "to_act": SIDES[position.to_act],
        "value": best,
        "points": _by_side(first.points),
        "pique": first.pique,
        "best": [CARDS[choice.card] for choice in choices if choice.value == best],
        "cards": [
            {
                "card": CARDS[choice.card],
                "value": choice.value,
                "points": _by_side(choice.points),
                "pique": choice.pique,
                "line": [CARDS[card] for card in choice.line],
            }
            for choice in choices
        ],
        "lacks_for_pique": None if position.pique is None else max(0, THIRTY - position.pique.points),
        "reckoned": _by_side(reckoned),
        "assumptions": assumptions,
        **responses.versions(named),
    }


def _by_side(pair: Pair) -> dict[str, int]:
    return dict(zip(SIDES, pair, strict=True))
