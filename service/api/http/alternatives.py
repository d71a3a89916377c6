"""Requests that have one of several forms: which members go together."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from service.api.problems import Fault, Problem, pointer
from service.piquet.message_text import listed


class Form(NamedTuple):
    """The members that a form must have, and those that it may have."""

    must: tuple[str, ...]
    may: tuple[str, ...] = ()


class Forms:
    """The forms that a request may have; without any, it may have all. Members of none of them do not matter."""

    def __init__(self, *forms: Form) -> None:
        self._forms = forms
        self._sets = [(frozenset(form.must), frozenset(form.must + form.may)) for form in forms]
        self._known = frozenset[str]().union(*(whole for _, whole in self._sets))

    def faults(self, given: Mapping[str, Any]) -> list[Fault]:
        """Why the members that are given make none of the forms; nothing if they make one."""
        there = given.keys() & self._known
        if not self._forms or any(must <= there <= whole for must, whole in self._sets):
            return []
        return self._explained([name for name in given if name in there])

    def _explained(self, there: list[str]) -> list[Fault]:
        choices = "; ".join(listed(form.must) for form in self._forms)
        if not there:
            return [Fault("", f"needs one of these: {choices}")]
        lacking = [
            [name for name in form.must if name not in there]
            for form, (_, whole) in zip(self._forms, self._sets, strict=True)
            if whole.issuperset(there)
        ]
        if not lacking:
            return [Fault("", f"has {listed(there)}, which do not go together; it takes one of these: {choices}")]
        return [Fault(pointer(name), f"is required with {listed(there)}") for name in min(lacking, key=len)]


def refuse(faults: Iterable[Fault]) -> None:
    """Raises a `Problem` with these faults of form, if there are any."""
    if found := list(faults):
        raise Problem("invalid_request", errors=found)
