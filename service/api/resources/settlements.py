"""Parties and what they are worth: `/v1/parties` starts one, `/v1/settlements` settles one, or a match."""

from typing import Annotated, Any

from msgspec import Meta

from service.api.game_states.codec import StateCodec
from service.api.game_states.verification import Verified
from service.api.http.request_body import Decoded, Form, Forms, RequestBody
from service.api.problems import Fault, problem_at, refuse
from service.api.schemas import responses, ruleset_choice, scalars
from service.api.schemas.state import Score
from service.piquet.cards.cards import BIT, CARD
from service.piquet.model.state import SEATS, Pair
from service.piquet.rules.dealing import cut
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import (
    Settlement,
    deals_too_many,
    rules_of_game,
    settle,
    settle_chouette,
    settle_match,
)
from service.piquet.written import result_members
from service.records.verification.score_bounds import in_bounds, most


class Cut(scalars.BySeat[scalars.Card]):
    """The card that each seat cut."""


class PartieRequest(RequestBody):
    """Body of `POST /v1/parties`."""

    forms = Forms(Form(("first_dealer",), ("cut",)), Form(("cut",)))

    ruleset = ruleset_choice.RulesetMember(load_default="portland")
    first_dealer = Decoded(scalars.Seat)
    cut = Decoded(Cut)


def start(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Start a partie from the first dealer or the cards cut. Raises a `Problem`."""
    rules, named = ruleset_choice.ruleset_of(body["ruleset"])
    first_dealer, cards = body.get("first_dealer"), body.get("cut")
    answer: dict[str, Any] = {}
    if cards is not None:
        faults = [
            Fault(f"/cut/{name}", f"is {card}, which is not in a pack of {rules.pack}")
            for name, card in (("A", cards.A), ("B", cards.B))
            if not rules.cards & BIT[card]
        ]
        if cards.A == cards.B:
            faults.append(Fault("/cut/B", "is the card that A cut"))
        refuse("contradictory_request", faults)
        outcome, seat = cut(rules, CARD[cards.A], CARD[cards.B])
        answer = {"outcome": outcome, "seat": None if seat is None else SEATS[seat]}
        if outcome == "cut_again":
            first_dealer = None
        elif outcome == "deals":
            if first_dealer not in (None, answer["seat"]):
                why = "is not the seat that the cut made dealer"
                raise problem_at("contradictory_request", why, "first_dealer")
            first_dealer = answer["seat"]
    if first_dealer is not None:
        answer |= codec.write(Verified.begun(rules, named, scalars.SEAT[first_dealer]))
    return {**answer, **responses.versions(named)}


Deals = Annotated[list[Score], Meta(max_length=200)]
Player = Annotated[str, Meta(min_length=1, max_length=64)]


class Chouette(scalars.Model):
    """The names of the three players of a chouette, and the seat of the single player."""

    seat: scalars.Seat
    single: Player
    opponent: Player
    adviser: Player


class SettlementRequest(RequestBody):
    """Body of `POST /v1/settlements`."""

    forms = Forms(Form(("deals",), ("chouette",)), Form(("games",)))

    ruleset = ruleset_choice.RulesetMember(load_default="portland")
    deals = Decoded(Deals)
    games = Decoded(Annotated[list[Deals], Meta(min_length=1, max_length=9)])
    chouette = Decoded(Chouette)


def settlement(body: dict[str, Any]) -> Any:
    """Settle a partie, with or without a chouette, or a match. Raises a `Problem`."""
    rules, named = ruleset_choice.ruleset_of(body["ruleset"])
    if "games" in body:
        answer = _match(rules, body["games"])
    else:
        faults = [*_deal_faults(rules, body["deals"], "/deals"), *_chouette_faults(rules, body.get("chouette"))]
        refuse("contradictory_request", faults)
        settled = settle(rules, _pairs(body["deals"]))
        answer = _settled(settled)
        if "chouette" in body:
            answer["chouette"] = _chouette(settled, body["chouette"])
    return {**answer, **responses.versions(named)}


def _pairs(given: list[Score]) -> list[Pair]:
    return [(deal.A, deal.B) for deal in given]


def _deal_faults(rules: Ruleset, given: list[Score], pointer: str) -> list[Fault]:
    """Return the deals that cannot have their score.

    If there are none, the first that comes after the end of the partie.
    """
    deals = _pairs(given)
    impossible = [
        Fault(f"{pointer}/{at}", f"is a score that no deal can have: each number is from 0 to {most(rules)}")
        for at, deal in enumerate(deals)
        if not in_bounds(rules, deal)
    ]
    extra = None if impossible else deals_too_many(rules, deals)
    return impossible if extra is None else [Fault(f"{pointer}/{extra}", "was played after the partie was over")]


def _settled(found: Settlement) -> dict[str, Any]:
    points = found.points if found.over else None  # 0 means a drawn partie
    return {**result_members(found), "settlement": points, "over": found.over, "deals_due": found.due}


def _chouette_faults(rules: Ruleset, given: Chouette | None) -> list[Fault]:
    if given is None:
        return []
    why = "settles parties of a fixed number of deals, not games to a target"
    players = (given.single, given.opponent, given.adviser)
    twice = [
        Fault(f"/chouette/{name}", "is named twice")
        for at, name in enumerate(("opponent", "adviser"), 1)
        if players[at] in players[:at]
    ]
    return [*([] if rules.target is None else [Fault("/chouette", why)]), *twice]


def _chouette(settled: Settlement, given: Chouette) -> dict[str, Any] | None:
    """Return the points of the three players and their next roles; None if the partie is not over."""
    players = (given.single, given.opponent, given.adviser)
    if not settled.over:
        return None
    found = settle_chouette(settled, scalars.SEAT[given.seat])
    roles = ("single", "opponent", "adviser")
    points = dict(zip(roles, found.points, strict=True))
    return {"points": points, "next": {role: players[who] for role, who in zip(roles, found.next, strict=True)}}


def _match(rules: Ruleset, given: list[list[Score]]) -> dict[str, Any]:
    if rules.match_games is None:
        raise problem_at("contradictory_request", "are allowed only if the ruleset sets match_games", "games")
    each = enumerate(given)
    faults = [fault for at, one in each for fault in _deal_faults(rules_of_game(rules, at + 1), one, f"/games/{at}")]
    refuse("contradictory_request", faults)
    games = [_pairs(deals) for deals in given]
    for at in range(1, len(games)):
        before = settle_match(rules, games[:at])
        if before.winner is not None:
            raise problem_at("contradictory_request", "was played after the match was over", "games", at)
        if not before.games[-1].over:
            raise problem_at("contradictory_request", "was begun before the previous game was over", "games", at)
    found = settle_match(rules, games)
    return {
        "games": [_settled(game) for game in found.games],
        "games_won": dict(zip(SEATS, found.won, strict=True)),
        "over": found.winner is not None,
        "winner": None if found.winner is None else SEATS[found.winner],
    }
