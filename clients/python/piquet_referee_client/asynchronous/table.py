"""A table for two."""

from __future__ import annotations

import json
import secrets
import zlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Literal, Unpack

from piquet_referee_client import models
from piquet_referee_client.advice import Advice, refuse_several
from piquet_referee_client.asynchronous.operations import AsyncOperations
from piquet_referee_client.errors import IllegalAction, RefereeError, members_of

# The most actions that the service lists in one response, and that a table lists in several.
_PAGE, _MOST = 1000, 10_000


class AsyncAnyTable(ABC):
    """What a table does, whether it holds the state or a token.

    Attributes:
        events: The events of the last action or deal.
    """

    def __init__(self, referee: AsyncOperations, events: Sequence[models.Event | models.StateEvent] = ()) -> None:
        self._referee = referee
        self.events = events

    @abstractmethod
    def _given(self) -> models.GivenState:
        """Return the state as requests take it."""

    @abstractmethod
    def _seen(self) -> models.State | models.View:
        """Return what is known of the state."""

    @abstractmethod
    def _continue(self, after: models.LegalJudgement) -> None:
        """Take the state after an action."""

    @property
    def to_act(self) -> models.Seat | None:
        """The seat whose turn it is; None if a deal is due or the partie is over."""
        return self._seen()["to_act"]

    @property
    def phase(self) -> models.Phase:
        """What is due."""
        return self._seen()["phase"]

    @property
    def score(self) -> models.Score:
        """The points of the deal."""
        return self._seen()["score"]

    async def check(self, action: models.GivenAction) -> models.Judgement:
        """Return what the rules say of an action, without applying it."""
        refuse_several(action)
        return await self._referee.check_action(state=self._given(), action=action)

    async def apply(self, action: models.GivenAction) -> Sequence[models.Event]:
        """Apply an action, as an object or as text (`lead QH`), and return its events. Raise `IllegalAction`."""
        return self._apply(action, await self.check(action))

    async def play(self, actions: Sequence[models.GivenAction]) -> Sequence[models.Event]:
        """Apply actions in order, in one request. Raise `IllegalAction` for the first that is illegal.

        The actions before that one have been applied. `events` has their events.
        """
        if isinstance(actions, str | Mapping):
            raise TypeError("play takes a list of actions: split a text of several at its spaces")
        actions = list(actions)
        judged = await self._referee.check_many_actions(state=self._given(), actions=actions)
        events: list[models.Event] = []
        for action, judgement in zip(actions, judged["items"], strict=False):
            events += self._apply(action, judgement)
            self.events = events
        return events

    async def options(self) -> list[models.Option]:
        """Return what may be done now, by type of action.

        A concealed table has the options of its own seat: often none while `to_act` is the opponent.
        """
        return (await self._referee.list_options(state=self._given()))["options"]

    async def actions(
        self, *, offset: int = 0, limit: int | None = None, sample: int | None = None, seed: str | None = None
    ) -> list[models.Action]:
        """Return the actions that may be done now, with `limit` so many; or a `sample`, all equally likely.

        Raise `RefereeError` if there are more than 10,000 and neither is given.
        """
        state = self._given()
        if sample is not None:
            seed = seed or secrets.token_hex(16)
            return (await self._referee.list_options(state=state, sample=sample, seed=seed)).get("actions", [])
        most = _PAGE if limit is None else limit
        found: list[models.Action] = []
        while True:
            listed = await self._referee.list_options(state=state, expand=True, offset=offset + len(found), limit=most)
            page, total = listed.get("actions", []), listed.get("total", 0)
            found += page
            if limit is not None or not page or offset + len(found) >= total:
                return found
            if total > _MOST:
                raise RefereeError(f"there are {total} actions: give a limit or a sample")

    async def advice(self, *, effort: models.Effort = "quick") -> Advice:
        """Return what the seat to act may do, best first, from what that seat may know."""
        return Advice(await self._referee.advise(state=self._given(), effort=effort))

    async def picture(
        self, viewer: models.Seat | None = None, /, *, text: bool = False, **how: Unpack[models.PictureAtTable]
    ) -> str:
        """Return a picture as SVG or as lines of `text`: as a seat may see it, or with everything visible."""
        if viewer is not None:
            how["seat"] = viewer
        kind: Literal["text/plain", "image/svg+xml"] = "text/plain" if text else "image/svg+xml"
        return await self._referee.picture_state(accept=kind, state=self._given(), **how)

    async def rulings(
        self, viewer: models.Seat | None = None, /, **more: Unpack[models.RulingsAtTable]
    ) -> list[models.Ruling]:
        """Return the rulings on what is irregular and still open: for a seat, or for an arbiter."""
        if viewer is not None:
            more["seat"] = viewer
        return (await self._referee.list_rulings(state=self._given(), **more))["rulings"]

    def _apply(self, action: models.GivenAction, judgement: models.Judgement) -> Sequence[models.Event]:
        if judgement["legal"] is False:
            raise IllegalAction(action, judgement["violations"])
        self._continue(judgement)
        self.events = judgement["events"]
        return judgement["events"]


