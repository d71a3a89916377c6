# Made from asynchronous/concealed.py by `make clients`. Not to be edited.
"""A table for two at which nobody has the cards of both."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from piquet_referee_client import models
from piquet_referee_client.errors import RefereeError, WrongToken, members_of
from piquet_referee_client.synchronous.operations import Operations
from piquet_referee_client.synchronous.table import AnyTable


def key_hash(key: str) -> str:
    """Return the SHA-256 of a key, as `key_hashes` of a concealed deal takes it."""
    return sha256(key.encode()).hexdigest()


class ConcealedTable(AnyTable):
    """A seat of a concealed partie (docs/concealed.md). Call `view` first: it knows nothing but a token before.

    Attributes:
        concealed: The token after the last action. Hand it to the opponent, and give theirs to `receive`.
        seat: Your seat.
        events: The events of the last action, deal or token.
    """

    def __init__(self, referee: Operations, concealed: models.ConcealedState, seat: models.Seat, key: str) -> None:
        super().__init__(referee)
        if "token" not in members_of(concealed):
            raise RefereeError("a ConcealedTable takes the whole `concealed` object, not its token alone or a view")
        if seat not in ("A", "B"):  # it may be the key, so it is not quoted
            raise RefereeError("the seat of a ConcealedTable is A or B; the key comes after it")
        self.concealed = concealed
        self.seat: models.Seat = seat
        self._key = key
        self._view: models.View | None = None
        self._agreed = (-1, 0)

    @property
    def partie(self) -> models.ViewedPartie:
        """The scores of the deals, the totals and, at the end, the result."""
        return self._seen()["partie"]

    @property
    def awaiting(self) -> models.Seat | None:
        """The seat whose agreement the next deal still needs; None unless the other seat has agreed."""
        return self._seen().get("awaiting")

    def view(self) -> models.View:
        """Return what you see."""
        if self._view is None:
            self._view = self._referee.view_state(state=self._given(), seat=self.seat)["view"]
        return self._view

    def receive(self, concealed: models.ConcealedState) -> models.View:
        """Take the token of the opponent, and return what you see now.

        Raise `WrongToken` for one that does not continue what you have seen: it may be of another attempt or partie.
        """
        before, view = self.view(), type(self)(self._referee, concealed, self.seat, self._key).view()
        deals, since = len(view["partie"]["deals"]) - len(before["partie"]["deals"]), len(before["events"])
        same = view["dealt"] == before["dealt"] and view["events"][:since] == before["events"]
        if deals < 0 or (deals == 0 and not same):
            raise WrongToken("the token does not continue what this table has seen: ask the opponent for the newest")
        if self.awaiting not in (None, self.seat):
            self._agreed = len(before["partie"]["deals"]), len(before["events"])
        self.concealed, self._view = concealed, view
        self.events = view["events"][0 if deals else since :]
        return view

    def deal(self) -> Sequence[models.Event]:
        """Agree to the next deal, once, and return its events: none before the opponent has agreed, too."""
        view = self.view()
        end = len(view["partie"]["deals"]), len(view["events"])
        agreed_before = end[0] == self._agreed[0] and (self.awaiting is None or end != self._agreed)
        if agreed_before or self.awaiting not in (None, self.seat):
            raise RefereeError("this table has agreed: hand over its token, and receive that of the opponent")
        dealt = self._referee.deal_concealed(state=self._given())
        self.concealed, self.events = dealt["concealed"], dealt["events"]
        self._view = dealt.get("view", view)
        return dealt["events"]

    def _given(self) -> models.HeldState:
        keys: models.SeatKeys = {"A": self._key} if self.seat == "A" else {"B": self._key}
        return {**self.concealed, "keys": keys}

    def _seen(self) -> models.View:
        if self._view is None:
            raise RefereeError("this table has seen nothing but a token: call view() first, which asks the service")
        return self._view

    def _continue(self, after: models.LegalJudgement) -> None:
        if "concealed" in after and "view" in after:
            self.concealed, self._view = after["concealed"], after["view"]
