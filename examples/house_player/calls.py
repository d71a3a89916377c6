"""What to call, and what to answer. Each function returns the members of the action besides `seat` and `type`."""

from examples.house_player.client import Client, Json
from examples.house_player.statements import HOLDINGS

_REPLIES = ("not_good", "equal", "good")


def choose_call(client: Client, view: Json, options: list[Json]) -> Json | None:
    """The best holding of a category that can be good or equal; None if there is none."""
    hand = client.post("/v1/hands/evaluate", view=view)["hands"][0]
    for option in options:
        best = hand[HOLDINGS[option["category"]]][0]
        if best["odds"]["good"]["numerator"] or best["odds"]["equal"]["numerator"]:
            calls = [call for call in option["calls"] if all(call[name] in (best[name], None) for name in call)]
            if calls:
                # Where the value or the top card may be withheld, it is.
                shortest: Json = min((_said(call) for call in calls), key=len)
                return {"category": option["category"], **shortest}
    return None


def _said(call: Json) -> Json:
    return {name: value for name, value in call.items() if value is not None}


def choose_reply(option: Json) -> Json:
    """The truth: *not good* and *equal* may only be said where they are true."""
    return {"reply": next(reply for reply in _REPLIES if reply in option["replies"])}


def choose_tie_break(option: Json) -> Json:
    """The highest value or top card that may be stated."""
    return {"value": max(option["values"])} if option.get("values") else {"top": option["tops"][0]}
