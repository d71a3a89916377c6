"""A table for two."""

import secrets
from collections.abc import Sequence

from piquet_referee_client.asynchronous.operations import AsyncOperations
from piquet_referee_client.errors import IllegalAction
from piquet_referee_client.models import (
    Action,
    Advice,
    Effort,
    Event,
    GivenAction,
    Judgement,
    Option,
    Partie,
    Phase,
    Score,
    Seat,
    State,
    StateEvent,
    View,
)


class AsyncTable:
    """A partie in progress: it holds the state, which the service does not keep.

    Attributes:
        state: The state after the last action. Save it as JSON, and make a table of it to go on.
        events: The events of the last action or deal.
    """

    def __init__(self, referee: AsyncOperations, state: State, events: Sequence[Event | StateEvent] = ()) -> None:
        self._referee = referee
        self.state = state
        self.events = events

    @property
    def to_act(self) -> Seat | None:
        """The seat whose turn it is; None if a deal is due or the partie is over."""
        return self.state["to_act"]

    @property
    def phase(self) -> Phase:
        """What is due."""
        return self.state["phase"]

    @property
    def score(self) -> Score:
        """The points of the deal."""
        return self.state["score"]

    @property
    def partie(self) -> Partie:
        """The deals, the totals and, at the end, the result."""
        return self.state["partie"]

    async def check(self, action: GivenAction) -> Judgement:
        """Return what the rules say of an action, without taking it."""
        return await self._referee.check_action(state=self.state, action=action)

    async def act(self, action: GivenAction) -> Sequence[Event]:
        """Take an action, as an object or in one line (`A.QH`), and return its events. Raise `IllegalAction`."""
        return self._take(action, await self.check(action))

    async def play(self, actions: Sequence[GivenAction]) -> Sequence[Event]:
        """Take actions in order, in one request. Raise `IllegalAction` for the first that is illegal.

        The actions before that one have been taken. `events` has their events.
        """
        judged = await self._referee.check_many_actions(state=self.state, actions=list(actions))
        events: list[Event] = []
        for action, judgement in zip(actions, judged["items"], strict=False):
            events += self._take(action, judgement)
            self.events = events
        return events

    async def options(self) -> list[Option]:
        """Return what may be done now, by type of action."""
        return (await self._referee.list_options(state=self.state))["options"]

    async def actions(self, *, offset: int = 0, limit: int = 100) -> list[Action]:
        """Return a page of the actions that may be taken now, each of which is legal."""
        page = await self._referee.list_options(state=self.state, expand=True, offset=offset, limit=limit)
        return page.get("actions", [])

    async def view(self, seat: Seat) -> View:
        """Return what a seat may see. Send a player this, not the state."""
        return (await self._referee.view_state(state=self.state, seat=seat))["view"]

    async def advice(self, *, effort: Effort = "quick") -> Advice:
        """Return what the seat to act may do, best first, from what that seat may know."""
        return await self._referee.advise(state=self.state, effort=effort)

    async def deal(self, *, seed: str | None = None) -> Sequence[Event]:
        """Deal the next deal of the partie, at random unless a seed is given, and return its events."""
        dealt = await self._referee.deal(state=self.state, seed=seed or secrets.token_hex(16))
        self.state, self.events = dealt["state"], dealt["events"]
        return dealt["events"]

    def _take(self, action: GivenAction, judgement: Judgement) -> Sequence[Event]:
        if "state" not in judgement:
            raise IllegalAction(action, judgement["violations"])
        events = judgement.get("events", [])
        self.state, self.events = judgement["state"], events
        return events
