"""Pictures of positions and hands, as SVG and as text. Imports `piquet` and `multiplayer`.

>>> from service.piquet import Table
>>> table = Table(first_dealer="B")
>>> events = table.deal(seed="an example")
>>> print(picture(table, "A").title)
Deal 1: elder’s exchange, A to act, as A sees it

In a notebook, `picture(table)` as the last line of a cell shows the picture.
"""

from service.pictures.multiplayer import deal_picture
from service.pictures.picture import Picture, cards_picture, hand_picture, picture, state_picture
from service.pictures.svg import Definitions, Style

__all__ = [
    "Definitions",
    "Picture",
    "Style",
    "cards_picture",
    "deal_picture",
    "hand_picture",
    "picture",
    "state_picture",
]
