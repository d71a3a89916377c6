"""Advice at a table."""

from typing import Any

from piquet_referee_client.models import Action


class Advice(dict[str, Any]):
    """Advice as it is in JSON (`models.Advice`), with its best action."""

    @property
    def best(self) -> Action:
        """The action of the first option."""
        best: Action = self["options"][0]["action"]
        return best
