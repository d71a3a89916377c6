"""The evaluation of hands, and its serialization, in the worker or in a process of the pool."""

from collections.abc import Sequence
from math import comb, gcd
from typing import Any, NamedTuple

import msgspec

from service.analysis.odds import Evaluation, Odds, Valued, evaluate, holdings_odds
from service.piquet.cards.cards import names
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.cards.ranking import CATEGORIES, said_members
from service.piquet.rulesets.parameters import Ruleset

#: Encoder and decoder of the odds of a hand, as an entry of the cache.
encode_odds = msgspec.msgpack.Encoder().encode
decode_odds = msgspec.msgpack.Decoder(list[Odds]).decode


class Seen(NamedTuple):
    """A hand and what its holder knows, as sets of cards; `unseen` are the cards that may be anywhere."""

    cards: int
    discards: int
    held: int
    unseen: int


class Evaluated(NamedTuple):
    """The evaluated hands as JSON, and the computed odds as cache entries by the index of the hand."""

    hands: bytes
    computed: dict[int, bytes]


def evaluate_batch(rules: Ruleset, seen: list[Seen], with_odds: bool) -> bytes:
    """Return the evaluations of all hands as JSON."""
    return msgspec.json.encode([evaluate_hand(rules, each, with_odds) for each in seen])


def evaluate_batch_with(rules: Ruleset, seen: list[Seen], known: list[bytes | None]) -> Evaluated:
    """Return the evaluations of all hands with odds, taken from `known` where it has plausible entries."""
    written, computed = [], {}
    for at, (each, value) in enumerate(zip(seen, known, strict=True)):
        found = evaluate(rules, each.cards, each.discards)
        odds = None if value is None else _known_odds(each, found, value)
        if odds is None:
            odds = list(holdings_odds(rules, found, each.unseen, each.held))
            computed[at] = encode_odds(odds)
        written.append(_written(each, found, odds))
    return Evaluated(msgspec.json.encode(written), computed)


def evaluate_hand(rules: Ruleset, seen: Seen, with_odds: bool) -> dict[str, Any]:
    """Return the evaluation of a hand, with the odds of its holdings or with null for them."""
    found = evaluate(rules, seen.cards, seen.discards)
    odds = holdings_odds(rules, found, seen.unseen, seen.held) if with_odds else [None] * len(found.holdings)
    return _written(seen, found, list(odds))


def _known_odds(seen: Seen, found: Evaluation, known: bytes) -> list[Odds] | None:
    """Return the odds of a cache entry; None if they are implausible, because somebody may have forged the entry."""
    try:
        read = decode_odds(known)
    except (msgspec.MsgspecError, RecursionError):
        read = []
    drawn = HAND_SIZE - seen.held.bit_count()
    hands = comb(seen.unseen.bit_count(), drawn)
    fits = len(read) == len(found.holdings) and all(min(odds) >= 0 and odds.of == hands for odds in read)
    return read if fits else None


def _written(seen: Seen, found: Evaluation, odds: Sequence[Odds | None]) -> dict[str, Any]:
    written: dict[str, list[dict[str, Any]]] = {f"{name}s": [] for name in CATEGORIES}
    for valued, its_odds in zip(found.holdings, odds, strict=True):
        written[f"{CATEGORIES[valued.category]}s"].append(_holding(valued, its_odds))
    return {
        "cards": list(names(seen.cards)),
        **written,
        "carte_blanche": found.carte_blanche,
        "carte_rouge": found.carte_rouge,
        "nought": found.nought,
    }


def _holding(valued: Valued, odds: Odds | None) -> dict[str, Any]:
    return {
        **said_members(valued.category, valued.said),
        "cards": list(names(valued.cards)),
        "score": valued.score,
        "good_against_the_cards": valued.good_against_the_cards,
        "odds": odds and _odds(odds),
    }


def _odds(odds: Odds) -> dict[str, Any]:
    of = odds.of
    return {"hands": of, **{name: share(count, of) for name, count in zip(Odds._fields, odds, strict=True)}}


def share(part: int, whole: int) -> dict[str, Any]:
    """Return the fraction `part / whole` as numerator and denominator in lowest terms, and as a decimal."""
    divisor = gcd(part, whole)
    return {"numerator": part // divisor, "denominator": whole // divisor, "decimal": part / whole}
