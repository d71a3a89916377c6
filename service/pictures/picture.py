"""Pictures of a table, of a state and of a hand."""

from collections.abc import Callable, Iterable
from functools import cached_property

from service.pictures.outline import Outline, card_text, cards_in_words, description, text_of
from service.pictures.scene import outline_of
from service.pictures.svg import PLAIN, Definitions, Style, hand_svg, position_svg
from service.piquet.cards.cards import cards_of
from service.piquet.model.state import State
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.suggestions import card_named
from service.piquet.table import Table, seat_of
from service.piquet.value_kinds import MembersError, cards_in


class Picture:
    """A picture as SVG and as text, with a `title`. A notebook shows the SVG, and `print` the text."""

    def __init__(self, title: str, svg: Callable[[], bytes], text: Callable[[], str]) -> None:
        self.title, self._svg, self._text = title, svg, text

    @cached_property
    def svg(self) -> str:
        """The picture as an SVG document."""
        return self._svg().decode()

    def encoded_svg(self) -> bytes:
        """Return the same as bytes, without decoding them first."""
        return self._svg()

    @cached_property
    def text(self) -> str:
        """The picture as lines of text."""
        return self._text()

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.text


def picture(table: Table, seat: str | None = None, *, bottom: str | None = None, style: Style | None = None) -> Picture:
    """Return the picture of a table: as a seat may see it, or with everything visible.

    The seat at the `bottom` is that seat, or else A. Raises `ValueError` for an unknown seat.
    """
    places = [None if name is None else seat_of(name) for name in (seat, bottom)]
    return state_picture(table.rules, table.state, places[0], places[1], style or PLAIN)


def hand_picture(cards: Iterable[str], style: Style | None = None) -> Picture:
    """Return the picture of cards, given as `"TH"` or `"10♥"`, in the order of a hand.

    Raises `MembersError` unless they are cards.
    """
    if isinstance(cards, str):
        raise MembersError(f"is a text; a hand is a list of cards, as {cards.split()[:2]}", "cards")
    return cards_picture(cards_in([card_named(card) or card for card in cards], "cards"), style or PLAIN)


def state_picture(
    rules: Ruleset,
    state: State,
    seat: int | None = None,
    bottom: int | None = None,
    style: Style = PLAIN,
    shared: Definitions | None = None,
) -> Picture:
    """Return the picture of a state.

    Seats are 0 (A) and 1 (B). With `shared`, its SVG has no definitions of its own.
    """
    of = (seat or 0) if bottom is None else bottom
    return outline_picture(outline_of(rules, state, seat, of, style.language, style.names), style, shared)


def outline_picture(outline: Outline, style: Style, shared: Definitions | None = None) -> Picture:
    """Return the picture of an outline. `shared` as in `state_picture`."""
    language = style.language
    return Picture(
        outline.title,
        lambda: position_svg(outline, description(outline, language), style, shared),
        lambda: text_of(outline, language, style.suits),
    )


def cards_picture(hand: int, style: Style = PLAIN, shared: Definitions | None = None) -> Picture:
    """Return the picture of a hand, given as a mask. `shared` as in `state_picture`."""
    language, cards = style.language, cards_of(hand)
    number = language.other["one card" if len(cards) == 1 else "cards"].format(number=len(cards))
    title = language.other["hand of"].format(count=number)
    return Picture(
        title,
        lambda: hand_svg(cards, title, f"{cards_in_words(cards, language)}.", style, shared),
        lambda: card_text(style.suits).many(cards) + "\n",
    )