class AsyncTable(AsyncAnyTable):
    """A partie in progress: it holds the state, which the service does not keep.

    Attributes:
        state: The state after the last action. Save it as JSON, and make a table of it to go on.
        events: The events of the last action or deal.
    """

    def __init__(
        self, referee: AsyncOperations, state: models.State, events: Sequence[models.Event | models.StateEvent] = ()
    ) -> None:
        super().__init__(referee, events)
        given = members_of(state)
        if "token" in given:
            raise RefereeError("this is a concealed state, which a ConcealedTable takes with the seat and its key")
        if not isinstance(given.get("history"), list):
            raise RefereeError(
                "a Table takes the member `state` of a response, not the whole response, a coroutine, a view or a text"
            )
        self.state = state
        self._before: list[bytes] = []

    def _given(self) -> models.State:
        return self.state

    def _seen(self) -> models.State:
        return self.state

    def _continue(self, after: models.LegalJudgement | models.DealAnswer) -> None:
        if "state" in after:
            self._before.append(zlib.compress(json.dumps(self.state).encode()))
            self.state = after["state"]

    @property
    def partie(self) -> models.Partie:
        """The deals, the totals and, at the end, the result."""
        return self.state["partie"]

    async def view(self, seat: models.Seat) -> models.View:
        """Return what a seat may see. Send a player this, not the state."""
        return (await self._referee.view_state(state=self.state, seat=seat))["view"]

    async def deal(self, *, seed: str | None = None) -> Sequence[models.Event]:
        """Deal the next deal of the partie, at random unless a seed is given, and return its events."""
        dealt = await self._referee.deal(state=self.state, seed=seed or secrets.token_hex(16))
        self._continue(dealt)
        self.events = dealt["events"]
        return dealt["events"]

    def undo(self) -> models.Action | None:
        """Take back the last action and return it, or the deal if nothing was done in it, and return None.

        It goes back as far as the state that the table was made with, and raises `RefereeError` there.
        """
        if not self._before:
            raise RefereeError("the table was made with this state, so there is nothing to undo")
        done = self.state["history"]
        self.state, self.events = json.loads(zlib.decompress(self._before.pop())), ()
        return done[-1] if done else None

    async def record(self, players: Mapping[str, str] | None = None, **tags: str) -> models.RecordObject:
        """Return the record of the partie, which `convert_record` makes text.

        `players` are their names by seat; `tags` are event, site, date and round. Others raise `RefereeError`.
        """
        head = {"piquet_record": 1, "players": dict(players or {}), **tags}
        written = await self._referee.convert_record(state=self.state, record=head)
        if written["problems"]:
            raise RefereeError("; ".join(f"{each['pointer']}: {each['message']}" for each in written["problems"]))
        return written["record"]
