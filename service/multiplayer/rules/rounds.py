"""The three rounds of calling: whose turn it is, what stands, and what comes next (V4.1, N4.1)."""

from service.multiplayer.scoring import end_calling
from service.multiplayer.state import OPEN, CallingRound, Deal, Phase, Word
from service.piquet.cards.ranking import CATEGORIES


def category_due(d: Deal) -> int:
    """The category of the round that is open or comes next; the number of categories if all are closed."""
    return len(d.calls) - (1 if d.calls and d.calls[-1].status == OPEN else 0)


def current_round(d: Deal) -> CallingRound:
    """The round that is open or comes next, which then has no words."""
    if d.calls and d.calls[-1].status == OPEN:
        return d.calls[-1]
    return CallingRound(category_due(d))


def put_round(d: Deal, changed: CallingRound) -> None:
    """Set a round, which is the last one begun or the next."""
    d.calls = (*d.calls[: changed.category], changed)


def add_word(d: Deal, word: Word) -> CallingRound:
    """Add a word to the current round, and give the turn to the next seat. Returns the round."""
    now = current_round(d)
    changed = now._replace(words=(*now.words, word))
    put_round(d, changed)
    d.to_act = d.order[len(changed.words) % len(d.order)]
    return changed


def next_round(d: Deal) -> None:
    """Go on with the next round, or with the play when all calling is over (V4.10, N4.10)."""
    if d.is_over:
        return
    d.phase, d.to_act = Phase.CALLING, d.eldest
    if len(d.calls) == len(CATEGORIES):
        end_calling(d)
        if not d.is_over:
            d.phase = Phase.PLAY
