"""The deal that the ninth Encyclopaedia Britannica prints, played through a client that openapi-python-client made.

    openapi-python-client generate --path openapi.yaml --config examples/clients/python.yaml --meta none \\
        --output-path piquet_client
    python w1.py http://127.0.0.1:8000
"""

import sys

from piquet_client import Client
from piquet_client.api.actions import check_action, list_options
from piquet_client.api.dealing import deal
from piquet_client.models import (
    CallPoint,
    CallSequence,
    CallSet,
    CardsBySeat,
    CheckRequest,
    DealAnswer,
    Exchange,
    FirstDealFromHands,
    Judgement,
    OptionsAnswer,
    OptionsRequest,
    Play,
    Reckon,
    ReplyAction,
    State,
    StateValue,
)
from piquet_client.models.card import CARD_VALUES, Card

Said = CallPoint | CallSequence | CallSet | Exchange | Play | Reckon | ReplyAction | StateValue


def cards(names: str) -> list[Card]:
    """`AS KS` as cards."""
    known: dict[str, Card] = {card: card for card in CARD_VALUES}
    return [known[name] for name in names.split()]


class Table:
    """A deal, and how it stands."""

    def __init__(self, client: Client, state: State) -> None:
        self.client, self.state = client, state

    def say(self, action: Said) -> None:
        """Do what is legal, and show what it scores."""
        answer = check_action.sync(client=self.client, body=CheckRequest(state=self.state, action=action))
        assert isinstance(answer, Judgement), answer
        assert isinstance(answer.state, State) and isinstance(answer.events, list), answer.violations
        self.state = answer.state
        for event in answer.events:
            if event.points:
                print(event.deal_score.a, event.deal_score.b, event.seat, event.kind, event.points)

    def play(self, names: str) -> None:
        """Play these cards, each by the seat whose turn it is."""
        for card in cards(names):
            assert self.state.to_act is not None
            self.say(Play(seat=self.state.to_act, type_="play", card=card))


def main(address: str) -> None:
    client = Client(base_url=address)
    hands = CardsBySeat(a=cards("AS KS JS AH QH JH 8H JC 8C 7C 9D 8D"), b=cards("TS 7S TH 9H 7H KC QC TC AD QD JD TD"))
    talon = cards("9S 8S KH 9C KD QS AC 7D")
    dealt = deal.sync(client=client, body=FirstDealFromHands(ruleset="portland", dealer="B", hands=hands, talon=talon))
    assert isinstance(dealt, DealAnswer), dealt
    table = Table(client, dealt.state)

    table.say(Exchange(seat="A", type_="exchange", cards=cards("KS 8C 7C 9D 8D")))
    table.say(Exchange(seat="B", type_="exchange", cards=cards("7S 9H 7H")))

    options = list_options.sync(client=client, body=OptionsRequest(state=table.state))
    assert isinstance(options, OptionsAnswer) and options.to_act == "A", options
    assert [option.type_ for option in options.options] == ["call", "pass"]

    table.say(CallPoint(seat="A", type_="call", category="point", length=5))
    table.say(ReplyAction(seat="B", type_="reply", reply="equal"))
    table.say(StateValue(seat="A", type_="state_tie_break", value=49))
    table.say(ReplyAction(seat="B", type_="reply", reply="good"))
    table.say(Reckon(seat="A", type_="reckon"))
    table.say(CallSequence(seat="A", type_="call", category="sequence", length=4, top="A"))
    table.say(ReplyAction(seat="B", type_="reply", reply="good"))
    table.say(Reckon(seat="A", type_="reckon"))
    table.say(CallSet(seat="A", type_="call", category="set", count=3, rank="J"))
    table.say(ReplyAction(seat="B", type_="reply", reply="not_good"))
    table.play("AH")
    table.say(Reckon(seat="B", type_="reckon"))
    table.play("TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S QS AS JS TS")

    assert table.state.phase == "deal_over"
    print(f"A {table.state.score.a}, B {table.state.score.b}")


if __name__ == "__main__":
    main(sys.argv[1])
