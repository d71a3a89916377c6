"""Events, options, states and views as plain data, with the names of the contract (docs/multiplayer.md).

A view is the same for all cards that the seat cannot know, because whatever is said or refused depends on the cards of
the speaker alone, and events contain only what all have heard or seen.
"""

from collections.abc import Iterable
from typing import Any

from service.multiplayer.actions import members_of
from service.multiplayer.engine import NAMES
from service.multiplayer.games import Game
from service.multiplayer.options import EqualOption, Option, options
from service.multiplayer.scoring import result_members, settled
from service.multiplayer.state import CALL, NOBODY, CallingRound, Deal, Event, Members, Phase, Trick, Word
from service.piquet.cards.cards import CARDS
from service.piquet.cards.holdings import maximal
from service.piquet.cards.ranking import CATEGORIES, POINT, Grade, said_members
from service.piquet.legal_actions import ReckonOption
from service.piquet.value_kinds import card_list
from service.piquet.written import option_members


def event_of(game: Game, event: Event) -> Members:
    """Return the members of an event.

    `deal_score` is the score of the deal after it; `side` is there if seats share one.
    """
    side = {"side": None if event.side is None else game.sides[event.side]} if game.has_partners else {}
    return {
        "seat": seat_name(game, event.seat),
        **side,
        "kind": event.kind,
        "points": event.points,
        "cards": list(event.cards),
        "rule": event.rule,
        "deal_score": by_side(game, event.score),
        **event.more,
    }


def seat_name(game: Game, seat: int | None) -> str | None:
    """Return the name of a seat; None for nobody."""
    return None if seat is None or seat == NOBODY else game.seats[seat]


def by_side(game: Game, values: Iterable[Any]) -> Members:
    """Values by the names of the sides."""
    return dict(zip(game.sides, values, strict=True))


def by_seat(game: Game, values: Iterable[Any]) -> Members:
    """Values by the names of the seats."""
    return dict(zip(game.seats, values, strict=True))


# ---------------------------------------------------------------- options


def option_of(d: Deal, option: Option) -> Members:
    """Return the members of an option."""
    return {"seat": d.game.seats[option.seat], "type": NAMES[option.type], **_option_members(d, option)}


def _option_members(d: Deal, option: Option) -> Members:
    match option:
        case EqualOption():
            return {"category": CATEGORIES[option.category]}
        case ReckonOption():
            (terms,) = option.terms
            return {
                "category": CATEGORIES[terms.category],
                "holdings": [card_list(cards) for _, cards in maximal(terms.category, d.hands[option.seat])],
                "to": said_members(terms.category, terms.high),
                "needs": said_members(terms.category, terms.needs[0]) if terms.needs else None,
                "must": terms.must,
            }
        case _:
            return option_members(option)


# ---------------------------------------------------------------- parts of a state


def word_of(game: Game, category: int, word: Word, *, cards: bool = True) -> Members:
    """Return the members of a word; those of a call with its grade.

    Without `cards` the members leave out which were named.
    """
    members: dict[str, Any] = {"seat": game.seats[word.seat], "said": word.said}
    if word.said == CALL:
        members |= said_members(category, word.grade)
        if category == POINT:
            members |= {"cards": card_list(word.cards) if cards and word.cards else None}
    return members


def round_of(game: Game, each: CallingRound, *, sees: int | None = None) -> Members:
    """Return the members of a round.

    `sees` is the seat that looks: the cards that others named with a call are left out.
    """

    def written(word: Word) -> Members:
        return word_of(game, each.category, word, cards=sees is None or word.seat == sees)

    return {
        "category": CATEGORIES[each.category],
        "words": [written(word) for word in each.words],
        "status": each.status,
        "good": written(each.good) if each.good else None,
        "reckoned": [game.seats[seat] for seat in each.reckoned],
    }


def trick_of(game: Game, trick: Trick) -> Members:
    """Return the members of a trick; its winner is None until it is complete."""
    cards = [CARDS[card] for card in trick.cards]
    return {"leader": game.seats[trick.leader], "cards": cards, "winner": seat_name(game, trick.winner)}


def partie_of(d: Deal) -> Members:
    """Return the partie of a deal: of the earlier deals the scores alone, since a deal does not keep their cards."""
    game = d.game
    totals = d.totals if d.is_over else tuple(map(sum, zip(*d.finished, (0,) * len(game.sides), strict=True)))
    return {
        "first_dealer": game.seats[d.first_dealer],
        "deal": d.number,
        "dealer": game.seats[d.dealer],
        "score": by_side(game, totals),
        "deals": [{"score": by_side(game, scores)} for scores in d.finished],
        "result": result_members(game, settled(d.rules, d.totals)) if d.phase == Phase.PARTIE_OVER else None,
    }


def state_of(d: Deal) -> Members:
    """Return the members of a state, with everything that is hidden from the seats. `ruleset` has the overrides."""
    game = d.game
    dealt: Members = {"hands": by_seat(game, map(card_list, d.dealt))}
    exchange: Members = {}
    if game.has_exchange:
        dealt["talon"] = [CARDS[card] for card in d.talon]
        exchange = {
            "talon": [CARDS[card] for card in d.talon[d.exchanged or 0 :]],
            "discards": card_list(d.discards),
            "exchanged": d.exchanged,
        }
    return {
        "ruleset": {"name": game.name, "overrides": dict(d.rules.overrides)},
        "partie": partie_of(d),
        "phase": d.phase,
        "to_act": seat_name(game, d.to_act),
        "dealt": dealt,
        "hands": by_seat(game, map(card_list, d.hands)),
        **exchange,
        "claimed": [game.seats[seat] for seat in d.claimed],
        "calls": [round_of(game, each) for each in d.calls],
        "shown": by_seat(game, map(card_list, d.shown)),
        "tricks": [trick_of(game, trick) for trick in d.tricks],
        "score": by_side(game, d.score),
        "events": [event_of(game, event) for event in d.events],
        "history": [members_of(game, action) for action in d.history],
    }


def grade_of(category: int, grade: Grade) -> Members | None:
    """Return a grade as it is said; None if it is that of no holding."""
    return said_members(category, grade) if grade[0] else None


# ---------------------------------------------------------------- what a seat may see


def view_of(d: Deal, seat: int) -> Members:
    """Return the view of a seat, with the members of `states/view`."""
    game = d.game
    exchange: Members = {}
    if game.has_exchange:
        exchange = {
            "discards": card_list(d.discards) if seat == d.dealer else None,
            "exchanged": d.exchanged,
            "talon_count": len(d.talon) - (d.exchanged or 0),
        }
    return {
        "seat": game.seats[seat],
        "ruleset": {"name": game.name, "overrides": dict(d.rules.overrides)},
        "partie": partie_of(d),
        "phase": d.phase,
        "to_act": seat_name(game, d.to_act),
        "dealt": card_list(d.dealt[seat]),
        "hand": card_list(d.hands[seat]),
        **exchange,
        "claimed": {game.seats[claimed]: card_list(d.dealt[claimed]) for claimed in d.claimed},
        "calls": [round_of(game, each, sees=seat) for each in d.calls],
        "shown": by_seat(game, [card_list(cards) for cards in d.shown]),
        "tricks": [trick_of(game, trick) for trick in d.tricks],
        "score": by_side(game, d.score),
        "events": [event_of(game, event) for event in d.events],
        "others": {
            game.seats[other]: {"hand_count": d.hands[other].bit_count()}
            for other in range(len(game.seats))
            if other != seat
        },
        "options": [option_of(d, option) for option in options(d) if option.seat == seat],
    }
