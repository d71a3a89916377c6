"""Rulings on irregularities: `/v1/rulings`."""

from typing import Any

from service.api.game_states.codec import StateCodec
from service.api.game_states.views import versions
from service.api.http.alternatives import Form, Forms
from service.api.http.request_body import Decoded, RequestBody
from service.api.problems import Fault, Problem, pointer
from service.api.schemas import scalars as w
from service.api.schemas.incident_facts import IncidentOfFacts, Told
from service.api.schemas.ruleset_choice import RulesetName, ruleset_of
from service.piquet.law.facts import for_seat, rule, seated
from service.piquet.law.facts.questions import contradictions
from service.piquet.law.rulings import ElectionOffer, Ruling
from service.piquet.model.state import SEATS, Pair
from service.piquet.rulesets.parameters import Ruleset


class RulingsRequest(RequestBody):
    """Body of `POST /v1/rulings`."""

    forms = Forms(Form(("incident",), ("ruleset", "seat")))

    ruleset = Decoded(RulesetName, load_default="portland")
    incident = Decoded(IncidentOfFacts)
    seat = Decoded(w.Seat)


def rulings(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Rules on an irregularity that is told as facts. Raises a `Problem`."""
    rules, named = ruleset_of(body["ruleset"])
    ruling = _from_facts(rules, body["incident"], body.get("seat"))
    return {"rulings": [_written(ruling)], "code": rules.law, **versions(named)}


def _from_facts(rules: Ruleset, incident: Told, seat: str | None) -> Ruling:
    if seat is not None and not isinstance(incident.dealer, str):
        raise Problem("contradictory_request", errors=[Fault("/incident/dealer", "is required with seat")])
    facts = incident.known()
    faults = [Fault(pointer("incident", "facts", name), why) for name, why in contradictions(rules, facts)]
    if faults:
        raise Problem("contradictory_request", errors=faults)
    ruling = rule(rules, incident.kind, facts, incident.passed)
    if isinstance(incident.dealer, str):
        ruling = seated(ruling, incident.dealer)
    return ruling if seat is None else for_seat(ruling, seat)


def _written(ruling: Ruling) -> dict[str, Any]:
    """A ruling as responses have it."""
    return {
        "number": ruling.number,
        "kind": ruling.kind,
        "law": ruling.law,
        "also": ruling.also,
        "readings": ruling.readings,
        "offender": ruling.offender,
        "finding": ruling.finding,
        "facts": [{"name": fact.name, "value": fact.value, "from": fact.source} for fact in ruling.facts],
        "needs": [{"name": need.name, "question": need.question, "values": need.values} for need in ruling.needs],
        "status": ruling.status,
        "entitled": ruling.entitled,
        "until": ruling.until,
        "elections": [_offered(offer) for offer in ruling.elections],
        "unraised": ruling.unraised,
        "message": ruling.message,
    }


def _offered(offer: ElectionOffer) -> dict[str, Any]:
    return {
        "election": offer.election,
        "effects": offer.effects,
        "until": offer.until,
        "actions": offer.actions,
        "events": offer.events,
        "score_delta": _by_seat(offer.score_delta),
        "phase": offer.phase,
        "to_act": None if offer.to_act is None else SEATS[offer.to_act],
    }


def _by_seat(pair: Pair | None) -> dict[str, int] | None:
    return None if pair is None else dict(zip(SEATS, pair, strict=True))
