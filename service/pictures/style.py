"""How a picture is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.piquet.model.state import SEATS
from service.words import LANGUAGES, PictureWords, words_in

#: The numbers of colours that suits may have, how a text may write suits, and the limits of the width in pixels.
COLOURS, SUITS = (2, 4), ("letters", "signs")
LEAST_WIDTH, MOST_WIDTH, DEFAULT_WIDTH = 120, 4000, 480


@dataclass(frozen=True)
class Style:
    """How a picture is drawn. Raises `ValueError` for a value that is not possible.

    * `lang`: `en` or `fr`. `names`: what the seats A and B are called.
    * `colours`: 2, or 4 for a colour of its own for each suit. `width`: in pixels.
    * `suits`: whether the text has `letters` or `signs` for suits.
    """

    lang: str = "en"
    colours: int = 2
    width: int = DEFAULT_WIDTH
    suits: str = "letters"
    names: Sequence[str] = SEATS

    def __post_init__(self) -> None:
        for value, known in ((self.lang, LANGUAGES), (self.colours, COLOURS), (self.suits, SUITS)):
            if value not in known:
                raise ValueError(f"{value!r} is none of {known}")
        if not LEAST_WIDTH <= self.width <= MOST_WIDTH:
            raise ValueError(f"a width is from {LEAST_WIDTH} to {MOST_WIDTH} pixels, not {self.width}")

    @property
    def language(self) -> PictureWords:
        """The locale."""
        return words_in(self.lang).pictures


PLAIN = Style()
