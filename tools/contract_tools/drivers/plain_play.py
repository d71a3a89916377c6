"""Play a deal, choosing the first of the options, with whatever sends requests."""

from collections.abc import Callable
from typing import Any

Send = Callable[[str, dict[str, Any]], dict[str, Any]]

FIRST_DEAL = {"dealer": "B", "ruleset": "portland@1", "seed": "contract-tools"}


def play(send: Send) -> str:
    """Play until the deal is over, and return the phase and the score. `send` posts a body to a path."""
    state = send("/v1/deals", FIRST_DEAL)["state"]
    while state["phase"] != "deal_over":
        options = send("/v1/actions/options", {"state": state, "expand": True, "limit": 1})
        judged = send("/v1/actions/check", {"state": state, "action": options["actions"][0]})
        assert judged["legal"], judged
        state = judged["state"]
    return f"{state['phase']} {state['score']['A']}-{state['score']['B']}"
