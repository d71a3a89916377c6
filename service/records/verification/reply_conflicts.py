"""Replies that contradict the next action, such as *good* where elder does not reckon."""

from collections.abc import Sequence

from service.piquet import engine
from service.piquet.model.actions import Reply
from service.piquet.model.state import State
from service.piquet.model.violations import Violation
from service.piquet.notation.action_dicts import members_of
from service.piquet.notation.member_values import Members
from service.piquet.rulesets.parameters import Ruleset
from service.records.model import Entry
from service.records.partial_actions import action_in

#: The rule for what may follow each reply.
FOLLOWED_BY = {"good": "R5.6", "not_good": "R5.6", "equal": "R5.3"}


def reply_meant(rules: Ruleset, begun: State, entries: Sequence[Entry], refused: Sequence[Violation]) -> Members | None:
    """Return the reply that fits the last action, if the action before it is a reply that does not; else None.

    `refused` has the violations of the last action. Another reply fits if it is true (R5.2) and makes that action come
    in turn. *Good* is always legal, so only the next action can contradict it.
    """
    if len(entries) < 2 or not _out_of_turn(refused):
        return None
    *before, written, after = map(action_in, entries)
    if not isinstance(written, Reply):
        return None
    for reply in FOLLOWED_BY:
        other = Reply(written.seat, reply)  # only "not good" may say what is better
        found = engine.replay(rules, begun, (*before, other, after)).refused
        if found is None or (found[0] == len(before) + 1 and not _out_of_turn(found[1])):
            return members_of(other)
    return None


def _out_of_turn(refused: Sequence[Violation]) -> bool:
    return refused[0].code.startswith("turn.")
