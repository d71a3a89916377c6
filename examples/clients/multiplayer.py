"""A deal of voleur and one of normand, played through a client that openapi-python-client made.

    openapi-python-client generate --path openapi.yaml --config examples/clients/python.yaml --meta none \\
        --output-path piquet_client
    python multiplayer.py http://127.0.0.1:8000
"""

import sys
from collections.abc import Iterator

from piquet_client import Client
from piquet_client.api.normand import check_normand_action, list_normand_options, normand_deal
from piquet_client.api.voleur import check_voleur_action, list_voleur_options, voleur_deal
from piquet_client.models import (
    FirstNormandDealFromHands,
    FirstVoleurDealFromHands,
    MultiplayerCallPoint,
    MultiplayerCallSequence,
    MultiplayerCallSet,
    MultiplayerEqual,
    MultiplayerExchange,
    MultiplayerPass,
    MultiplayerPlay,
    MultiplayerReckon,
    NormandCheckRequest,
    NormandDealAnswer,
    NormandHands,
    NormandJudgement,
    NormandOptionsAnswer,
    NormandOptionsRequest,
    NormandState,
    VoleurCheckRequest,
    VoleurDealAnswer,
    VoleurHands,
    VoleurJudgement,
    VoleurOptionsAnswer,
    VoleurOptionsRequest,
    VoleurState,
)
from piquet_client.models.card import CARD_VALUES, Card
from piquet_client.models.category import CATEGORY_VALUES, Category
from piquet_client.models.multiplayer_seat import MultiplayerSeat
from piquet_client.models.rank import RANK_VALUES, Rank

Said = (
    MultiplayerCallPoint
    | MultiplayerCallSequence
    | MultiplayerCallSet
    | MultiplayerEqual
    | MultiplayerPass
    | MultiplayerReckon
    | MultiplayerPlay
)

CARDS: dict[str, Card] = {card: card for card in CARD_VALUES}
RANKS: dict[str, Rank] = {rank: rank for rank in RANK_VALUES}
CATEGORIES: dict[str, Category] = {category: category for category in CATEGORY_VALUES}

# What is said, in turn, then the cards played; `equal sequence` says that the seat holds the equal.
VOLEUR = """point 5 45, point 5 47, pass point, pass point, sequence 3 K, equal sequence, sequence 5 J, pass sequence,
reckon, reckon, pass set, pass set, set 3 T, pass set, reckon, reckon"""
VOLEUR_PLAY = "AD 7C 7D QD 7S AS 9S TS 8H TH AH 8C AC JC QC TC KC 8S 9H 8D KD JS JH 9D 9C QS QH TD 7H KS KH JD"
NORMAND = """point 3 30, point 4 39, equal point, sequence 3 K, pass sequence, sequence 3 A, reckon,
pass set, pass set, pass set"""
NORMAND_PLAY = "7S 9S QS AS TS 8C KS JS 9D 8S 7D 9H 7H KH AH AC 9C TC KC 8H QC JC TD 8D QD JD JH KD TH QH"


def cards(names: str) -> list[Card]:
    """`AS KS` as cards."""
    return [CARDS[name] for name in names.split()]


def words(text: str) -> Iterator[list[str]]:
    """What is said, one by one."""
    for said in text.split(","):
        yield said.split()


def said(seat: MultiplayerSeat, word: list[str]) -> Said:
    """What a seat says, as an action."""
    match word:
        case ["point", length, value]:
            return MultiplayerCallPoint(seat=seat, type_="call", category="point", length=int(length), value=int(value))
        case ["sequence", length, top]:
            return MultiplayerCallSequence(
                seat=seat, type_="call", category="sequence", length=int(length), top=RANKS[top]
            )
        case ["set", count, rank]:
            return MultiplayerCallSet(seat=seat, type_="call", category="set", count=int(count), rank=RANKS[rank])
        case ["equal", category]:
            return MultiplayerEqual(seat=seat, type_="equal", category=CATEGORIES[category])
        case ["pass", category]:
            return MultiplayerPass(seat=seat, type_="pass", category=CATEGORIES[category])
        case ["reckon"]:
            return MultiplayerReckon(seat=seat, type_="reckon")
        case _:
            return MultiplayerPlay(seat=seat, type_="play", card=CARDS[word[0]])


def play_voleur(client: Client) -> None:
    """Play a deal of voleur, and show what scores."""
    hands = VoleurHands(
        a=cards("KS QS JS 8S 7S AD JC 8C"),
        b=cards("AS KH QH JH 9H 8H QC 7C"),
        c=cards("9S TH JD TD 9D 8D 7D TC"),
        d=cards("TS AH 7H KD QD AC KC 9C"),
    )
    dealt = voleur_deal.sync(client=client, body=FirstVoleurDealFromHands(ruleset="voleur", dealer="D", hands=hands))
    assert isinstance(dealt, VoleurDealAnswer), dealt
    state = dealt.state
    for word in [*words(VOLEUR), *([card] for card in VOLEUR_PLAY.split())]:
        assert state.to_act is not None
        options = list_voleur_options.sync(client=client, body=VoleurOptionsRequest(state=state))
        assert isinstance(options, VoleurOptionsAnswer) and options.to_act == state.to_act, options
        request = VoleurCheckRequest(state=state, action=said(state.to_act, word))
        answer = check_voleur_action.sync(client=client, body=request)
        assert isinstance(answer, VoleurJudgement), answer
        assert isinstance(answer.state, VoleurState) and isinstance(answer.events, list), answer.violations
        state = answer.state
        for event in answer.events:
            if event.points:
                print("voleur", event.deal_score.ac, event.deal_score.bd, event.side, event.kind, event.points)
    assert state.phase == "deal_over"


def play_normand(client: Client) -> None:
    """Play a deal of normand, and show what scores."""
    hands = NormandHands(
        a=cards("9S AH 9H KD QD 9D AC KC JC 8C"),
        b=cards("AS KS 8S TH 8H 7H JD TD 9C 7C"),
        c=cards("JS TS 7S KH QH JH 8D 7D QC TC"),
    )
    request = FirstNormandDealFromHands(ruleset="normand", dealer="B", hands=hands, talon=cards("QS AD"))
    dealt = normand_deal.sync(client=client, body=request)
    assert isinstance(dealt, NormandDealAnswer), dealt
    state = say_normand(client, dealt.state, MultiplayerExchange(seat="B", type_="exchange", cards=cards("7C")))
    for word in [*words(NORMAND), *([card] for card in NORMAND_PLAY.split())]:
        assert state.to_act is not None
        options = list_normand_options.sync(client=client, body=NormandOptionsRequest(state=state))
        assert isinstance(options, NormandOptionsAnswer) and options.to_act == state.to_act, options
        state = say_normand(client, state, said(state.to_act, word))
    assert state.phase == "deal_over"


def say_normand(client: Client, state: NormandState, action: Said | MultiplayerExchange) -> NormandState:
    """Do what is legal, show what it scores, and give the state that results."""
    answer = check_normand_action.sync(client=client, body=NormandCheckRequest(state=state, action=action))
    assert isinstance(answer, NormandJudgement), answer
    assert isinstance(answer.state, NormandState) and isinstance(answer.events, list), answer.violations
    for event in answer.events:
        if event.points:
            score = event.deal_score
            print("normand", score.a, score.b, score.c, event.seat, event.kind, event.points)
    return answer.state


def main(address: str) -> None:
    client = Client(base_url=address)
    play_voleur(client)
    play_normand(client)


if __name__ == "__main__":
    main(sys.argv[1])
