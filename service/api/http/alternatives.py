"""Alternative forms of a request: which members may be sent together."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from service.api.problems import Fault, pointer
from service.piquet.suggestions import listed


class Form(NamedTuple):
    """The required and the optional members of a form."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()


class Forms:
    """The forms that a request may have. Without forms all members may be sent. Members of no form are ignored."""

    def __init__(self, *forms: Form) -> None:
        self._forms = forms
        self._sets = [(frozenset(form.required), frozenset(form.required + form.optional)) for form in forms]
        self._known = frozenset[str]().union(*(members for _, members in self._sets))

    def faults(self, given: Mapping[str, Any]) -> list[Fault]:
        """Return the faults of members that match no form; empty if they match one."""
        there = given.keys() & self._known
        if not self._forms or any(required <= there <= members for required, members in self._sets):
            return []
        return self._explained([name for name in given if name in there])

    def _explained(self, there: list[str]) -> list[Fault]:
        choices = "; ".join(listed(form.required) for form in self._forms)
        if not there:
            return [Fault("", f"needs one of these: {choices}")]
        lacking = [
            [name for name in form.required if name not in there]
            for form, (_, members) in zip(self._forms, self._sets, strict=True)
            if members.issuperset(there)
        ]
        if not lacking:
            return [Fault("", f"has {listed(there)}, which do not go together; it takes one of these: {choices}")]
        return [Fault(pointer(name), f"is required with {listed(there)}") for name in min(lacking, key=len)]


class FirstOrNext(Forms):
    """The forms of a request for a deal: after a `state`, or the first deal of a partie, with all that it needs.

    `required` are the members that begin a partie, and `optional` those that may be sent with them; the state replaces
    both.
    """

    def __init__(self, *forms: Form, required: tuple[str, ...], optional: tuple[str, ...] = ("ruleset",)) -> None:
        super().__init__(*forms)
        self._required, self._optional = required, optional

    def faults(self, given: Mapping[str, Any]) -> list[Fault]:
        """Return the faults of members that the state replaces, or that are missing, then those of the forms."""
        if "state" in given:
            # A deal out of turn has its dealer, whom the state otherwise gives.
            own = {"dealer"} if "irregular" in given else set()
            replaced = [name for name in (*self._optional, *self._required) if name in given and name not in own]
            return [*(Fault(f"/{name}", "is given by the state") for name in replaced), *super().faults(given)]
        missing = [Fault(f"/{name}", "is required without a state") for name in self._required if name not in given]
        return [*missing, *super().faults(given)]
