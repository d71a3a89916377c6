"""What a seat knows for sure about the cards, by its view."""

from dataclasses import dataclass

from examples.house_player.cards import pack
from examples.house_player.client import Json
from examples.house_player.table import OTHER


@dataclass(frozen=True)
class Knowledge:
    """The cards that a seat has not seen, and what it knows about the other hand.

    `held` are cards that the other has in hand, `played` those that the other has played. `unseen` may be in the other
    hand, among the other's discards or in the talon; those of the suits in `void` are not in the other hand.
    """

    side: str
    hand: list[str]
    held: list[str]
    played: list[str]
    unseen: list[str]
    void: set[str]
    hand_count: int
    discard_count: int
    carte_blanche: list[str] | None

    @property
    def other_side(self) -> str:
        return "younger" if self.side == "elder" else "elder"


def knowledge_of(view: Json, pack_size: int) -> Knowledge:
    """The knowledge of the seat whose view it is, during a deal."""
    me, other, hidden = view["seat"], OTHER[view["seat"]], view["other"]
    elder = me != view["partie"]["dealer"]
    played, void = [], set()
    for trick in view["tricks"]:
        for place, card in enumerate(trick["cards"]):
            if (trick["leader"] == other) == (place == 0):
                played.append(card)
                if place and card[1] != trick["cards"][0][1]:
                    void.add(trick["cards"][0][1])
    looked, taken = list(view["looked"]), []
    if elder and view["left"][other] is not None:
        # The first are elder's own that elder left; younger has drawn these before any other card.
        taken = looked[: view["left"][me]][: hidden["discard_count"]]
    held = [card for card in dict.fromkeys([*hidden["shown"], *taken]) if card not in played]
    seen = {*view["dealt"], *view["drawn"], *looked, *held, *played}
    return Knowledge(
        side="elder" if elder else "younger",
        hand=view["hand"],
        held=held,
        played=played,
        unseen=[card for card in pack(pack_size) if card not in seen],
        void=void,
        hand_count=hidden["hand_count"],
        discard_count=hidden["discard_count"],
        carte_blanche=hidden["carte_blanche"],
    )
