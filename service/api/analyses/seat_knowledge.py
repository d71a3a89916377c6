"""The knowledge of a seat about the other hand, derived from its view, for the analyses of hands and exchanges.

A state with a seat is first turned into the view of that seat, so that nothing else of the state can reach a response.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from service.api.game_states.codec import StateCodec
from service.api.game_states.views import seen_by, written_view
from service.api.problems import Problem, problem_at
from service.api.schemas import scalars as w
from service.api.schemas.ruleset_choice import RulesetName, ruleset_of
from service.api.schemas.view import View
from service.piquet.cards.cards import hand_of, names
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.message_text import counted
from service.piquet.rulesets.parameters import Ruleset

_VIEW = msgspec.json.Decoder(View)


class Known(NamedTuple):
    """The knowledge of a seat.

    `known` are other cards that the opponent cannot have, `held` are cards that the opponent has or had.
    """

    rules: Ruleset
    named: RulesetName
    view: View
    source: str  # the member of the request that all of it comes from
    hand: int
    discards: int
    known: int
    held: int

    @property
    def is_elder(self) -> bool:
        """Whether the seat is elder."""
        return self.view.seat != self.view.partie.dealer

    def contradicts(self, why: str, *member: str) -> Problem:
        """Return the `Problem` `contradictory_request` for a fault of the view or the state."""
        return problem_at("contradictory_request", why, self.source, *member)


def known_to_seat(codec: StateCodec, body: Mapping[str, Any]) -> Known:
    """Return the knowledge of the seat of a `view`, or of a `seat` in a `state`. Raises a `Problem`."""
    if "view" in body:
        source, view = "view", body["view"]
    else:
        source = "state"
        view = _VIEW.decode(msgspec.json.encode(written_view(*seen_by(codec, body["state"], body["seat"]))))
    rules, named = ruleset_of(view.ruleset, source, "ruleset")
    known, held = _learned(view)
    found = Known(rules, named, view, source, hand_of(view.hand), hand_of(view.discards), known, held)
    _refuse_impossible(found)
    return found


def _learned(view: View) -> tuple[int, int]:
    """Cards that the opponent cannot have, without the seat's own hand and discards, and cards that they have or had.

    A carte blanche that the opponent has shown is not included, because it is not known which of its cards they
    exchanged.
    """
    own, held = 0, hand_of(view.other.shown)
    for trick in view.tricks:
        for seat, card in zip((trick.leader, _other(trick.leader)), trick.cards, strict=False):
            if seat == view.seat:
                own |= hand_of([card])
            else:
                held |= hand_of([card])
    looked = view.looked
    if view.seat != view.partie.dealer:
        # The first of these are the cards that elder was entitled to and left (R4.4). Younger draws them first (R4.3).
        # Until younger has exchanged, they may be in either place.
        mine = looked[: getattr(view.left, view.seat) or 0]
        if getattr(view.left, _other(view.seat)) is None:
            looked = looked[len(mine) :]
        else:
            drawn = mine[: view.other.discard_count]
            looked, held = looked[len(drawn) :], held | hand_of(drawn)
    return own | hand_of(looked), held


def _other(seat: w.Seat) -> w.Seat:
    return "B" if seat == "A" else "A"


def _refuse_impossible(found: Known) -> None:
    if found.view.partie.dealer is None:
        raise found.contradicts("has no cards before a deal", "phase")
    if not found.hand:
        raise found.contradicts("has no card", "hand")
    _refuse_unequal(found)
    sets = (found.hand, found.discards, found.known, found.held)
    seen = 0
    for cards in sets:
        if seen & cards:
            raise found.contradicts(f"has {names(seen & cards)[0]} in two places")
        seen |= cards
    if seen & ~found.rules.cards:
        why = f"has {names(seen & ~found.rules.cards)[0]}, which is not in a pack of {found.rules.pack}"
        raise found.contradicts(why)


def _refuse_unequal(found: Known) -> None:
    """Raise the `Problem` `irregular_state` unless each player had twelve cards when the play began (E7)."""
    view = found.view
    if not view.incidents:  # without one the view contradicts itself
        return
    counts = {view.seat: len(view.hand), _other(view.seat): view.other.hand_count}
    for trick in view.tricks:
        for seat, _ in zip((trick.leader, _other(trick.leader)), trick.cards, strict=False):
            counts[seat] += 1
    for seat, count in counts.items():
        if view.ahead is not UNSET:
            count += len(getattr(view.ahead, seat))
        if count != HAND_SIZE:
            why = f"has {counted(count, 'card')} for {seat}, not {HAND_SIZE} (E7)"
            raise problem_at("irregular_state", why, found.source)
