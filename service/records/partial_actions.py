"""Actions of a record, as members in which cards may be unknown."""

from typing import Any, TypeGuard

from service.piquet.actions import action_of, members_of, proposal_of
from service.piquet.cards.cards import CARD
from service.piquet.law.deal import is_law_act
from service.piquet.model.actions import Action
from service.piquet.model.violations import Path, Violation
from service.piquet.value_kinds import MembersError
from service.records.model import UNKNOWN, Deal, Entry, Members, Step


def step_of(members: Any) -> Step:
    """Return the step of an action that is given as members.

    Members stay as they are only for what the engine has no action for: an action with unknown cards or with a card
    named twice, or a ruling without the number of its entry. They are canonical then: in a fixed order, with sorted
    cards and unknown cards last. Raises `MembersError`.
    """
    if not isinstance(members, dict):
        raise MembersError("is not an action")
    try:
        return Step(action_of(members))
    except MembersError:
        known = _known(members)
    proposed = proposal_of(known)
    found = members_of(proposed.action)
    for repeat in proposed.repeats:
        _repeat(found, known, repeat.path)
    _put_back(found, members)
    return Step(found)


def _repeat(found: Any, given: Any, path: Path) -> None:
    """Name each card of the list at `path` as often as the members given do."""
    *before, last = path
    for name in before:
        found, given = found[name], given[name]
    found[last] = [card for card in found[last] for _ in range(given[last].count(card))]


def _known(members: Members) -> Members:
    """Return the members of an action without what is unknown in them; a ruling and a play get something known."""
    kind, amended = members.get("type"), members.get("action")
    if kind == "incident":  # somebody has seen the cards
        return members
    if kind == "amend" and isinstance(amended, dict) and amended.get("type") != "amend":
        return {**members, "action": _known(amended)}
    if kind == "play" and members.get("card") == UNKNOWN:
        return {**members, "card": "7S"}
    if kind == "ruling" and "number" not in members:
        members = {**members, "number": 0}
    known: Members = _without_unknown(members)[0]
    if isinstance(members.get("holdings"), list):
        known = {**known, "holdings": [_without_unknown(each)[0] for each in members["holdings"]]}
    return known


def _put_back(found: Members, given: Members) -> None:
    """Put what is unknown in the members given back into the canonical members of the action."""
    kind = given["type"]
    if kind == "amend":
        _put_back(found["action"], given["action"])
    elif kind == "play":
        found["card"] = UNKNOWN
    elif kind == "ruling" and "number" not in given:
        del found["number"]
    if hidden := _without_unknown(given)[1]:
        found["cards"] = [*found.get("cards", ()), *[UNKNOWN] * hidden]
    for holding, written in zip(found.get("holdings", ()), given.get("holdings", ()), strict=True):
        holding["cards"] += [UNKNOWN] * _without_unknown(written)[1]


def _without_unknown(members: Any) -> tuple[Any, int]:
    """Return the members of an action or a holding without the unknown ones among its cards, and their number."""
    cards = members.get("cards") if isinstance(members, dict) else None
    if not isinstance(cards, list):
        return members, 0
    if len(cards) > len(CARD):
        raise MembersError("has more cards than there are", "cards")
    unknown = cards.count(UNKNOWN)
    return ({**members, "cards": [card for card in cards if card != UNKNOWN]} if unknown else members), unknown


def has_unknown(action: Entry) -> bool:
    """Whether a card of the action is unknown."""
    if isinstance(action, Action):
        return False
    if action.get("type") == "amend":
        return has_unknown(action["action"])
    holdings = (holding["cards"] for holding in action.get("holdings", ()))
    return action.get("card") == UNKNOWN or any(UNKNOWN in cards for cards in (action.get("cards", ()), *holdings))


def repeats_in(action: Entry) -> tuple[Violation, ...]:
    """Return a violation for each list of the action that names a card twice. Cards may be unknown."""
    if isinstance(action, Action):
        return ()
    return proposal_of(_known(action)).repeats


def is_of_the_law(action: Entry) -> bool:
    """Whether an action belongs to the law of irregularities."""
    if isinstance(action, Action):
        return is_law_act(action)
    return "irregular" in action or action["type"] in ("incident", "amend", "ruling")


def is_irregular(deal: Deal) -> bool:
    """Whether a deal went by the law of irregularities, which may give it scores that the rules alone do not."""
    return deal.irregular or any(is_of_the_law(step.entry) for step in deal.steps)


def is_unnumbered(action: Entry) -> TypeGuard[Members]:
    """Whether an action is a ruling that does not name its entry."""
    return not isinstance(action, Action) and action["type"] == "ruling" and "number" not in action
