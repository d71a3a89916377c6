"""Pictures of the games of several seats: the outline of a deal, from which the SVG and the text are made as for two.

It is made from the views of seats, so nothing that the view of a seat hides can be drawn for it.
"""

from collections.abc import Iterable, Iterator, Mapping

from service.multiplayer.state import CallingRound, Deal, Members
from service.multiplayer.written import view_of
from service.pictures.outline import Outline, Part, Place, Row, Writer, holding_in_words
from service.pictures.picture import Picture, outline_picture
from service.pictures.svg import PLAIN, Style
from service.piquet.cards.cards import CARD, cards_of, hand_of
from service.words import PictureWords

#: The ends of a round of calls that have another name in the locales of pictures.
_STATUSES = {"open": "called", "nobody": "passed"}


def deal_picture(d: Deal, seat: int | None = None, bottom: int | None = None, style: Style = PLAIN) -> Picture:
    """Return the picture of a deal: as a seat may see it, or with everything visible.

    The seat at the `bottom` is that seat, or else the first one; the others follow in the order of the table.
    """
    of = (seat or 0) if bottom is None else bottom
    return outline_picture(_Position(d, seat, style.language).outline(of), style)


def _cards(names: Iterable[str]) -> tuple[int, ...]:
    """Return cards by their names, in the order in which a hand has them."""
    return cards_of(hand_of(names))


class _Position(Writer):
    def __init__(self, d: Deal, seat: int | None, language: PictureWords) -> None:
        super().__init__(language, d.game.seats)
        self.d, self.seat = d, seat
        seen = range(len(self.names)) if seat is None else (seat,)
        self.views: Mapping[int, Members] = {each: view_of(d, each) for each in seen}
        self.view = next(iter(self.views.values()))
        self.to_act = self.names.index(self.view["to_act"]) if self.view["to_act"] else None
        self.played = {card for trick in self.view["tricks"] for card in trick["cards"]}

    def scores(self, points: Mapping[str, int]) -> str:
        return ", ".join(f"{side} {count}" for side, count in points.items())

    def outline(self, bottom: int) -> Outline:
        view, count = self.view, len(self.names)
        deal = self.say("deal", number=self.d.number)
        dealt = self.say("dealt by", deal=deal, name=view["partie"]["dealer"])
        phase = self.language.phases[self.d.phase]
        before = {side: sum(deal["score"][side] for deal in view["partie"]["deals"]) for side in self.d.game.sides}
        score, totals = (self.scores(each) for each in (view["score"], before))
        trick = view["tricks"][-1]["cards"] if view["tricks"] and not self.d.is_over else None
        return Outline(
            title=self.title(deal, phase, self.to_act, self.seat),
            deal=dealt,
            phase=phase,
            facts=(dealt, self.say("score", scores=score), self.say("totals", scores=totals)),
            top=tuple(self.part((bottom + step) % count, before) for step in range(1, count)),
            table=Part("", tuple(self.table())),
            bottom=self.part(bottom, before),
            trick=trick and tuple(CARD[card] for card in trick),
        )

    def part(self, seat: int, before: Mapping[str, int]) -> Part:
        """Return a seat: what it is in the deal, its scores and its cards."""
        heading, side = self.names[seat], self.d.game.sides[self.d.game.side_of[seat]]
        roles = {self.d.dealer: "dealer", self.d.eldest: "elder"}
        if seat in roles:
            heading = self.say("heading", name=heading, role=self.say(roles[seat]))
        score, total = self.view["score"][side], before[side]
        return self.seat_part(heading, self.rows(seat), score, total, to_act=seat == self.to_act)

    def rows(self, seat: int) -> Iterator[Row]:
        """Yield the rows of a seat; the first one is its hand."""
        view, name = self.views.get(seat), self.names[seat]
        claimed = [card for card in self.view["claimed"].get(name, ()) if card not in self.played]
        shown = [card for card in self.view["shown"][name] if card not in self.played]
        if view is not None:
            yield Row(self.say("hand"), Place(_cards(view["hand"])))
            if view.get("discards"):
                yield Row(self.say("discards"), Place(_cards(view["discards"])))
            held = {*view["hand"], *(view.get("discards") or ())}
        else:
            changed = self.view.get("exchanged") and seat == self.d.dealer  # some of the cards claimed may be gone
            held = {*shown, *(() if changed else claimed)}
            count = self.view["others"][name]["hand_count"]
            yield Row(self.say("hand"), Place(_cards(held), count - len(held)))
            shown = []
        if shown:
            yield Row(self.say("shown"), Place(_cards(shown)))
        if name in self.view["claimed"]:
            rest = [card for card in claimed if card not in held]
            yield Row(self.say("blanche"), Place(_cards(rest)), text=self.say("blanche shown"))
        won = [trick["cards"] for trick in self.view["tricks"] if trick["winner"] == name]
        if won:
            tricks = tuple(tuple(CARD[card] for card in cards) for cards in won)
            yield Row(self.say("tricks", number=len(won)), tricks=tricks)

    def table(self) -> Iterator[Row]:
        """Yield the rows of the middle of the table; the first one is the trick, if there is one."""
        tricks = self.view["tricks"]
        if tricks and not self.d.is_over:
            last = tricks[-1]
            label = self.say("last trick") if last["winner"] else self.say("trick", number=len(tricks))
            cards = tuple(CARD[card] for card in last["cards"])
            yield Row(label, tricks=(cards,), text=self.say("leads", name=last["leader"]))
        if self.d.game.has_exchange:
            left = self.view["talon_count"]
            place = Place(self.d.talon[-left:]) if self.seat is None and left else Place(backs=left)
            yield Row(self.say("talon"), place, text="" if left else self.say("empty"), ordered=True)
        for each in self.d.calls:
            yield Row(self.language.categories[each.category], text=self.call(each))
        if result := self.view["partie"]["result"]:
            text = self.say("wins", name=result["winner"], scores=self.scores(result["totals"]))
            yield Row(self.say("result"), text=text)

    def call(self, each: CallingRound) -> str:
        """Return what stands of the calls in a category, in words."""
        status = self.language.calls[_STATUSES.get(each.status, each.status)]
        if (standing := each.standing) is None:
            return status
        said = holding_in_words(each.category, *standing.grade, self.language)
        return self.say("call", call=self.say("label", label=self.names[standing.seat], text=said), status=status)
