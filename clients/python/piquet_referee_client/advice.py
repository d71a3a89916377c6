"""Advice at a table."""

from collections.abc import Mapping
from typing import Any

from piquet_referee_client.models import Action


class Advice(dict[str, Any]):
    """Advice as it is in JSON (`models.Advice`), with its best action."""

    @property
    def best(self) -> Action:
        """The action of the first option."""
        best: Action = self["options"][0]["action"]
        return best


def refuse_several(action: object) -> None:
    """Raise `TypeError` for advice and options in place of one action."""
    if isinstance(action, Advice):
        raise TypeError("advice has several actions: hand over its .best")
    if not isinstance(action, str | Mapping):
        raise TypeError("one action is a text or an object: hand over one of actions(), or actions(sample=1)[0]")
