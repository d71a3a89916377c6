"""Replies that do not fit the action after them: a record that has *good* where elder does not reckon, and the like."""

from collections.abc import Sequence

from service.piquet import engine
from service.piquet.model.state import State
from service.piquet.model.violations import Violation
from service.piquet.notation.action_dicts import Members, action_of
from service.piquet.rulesets.parameters import Ruleset

#: The rule that says what may follow each reply.
FOLLOWED_BY = {"good": "R5.6", "not_good": "R5.6", "equal": "R5.3"}


def reply_meant(
    rules: Ruleset, begun: State, actions: Sequence[Members], refused: Sequence[Violation]
) -> Members | None:
    """The reply that must have been meant by the last but one of these actions of a deal; None if it is no reply, or
    if no other one fits.

    The last action was `refused`. Another reply fits if it is true (R5.2) and puts that action in its turn. *Good* is
    always allowed, so that only what follows can contradict it."""
    if len(actions) < 2 or actions[-2]["type"] != "reply" or not _out_of_turn(refused):
        return None
    *before, said, after = actions
    for reply in FOLLOWED_BY:
        other = {**said, "reply": reply}
        found = engine.replay(rules, begun, map(action_of, (*before, other, after))).refused
        if found is None or (found[0] == len(before) + 1 and not _out_of_turn(found[1])):
            return other
    return None


def _out_of_turn(refused: Sequence[Violation]) -> bool:
    return refused[0].code.startswith("turn.")
