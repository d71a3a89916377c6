"""Pictures over HTTP: the options that a request may have, and the media types of a picture."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from service.api.http.operation import Encoders
from service.api.http.request_body import Decoded, FromText, RequestBody
from service.api.schemas import scalars
from service.pictures import Picture, Style
from service.pictures.svg import DEFAULT_WIDTH, LEAST_WIDTH, MOST_WIDTH
from service.runtime.security_headers import EMBEDDING
from service.runtime.worker_threads import require_long_thread
from service.words import Language

Colours = Literal[2, 4]
Width = Annotated[int, Meta(ge=LEAST_WIDTH, le=MOST_WIDTH)]
Suits = Literal["letters", "signs"]


def _svg(picture: Picture) -> bytes:
    require_long_thread()  # to draw and to send takes ten times as long as to check an action
    return picture.encoded_svg()


#: How a picture is written in each media type.
ENCODERS: Encoders = {
    "image/svg+xml": _svg,
    "text/plain; charset=utf-8": lambda picture: picture.text.encode(),
}

#: Headers of a picture that has an address: pages of other origins may embed it, because it depends on nothing else.
EMBEDDABLE = {EMBEDDING: "cross-origin"}


class StyleQuery(RequestBody):
    """The options of every picture, in a query string."""

    lang = FromText(Language, load_default="en")
    colours = FromText(Colours, load_default=2)
    width = FromText(Width, load_default=DEFAULT_WIDTH)
    suits = FromText(Suits, load_default="letters")


class PositionQuery(StyleQuery):
    """The options of the picture of a position, in a query string."""

    seat = FromText(scalars.Seat, load_default=None)
    bottom = FromText(scalars.Seat, load_default=None)


class PositionOptions(RequestBody):
    """The same in a body."""

    seat = Decoded(scalars.Seat, load_default=None)
    bottom = Decoded(scalars.Seat, load_default=None)
    lang = Decoded(Language, load_default="en")
    colours = Decoded(Colours, load_default=2)
    width = Decoded(Width, load_default=DEFAULT_WIDTH)
    suits = Decoded(Suits, load_default="letters")


def style_of(options: dict[str, Any]) -> Style:
    """Return the style that a request asks for."""
    return Style(*(options[name] for name in ("lang", "colours", "width", "suits")))


def seat_of(name: scalars.Seat | None) -> int | None:
    """Return the seat with this name; None for none."""
    return None if name is None else scalars.SEAT[name]
