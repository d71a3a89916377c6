"""The acts of the law that a request replays. They take much longer than other actions, and a few bytes hold many."""

from collections.abc import Iterable

from service.piquet.law.deal import is_law_act
from service.piquet.model.actions import Action
from service.runtime.request_context import current
from service.runtime.worker_threads import require_long_thread

#: How many acts cost one unit of the caller's quota. It takes about a millisecond to replay them.
PER_UNIT = 10

#: The most acts in a request that is answered beside others, which takes about 5 ms. Deals at a table have fewer.
MOST = 48


def weigh(actions: Iterable[Action]) -> list[Action]:
    """Return the actions, which are about to be replayed. Counts the acts of the law among them, and charges for these.

    Call it before each replay: an operation may need several. Raises the `Problem` `too_many_requests`, and
    `WouldTakeLong` if the request should be answered in the thread for long ones.
    """
    listed, context = list(actions), current.get()
    acts = sum(map(is_law_act, listed))
    if not acts or context is None:
        return listed
    before, context.replayed_acts = context.replayed_acts, context.replayed_acts + acts
    if context.replayed_acts > MOST:
        require_long_thread()
    if units := context.replayed_acts // PER_UNIT - before // PER_UNIT:
        context.surcharge(units)
    return listed
