"""Violations: the reasons why an action is illegal or a state is impossible, as data.

Codes are stable. The message of a violation is made from its parameters, so every value in the message is also
available as data.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from service.piquet.suggestions import listed

#: Plain data: what JSON can have. A tuple stands for an array, too.
JsonValue = bool | int | float | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"] | None

#: The place of a value in plain data.
Path = tuple[str | int, ...]

# code: (rule, message template)
CODES: dict[str, tuple[str, str]] = {
    # turns
    "turn.other_seat": ("R5.10", "it is {to_act}'s turn"),
    "turn.not_now": ("R5.10", "{type} is not possible in the phase {phase}; {to_act} is to act"),
    "turn.nobody": ("R2.4", "nobody is to act: the phase is {phase}"),
    # cards
    "cards.not_held": ("R4.3", "{cards} {cards:is|are} not in the hand"),
    "cards.twice": ("R2.1", "{cards} {cards:is|are} named twice"),
    # carte blanche
    "carte_blanche.court_cards": ("R3.1", "the hand dealt has {cards}"),
    "carte_blanche.already_claimed": ("R3.1", "the carte blanche has been claimed"),
    "carte_blanche.after_exchange": ("R3.1", "a carte blanche must be claimed before the player exchanges"),
    "carte_blanche.too_early": ("R3.3", "younger may show a carte blanche only after elder has exchanged"),
    "carte_blanche.exchange_missing": ("R3.3", "elder must say how many cards they will exchange"),
    "carte_blanche.exchange_not_said": ("R3.3", "the number of cards to exchange must not be given here"),
    # exchange
    "exchange.too_few": ("R4.1", "{count} {count:card is|cards are} fewer than {min}"),
    "exchange.too_many": ("R4.1", "{count} {count:card is|cards are} more than {max}"),
    "exchange.more_than_announced": ("R3.3", "{count} {count:card is|cards are} more than the {max} announced"),
    "exchange.no_second": ("R4.6", "there is no second exchange, or it is too late for one"),
    "exchange.not_stood": ("L39", "elder exchanges in a misdeal without accepting it first"),
    "look.nothing_left": ("R4.5", "no cards are left to look at"),
    "look.too_early": ("R4.5", "the cards left may be looked at once elder has led or named the suit of the lead"),
    "look.elder_may_exchange": ("R4.6", "elder may still exchange the cards left"),
    "look.too_late": ("R4.5", "the cards left may no longer be looked at"),
    "look.suit_missing": ("R4.5", "elder must name the suit of the lead before looking"),
    "look.suit_not_named": ("R4.5", "no suit may be named here"),
    "look.suit_not_held": ("R4.5", "no card of {suit} is held"),
    "look.already_decided": ("R4.5", "this player has already decided whether to look"),
    "look.not_allowed": ("R4.5", "the ruleset does not let this seat look at the cards left"),
    "name_suit.not_allowed": ("R4.5", "the ruleset does not let elder name a suit in place of leading"),
    "name_suit.already_named": ("R4.5", "the suit of the first lead has been named"),
    "name_suit.after_lead": ("R4.5", "elder has led"),
    # calling
    "call.category_closed": ("R5.10", "{category} has been called or passed"),
    "call.out_of_order": ("R5.10", "{expected} comes before {category}"),
    "call.too_short": ("R5.5", "a {category} has at least {min} cards"),
    "call.not_held": ("R5.1", "no such {category} is held"),
    "call.tie_break_required": ("R5.4", "a call of a {category} must give its value or its top card"),
    "call.cards_without_tie_break": ("R5.3", "a call may name its cards only if it gives the value or the top card"),
    "call.cards_do_not_match": ("R5.1", "{cards} {cards:does|do} not make the holding that is called"),
    "reply.not_better": ("R5.2", "no better {category} is held"),
    "reply.not_longer": ("R5.3", "no longer {category} is held, and the tie-break has not been asked for"),
    "reply.nothing_more": ("R5.2", "{member} may be given only with not_good"),
    "reply.wrong_kind": ("R5.2", "{member} does not apply to a {category}"),
    "reply.not_held": ("R5.2", "no better {category} in the hand matches what is said of it"),
    "reply.not_equal": ("R5.2", "no equal {category} is held"),
    "tie_break.wrong_kind": ("R5.3", "a {category} is compared by its {expected}"),
    "tie_break.not_held": ("R5.3", "no {category} of {length} cards with this {kind} is held"),
    # reckoning
    "reckon.category_closed": ("R5.6", "nothing may be reckoned in {category}"),
    "reckon.not_a_holding": ("R5.1", "{cards} {cards:is|are} not a {category}"),
    "reckon.cards_shared": ("R5.7", "{cards} {cards:is|are} in two holdings of the same category"),
    "reckon.nought_once": ("R5.7", "a nought counts once"),
    "reckon.one_only": ("R5.6", "only one {category} may be reckoned or stated"),
    "reckon.better_than_called": ("R5.8", "{cards} {cards:is|are} better than what was called"),
    "reckon.not_good": ("R5.6", "{cards} {cards:is|are} not a {category} that is good"),
    "reckon.called_missing": ("R5.6", "the {category} that was called has to be reckoned"),
    "reckon.better_missing": ("R5.2", "a {category} better than the one called has to be reckoned"),
    "reckon.long_missing": ("R5.3", "a {category} at least as long as the one called has to be reckoned first"),
    "reckon.already": ("R5.11", "younger has already reckoned"),
    "reckon.before_lead": ("R5.11", "younger reckons after elder's first lead"),
    "reckon.too_late": ("R5.11", "nothing can be reckoned once younger has played to the first trick"),
    # play
    "play.must_follow_suit": ("R6.1", "{led} was led and {holds} {holds:is|are} held"),
    "play.named_suit": ("R4.5", "{suit} was named and must be led"),
    "play.reckon_first": ("R5.11", "younger must reckon, or reckon nothing, before playing a card"),
    "concede.not_allowed": ("R6.5", "the ruleset does not allow a concession"),
    "concede.not_last_deal": ("R6.5", "a hand may be thrown down only in the last deal"),
    "concede.still_to_reckon": ("R6.5", "younger may still reckon or state something"),
    "concede.before_lead": ("R6.5", "a hand may be thrown down only after the first lead"),
    "concede.too_late": ("R6.5", "a hand may be thrown down only before the first trick is complete"),
    # irregularities (docs/law.md)
    "law.none": ("LR1", "the ruleset has no law of irregularities"),
    "irregular.regular": ("LR1", "the action is legal, and is not irregular"),
    "irregular.not_covered": ("LR1", "the law does not deal with {code}"),
    "irregular.too_many": ("LR1", "after {max} entries of a deal no such entry is made any more"),
    "incident.contradicted": ("LR1", "the state says otherwise"),
    "incident.not_now": ("LR1", "it is too early or too late to report {kind}"),
    "ruling.no_incident": ("LR1", "there is no irregularity to rule on"),
    "ruling.not_entitled": ("LR1", "this seat may not choose"),
    "ruling.not_offered": ("LR1", "the law does not offer {election}"),
    "ruling.already": ("LR1", "this has been ruled on or corrected"),
    "ruling.too_late": ("LR1", "it is too late: {until} is past"),
    "ruling.due": ("L52", "elder has first to say whether to lead another card"),
    "ruling.not_good": ("L54", "{cards} {cards:is|are} not a {category} that may be reckoned late"),
    "amend.nothing": ("LR28", "there is nothing of this seat's to correct"),
    "amend.no_correction": ("LR28", "the law does not let the word be corrected to this"),
    "amend.too_late": ("LR28", "it is too late: {until} is past"),
    # dealing
    "deal.wrong_count": ("R2.2", "{where} has {count} {count:card|cards} instead of {expected}"),
    "deal.card_twice": ("R2.1", "{card} appears twice"),
    "deal.card_unknown": ("R2.1", "{card} is not in a pack of {pack}"),
    "deal.card_missing": ("R2.1", "{card} is missing"),
    "deal.not_now": ("R2.4", "no deal is due in the phase {phase}"),
    # inconsistent states
    "state.card_twice": ("R2.1", "{card} appears twice"),
    "state.card_unknown": ("R2.1", "{card} is not in a pack of {pack}"),
    "state.card_missing": ("R2.1", "{card} is missing"),
    "state.unexpected": ("R2.2", "{member} is {given}, but the history gives {expected}"),
    "state.hand": ("R4.3", "{member} is {given}, but the history gives {expected}"),
    "state.talon": ("R4.3", "{member} is {given}, but the history gives {expected}"),
    "state.call": ("R5.1", "{member} is {given}, but the history gives {expected}"),
    "state.trick": ("R6.1", "{member} is {given}, but the history gives {expected}"),
    "state.score": ("R7.1", "{member} is {given}, but the history gives {expected}"),
    "state.event": ("R7.1", "{member} is {given}, but the history gives {expected}"),
    "state.turn": ("R6.1", "{member} is {given}, but the history gives {expected}"),
    "state.partie": ("R8.1", "{member} is {given}, but the history gives {expected}"),
    "state.surplus": ("R2.1", "{member} has {given}, which the history does not put there"),
    "state.lacking": ("R2.1", "{member} lacks {expected}, which the history puts there"),
    "state.not_sealed": ("R2.2", "the state has no seal of this service, or a seal that does not match it"),
    "state.deal_not_over": ("R8.1", "the actions of an earlier deal do not end it"),
    "state.partie_over": ("R8.1", "the partie was over before this deal"),
}


@dataclass(frozen=True, slots=True)
class Violation:
    """A reason, with the `path` of its place within the action, deal or state."""

    code: str
    rule: str
    path: Path
    message: str
    params: Mapping[str, JsonValue]

    def under(self, *path: str | int) -> "Violation":
        """Return the same violation with a longer path."""
        return Violation(self.code, self.rule, (*path, *self.path), self.message, self.params)


class IllegalAction(ValueError):
    """Raised for an action or a deal that the rules forbid; `violations` has every reason."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__("; ".join(violation.message for violation in violations))
        self.violations = violations


