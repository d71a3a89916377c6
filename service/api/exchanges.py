"""What each discard may be expected to score in declarations."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from service.analysis.canonical import canonical
from service.analysis.draws import Position
from service.analysis.exchange import question
from service.analysis.exchange_pages import analysed, is_of, row_count
from service.api import models as m
from service.api import words as w
from service.api.desk import Desk
from service.api.envelope import Decoded, Envelope
from service.api.exchange_rows import written_rows
from service.api.problems import Fault, Problem
from service.api.reading import hand_of, ruleset_of
from service.api.showing import versions
from service.cache import Kind, Memo
from service.piquet.cards import BIT, COURT, names
from service.piquet.holdings import HAND_SIZE
from service.piquet.parameters import Ruleset

SIDES = ("elder", "younger")
ASSUMES = (
    "every card not seen is as likely to lie in one place as in another, and so is every draw and every other hand",
    "the other has twelve cards, and what he does with his own exchange is not foreseen",
    "both call and reckon all that they have; nobody sinks",
    "counted are point, sequences and sets; a carte blanche only towards thirty, a carte rouge not at all",
    "tricks, the cards and capot are not counted: the ranking is by declarations alone",
)

#: Rows that are written at once, which takes less than 3 ms; more take a turn.
FEW = 100

_encode, _decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(bytes).decode
_ANALYSIS: Kind[bytes] = Kind("exchange", 2, _encode, _decode, patience=5.0)
_ROWS: Kind[bytes] = Kind("exchange_rows", 1, _encode, _decode, shared=False)


class ExchangeRequest(Envelope):
    ruleset = Decoded(m.RulesetName, load_default="portland")
    side = Decoded(Literal["elder", "younger"], required=True)
    hand = Decoded(Annotated[list[w.Card], Meta(min_length=HAND_SIZE, max_length=HAND_SIZE)], required=True)
    known = Decoded(w.Cards, load_default=list)
    held = Decoded(Annotated[list[w.Card], Meta(max_length=HAND_SIZE)], load_default=list)
    carte_blanche = Decoded(Literal["own", "other"] | None, load_default=None)
    available = Decoded(w.Count)
    at_most = Decoded(w.Count)
    mode = Decoded(Literal["full", "plain"], load_default="full")
    limit = Decoded(Annotated[int, Meta(ge=1, le=5000)], load_default=10)


def analyse_exchange(desk: Desk, memo: Memo, envelope: dict[str, Any]) -> Any:
    rules, named = ruleset_of(envelope["ruleset"])
    asked = _position(rules, envelope)
    full = envelope["mode"] == "full"
    # Suits are interchangeable: who asks the same but for their names is given the same answer, in his names.
    sets = canonical(asked.hand, asked.known, asked.held)
    hand, known, held = sets.sets
    position = asked._replace(hand=hand, known=known, held=held)
    key = question(position, full)
    kind = replace(_ANALYSIS, fits=partial(is_of, position, full))
    analysis = memo.fetch(kind, key, partial(analysed, position, full))
    discards = row_count(position)
    limit = min(envelope["limit"], discards)
    write = partial(written_rows, position, full, analysis, sets, limit)
    rows = write() if limit <= FEW else memo.fetch(_ROWS, key + _encode((sets.suits, limit)), write)
    return {
        "side": envelope["side"],
        "mode": envelope["mode"],
        "assumes": list(ASSUMES),
        "discards": discards,
        "rows": msgspec.Raw(rows),
        **versions(named),
    }


def _position(rules: Ruleset, envelope: dict[str, Any]) -> Position:
    """What the asker knows, once it is clear that it can be so."""
    _refuse_twice(rules, envelope)
    elder = envelope["side"] == "elder"
    hand, known, held = (hand_of(envelope[name]) for name in ("hand", "known", "held"))
    talon = rules.pack - 2 * HAND_SIZE
    available = envelope.get("available", talon if elder else talon - rules.elder_max)
    if available > talon:
        raise Problem("contradictory_request", errors=[Fault("/available", f"is more than the {talon} of the talon")])
    limits = (rules.elder_min, rules.elder_max) if elder else (rules.younger_min, rules.younger_max or available)
    high = min(limits[1], available, envelope.get("at_most", available))
    low = min(limits[0], available)
    if low > high:
        raise Problem("contradictory_request", errors=[Fault("/at_most", f"is fewer than the {low} to be exchanged")])
    _refuse_carte_blanche(rules, hand, envelope["carte_blanche"])
    blanche = {"own": True, "other": False, None: None}[envelope["carte_blanche"]]
    position = Position(rules, hand, low, high, elder, known, held, blanche)
    if position.unseen.bit_count() < high + position.unknown_of_other:
        why = "leaves too few cards for the draw and the other's hand"
        raise Problem("contradictory_request", errors=[Fault("/known", why)])
    return position


def _refuse_carte_blanche(rules: Ruleset, hand: int, whose: str | None) -> None:
    """Refuse a carte blanche that nobody can have beside this hand, which is as dealt (R3.1)."""
    why = ""
    if whose == "own" and hand & COURT:
        why = f"is own, but the hand has {' '.join(names(hand & COURT))}"
    elif whose == "other" and not hand & COURT and not rules.both_may_be_blank:
        why = "is other, but the hand is a carte blanche itself"
    if why:
        raise Problem("contradictory_request", errors=[Fault("/carte_blanche", why)])


def _refuse_twice(rules: Ruleset, envelope: dict[str, Any]) -> None:
    faults, seen = [], 0
    for name in ("hand", "known", "held"):
        for at, card in enumerate(envelope[name]):
            if seen & BIT[card]:
                faults.append(Fault(f"/{name}/{at}", f"is {card}, which is there already"))
            elif not rules.cards & BIT[card]:
                faults.append(Fault(f"/{name}/{at}", f"is {card}, which is not in a pack of {rules.pack}"))
            seen |= BIT[card]
    if faults:
        raise Problem("contradictory_request", errors=faults)
