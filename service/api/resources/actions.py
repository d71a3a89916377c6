"""Checking actions, one or many, and listing options: `/v1/actions/…`."""

from typing import Annotated, Any

import msgspec

from service.api.game_states import checks, given_states, verification, views
from service.api.game_states.codec import StateCodec
from service.api.http.request_body import Decoded, Form, Forms, RequestBody, ShortLine, short_text
from service.api.resources.advice import Seed
from service.api.schemas import actions as action_structs, responses, scalars
from service.api.schemas.actions import Entry, GivenAction, entry_of, given_action, write_action
from service.piquet import ENGINE_VERSION, engine
from service.piquet.actions import Proposal, members_of
from service.piquet.law.deal import is_law_act
from service.piquet.law.facts import knows_of
from service.piquet.model.actions import Action, Ruling
from service.piquet.model.state import ELDER, SEATS, YOUNGER
from service.piquet.model.violations import Violation as RulesViolation, beside_repeats, violation
from service.piquet.rulesets.parameters import NO_LAW
from service.piquet.scoring.settlement import by_seat
from service.piquet.table_actions import check_proposal
from service.piquet.views import visible
from service.piquet.written import by_name, option_dicts, to_act_in
from service.records.text.typed_actions import LONGEST, read_typed


class CheckRequest(RequestBody):
    """Body of `POST /v1/actions/check`."""

    state = Decoded(given_states.GivenState, required=True)
    action = Decoded(GivenAction, decode=given_action, required=True)


class CheckQuery(RequestBody):
    """A state and an action as text, in a query string."""

    state = ShortLine()
    action = short_text(LONGEST)


def proceed(
    codec: StateCodec, before: verification.Verified, action: Entry | action_structs.Action | str, *path: str | int
) -> tuple[responses.Judgement, verification.Verified]:
    """Return the judgement of an action in a verified state, and the state after it."""
    choice, state = before.choice, before.state
    if isinstance(action, str):
        action = entry_in_state(before, action, *path)
    struct, read, repeats = action if isinstance(action, Entry) else entry_of(action)
    if before.viewer is not None:
        views.refuse_concealed(before, read, *path)
    if repeats:
        others = beside_repeats(repeats, engine.check(before.rules, state, read, before.entries()))
        violations = [responses.write_violation(reason, *path) for reason in repeats]
        violations += [_explained(before, read, reason, *path) for reason in others]
        return responses.refused(choice, violations), before
    try:
        is_hidden = before.viewer is not None and before.rules.law != NO_LAW
        if is_hidden and isinstance(read, Ruling) and not knows_of(before.irregular().d, read):
            raise engine.IllegalAction((violation("ruling.no_incident", "number"),))
        outcome = engine.apply(before.rules, state, read, before.entries())
    except engine.IllegalAction as illegal:
        violations = [_explained(before, read, reason, *path) for reason in illegal.violations]
        return responses.refused(choice, violations), before
    new_events = list(map(responses.write_event, outcome.events))
    done = struct if outcome.action is read else write_action(outcome.action)
    after = before.continued(outcome.state, new_events, [done])
    was, is_ = state.score, outcome.state.score
    judgement = responses.Judgement(
        True,
        [],
        choice,
        ENGINE_VERSION,
        events=new_events,
        score_delta=by_name(by_seat(state.dealer, (is_[ELDER] - was[ELDER], is_[YOUNGER] - was[YOUNGER]))),
        **codec.write(after),
    )
    if after.viewer is not None and after.viewer.seat is not None:
        judgement.view = views.written_view(after, after.viewer.seat)
    if after.state.law is not None and is_law_act(read):
        judgement.incident = responses.write_incident_of(after.state, len(after.history))
    return judgement, after


def entry_in_state(before: verification.Verified, text: str, *path: str | int) -> Entry:
    """Return an action that was sent as text for a state; without a seat, of the viewer or else of who is to act."""
    viewer = before.viewer
    known = (0, 1) if viewer is None else () if viewer.seat is None else (viewer.seat,)

    def check(each: Proposal) -> tuple[RulesViolation, ...]:
        if viewer is not None:  # or the choice would tell what the hand of the other seat has
            views.refuse_concealed(before, each.action, *path)
        return check_proposal(before.rules, before.state, each, before.entries())

    found = action_structs.entry_of_given_text(
        text, *path, read=lambda given: read_typed(given, before.state, check, known)
    )
    assert isinstance(found, Entry), "with a check, one is chosen"
    return found


def _explained(
    before: verification.Verified, action: Action, reason: RulesViolation, *path: str | int
) -> responses.Violation:
    """Return a violation of an action, with what the law would make of it if it had happened."""
    written = responses.write_violation(reason, *path)
    found = engine.would_be(before.rules, before.state, action, reason, before.entries())
    if found is not None:
        written.kind, written.law = found
    return written


class Item(msgspec.Struct, forbid_unknown_fields=True):
    """A state and an action proposed in it."""

    state: given_states.GivenState
    action: GivenAction


class CheckManyRequest(RequestBody):
    """Body of `POST /v1/actions/check-many`."""

    forms = Forms(Form(("items",)), Form(("state", "actions")))

    items = Decoded(Annotated[list[Item], msgspec.Meta(min_length=1, max_length=checks.MANY)])
    state = Decoded(given_states.GivenState)
    actions = Decoded(Annotated[list[GivenAction], msgspec.Meta(min_length=1, max_length=checks.MANY)])


class OptionsPage(RequestBody):
    """A state, and the page or the sample of the single actions of its options."""

    state = Decoded(given_states.GivenState, required=True)
    expand = Decoded(bool, load_default=False)
    offset = Decoded(Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)], load_default=0)
    limit = Decoded(Annotated[int, msgspec.Meta(ge=1, le=1000)], load_default=100)
    sample = Decoded(Annotated[int, msgspec.Meta(ge=1, le=1000)])
    seed = Decoded(Seed, load_default="")


class OptionsRequest(OptionsPage):
    """Body of `POST /v1/actions/options`."""

    remedies = Decoded(bool, load_default=False)
    seat = Decoded(scalars.Seat)


def options(codec: StateCodec, body: dict[str, Any]) -> Any:
    """List the options of a state, and with `expand` or `sample` single actions."""
    verified = codec.read_possible(body["state"], "state")
    state, viewer = verified.state, verified.viewer
    seat = viewer.seat if viewer else SEATS.index(body["seat"]) if "seat" in body else None
    found = verified.options() if seat is None else visible(verified.options(), state, seat)
    if body["remedies"]:
        found = (
            *(each for each in found if each.type is not Ruling),
            *verified.irregular().remedies(seat, concealed=viewer is not None),
        )
    answer: dict[str, Any] = {
        "to_act": to_act_in(state),
        "phase": state.phase,
        "options": option_dicts(verified.rules, state, found),
    }
    lists = (engine.expand(verified.rules, state, option) for option in found)
    answer |= checks.expanded(body, answer["options"], lists, members_of)
    return {**answer, **responses.versions(verified.choice)}