class _Word:
    """A parameter in a message; `{cards:is|are}` is the form that agrees with its number."""

    def __init__(self, value: JsonValue) -> None:
        self._value = value

    def __format__(self, forms: str) -> str:
        value = self._value
        if forms:
            several = value != 1 if isinstance(value, int) else isinstance(value, tuple | list) and len(value) > 1
            return forms.split("|")[several]
        if isinstance(value, tuple | list):
            return listed(list(map(str, value))) or "no card"
        return _JSON[value] if isinstance(value, bool | None) else str(value)


_JSON = {None: "null", True: "true", False: "false"}


def violation(code: str, /, *path: str | int, rule: str | None = None, **params: JsonValue) -> Violation:
    """Return the violation with this code. `rule` replaces the rule of the table, for a code that serves two rules."""
    own, sentence = CODES[code]
    return worded(code, rule or own, path, sentence, params)


def worded(code: str, rule: str, path: Path, sentence: str, params: Mapping[str, JsonValue]) -> Violation:
    """Return the violation with a message made from a template, for tables of codes other than `CODES`."""
    words = {name: _Word(value) for name, value in params.items()}
    return Violation(code, rule, path, sentence.format(**words), params)


def out_of_bounds(count: int, bounds: tuple[int, int], rule: str, member: str) -> tuple[Violation, ...]:
    """Return the violation for exchanging `count` cards outside `bounds` (fewest, most).

    Empty if the count is allowed.
    """
    least, most = bounds
    if count < least:
        return (violation("exchange.too_few", member, rule=rule, count=count, min=least),)
    if count > most:
        return (violation("exchange.too_many", member, rule=rule, count=count, max=most),)
    return ()


# The violations of a list of cards that a repeated card does not cause.
_HOLD_WITH_REPEATS = ("cards.not_held", "exchange.too_many", "exchange.more_than_announced")


def beside_repeats(repeats: Iterable[Violation], found: Iterable[Violation]) -> list[Violation]:
    """Return the violations of an action with each card once that hold for the action as it was sent.

    `repeats` are the violations of its lists that name a card twice.
    """
    lists = {repeat.path for repeat in repeats}
    return [each for each in found if each.path not in lists or each.code in _HOLD_WITH_REPEATS]
