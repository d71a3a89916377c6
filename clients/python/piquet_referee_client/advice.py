"""Advice at a table."""

from typing import Any

from piquet_referee_client.models import Action


class BestFirst(dict[str, Any]):
    """Advice as it is in JSON (`models.Advice`)."""

    @property
    def best(self) -> Action:
        """The best action."""
        best: Action = self["options"][0]["action"]
        return best
