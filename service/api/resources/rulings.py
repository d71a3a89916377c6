"""Rulings on irregularities: `/v1/rulings`."""

from dataclasses import replace
from typing import Any

from service.api.game_states import given_states, verification, views
from service.api.game_states.codec import StateCodec
from service.api.http.request_body import Decoded, Form, Forms, RequestBody
from service.api.problems import Fault, Problem, pointer, problem_at, refuse
from service.api.resources.actions import entry_in_state
from service.api.schemas import actions as action_structs, incident_facts, responses, ruleset_choice, scalars
from service.api.schemas.actions import Entry, GivenAction, given_action, write_action
from service.piquet.law.deal import IrregularDeal, is_law_act, rulings_on
from service.piquet.law.decide import Ruling, for_seat, ruling_on_facts, seated
from service.piquet.law.kinds.tables import contradictions
from service.piquet.model.actions import Action
from service.piquet.model.state import Phase
from service.piquet.model.violations import beside_repeats
from service.piquet.rulesets.parameters import NO_LAW, Ruleset
from service.piquet.written import election_members, ruling_dict
from service.words import Language


class RulingsRequest(RequestBody):
    """Body of `POST /v1/rulings`."""

    forms = Forms(
        Form(("incident",), ("ruleset", "seat")), Form(("state",), ("number", "kind", "action", "seat", "full"))
    )

    ruleset = ruleset_choice.RulesetMember(load_default="portland")
    incident = Decoded(incident_facts.IncidentOfFacts)
    state = Decoded(given_states.GivenState)
    number = Decoded(scalars.EntryNumber)
    kind = Decoded(action_structs.Kind)
    action = Decoded(GivenAction, decode=given_action)
    seat = Decoded(scalars.Seat)
    full = Decoded(bool)
    lang = Decoded(Language, load_default="en")


def rulings(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Return the rulings on an irregularity reported as facts, or on those of a state. Raises a `Problem`."""
    if "state" in body:
        return _of_state(codec, body)
    rules, named = ruleset_choice.ruleset_of(body["ruleset"])
    ruling = _from_facts(rules, body["incident"], body.get("seat"))
    return {
        "rulings": [ruling_dict(ruling, [election_members(offer) for offer in ruling.elections], body["lang"])],
        "code": rules.law,
        **responses.versions(named),
    }


MOST = 20  # rulings whose elections are given with their states


def _of_state(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Return the rulings on a state: on everything open, on one entry, or on an act that is proposed."""
    verified = codec.read_possible(body["state"], "state")
    seat = scalars.SEAT[body["seat"]] if "seat" in body else None
    views.refuse_other_seat(verified, seat)
    if verified.viewer is not None:
        seat = verified.viewer.seat
    answer = {"code": verified.rules.law, **responses.versions(verified.choice)}
    given = body.get("action")
    if isinstance(given, str):
        given = entry_in_state(verified, given, "action")
    if verified.rules.law == NO_LAW or verified.state.phase == Phase.DEAL:
        return {"rulings": [], **answer}
    deal = verified.irregular()
    number, proposed, since = body.get("number"), tuple[Action, ...](), len(deal.events)
    if given is not None:
        done = _propose(deal, verified, given)
        number, proposed = deal.law.number, (done,)
    role = None if seat is None else seat ^ 1 ^ verified.state.dealer
    found = rulings_on(deal, number, body.get("kind"), role, proposed, since, concealed=verified.viewer is not None)
    if body.get("full") and len(found) > MOST:
        raise problem_at("invalid_request", f"would give more than {MOST} rulings with states", "full")
    full = codec if body.get("full") else None
    return {"rulings": [_in_deal(verified, each, full, body["lang"]) for each in found], **answer}


def _propose(deal: IrregularDeal, verified: verification.Verified, entry: Entry) -> Action:
    """Make the act that is proposed, as an irregular one if it is illegal.

    Raises the `Problem` `illegal_action` if it may not be entered.
    """
    _, read, repeats = entry
    if verified.viewer is not None:
        views.refuse_concealed(verified, read, "action")
    violations = (*repeats, *beside_repeats(repeats, deal.check(read)))
    if violations and not repeats and not is_law_act(read):
        marked = replace(read, irregular=True)
        if not deal.check(marked):
            return deal.do(marked)
    if violations:
        raise Problem("illegal_action", violations=[responses.write_violation(each, "action") for each in violations])
    return deal.do(read)


def _in_deal(
    verified: verification.Verified, ruling: Ruling, full: StateCodec | None, lang: Language
) -> dict[str, Any]:
    """Return a ruling on a state as responses have it; with `full`, also the states to which its elections lead."""
    elections = [election_members(offer, verified.state.score) for offer in ruling.elections]
    if full is not None:
        for offer, written in zip(ruling.elections, elections, strict=True):
            if offer.state is not None:
                events, actions = list(map(responses.write_event, offer.events)), list(map(write_action, offer.actions))
                written |= full.write(verified.continued(offer.state, events, actions))
    return ruling_dict(ruling, elections, lang)


def _from_facts(rules: Ruleset, incident: incident_facts.ReportedIncident, seat: str | None) -> Ruling:
    facts = incident.known()
    faults = [Fault(pointer("incident", "facts", name), why) for name, why in contradictions(rules, facts)]
    if seat is not None and not isinstance(incident.dealer, str):
        faults.insert(0, Fault("/incident/dealer", "is required with seat"))
    refuse("contradictory_request", faults)
    ruling = ruling_on_facts(rules, incident.kind, facts, incident.passed)
    if isinstance(incident.dealer, str):
        ruling = seated(ruling, incident.dealer)
    return ruling if seat is None else for_seat(ruling, seat)
