"""The cards and the actions of a deal from plain data, and its replay."""

from collections.abc import Iterator, Mapping, Sequence

from service.multiplayer import engine
from service.multiplayer.actions import action_of
from service.multiplayer.engine import PACK_SIZE, Cards, limits
from service.multiplayer.games import Game
from service.multiplayer.parameters import Ruleset
from service.multiplayer.state import Deal, Scores
from service.multiplayer.violations import in_game, refuse
from service.piquet.actions import take_repeated
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.model.actions import Action
from service.piquet.model.violations import IllegalAction, Violation
from service.piquet.rules import dealing
from service.piquet.rules.dealing import CardLists, check_lists
from service.piquet.value_kinds import Members


def read_action(game: Game, members: Members) -> Action:
    """Return an action with members of the right form.

    Raises `IllegalAction` if one of its lists names a card twice.
    """
    if found := take_repeats(game, members):
        raise IllegalAction(tuple(found))
    return action_of(game, members)


def take_repeats(game: Game, members: Members) -> list[Violation]:
    """Leave each card once in every list of an action, and return the violations of the lists that repeat one."""
    return [refuse(game, "cards.twice", *path, cards=cards) for path, cards in take_repeated(members)]


def read_cards(game: Game, hands: Mapping[str, Sequence[str]], talon: Sequence[str], *path: str | int) -> Cards:
    """Return the cards of a deal.

    Raises `IllegalAction` if they are not the pack, dealt as the game has it (V1.1, N1.1).
    """
    lists: dict[tuple[str, ...], Sequence[str]] = {("hands", seat): hands[seat] for seat in game.seats}
    lists["talon",] = talon
    found = tuple(in_game(game, reason) for reason in check_lists(PACK_SIZE, lists, limits(game), *path))
    if found:
        raise IllegalAction(found)
    return Cards(tuple(hand_of(hands[seat]) for seat in game.seats), tuple(CARD[card] for card in talon))


def once_each(game: Game, lists: CardLists, kind: str = "deal") -> Iterator[Violation]:
    """Return a violation for each card that these lists repeat, lack, or have beside those of the pack (V1.1, N1.1)."""
    return (in_game(game, reason) for reason in dealing.once_each(PACK_SIZE, lists, kind))


def replay_deal(
    rules: Ruleset, first_dealer: int, finished: tuple[Scores, ...], dealt: Members, history: Sequence[Members]
) -> Deal:
    """Return the deal after its history; `finished` are the scores of the deals before it.

    `dealt` and `history` have the members of a state. Raises `IllegalAction`, with paths from these two.
    """
    game = rules.game
    cards = read_cards(game, dealt["hands"], dealt.get("talon", ()), "dealt")
    d = engine.deal(rules, first_dealer, cards, finished)
    for at, members in enumerate(history):
        try:
            action = read_action(game, members)
            engine.apply(d, action)
        except IllegalAction as illegal:
            raise IllegalAction(tuple(reason.under("history", at) for reason in illegal.violations)) from None
    return d
