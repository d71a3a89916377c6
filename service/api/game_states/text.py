"""States of requests and responses in the notation, one line each (docs/notation.md)."""

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from service.api.game_states.verification import Impossible, ReplayedDeal, Verified, key_of, replay_deal
from service.api.problems import Fault, Problem, pointer
from service.api.schemas import state as structs
from service.api.schemas.actions import Action, Entry, entry_of_text, line_of, malformed
from service.api.schemas.responses import write_event, write_violation
from service.api.schemas.ruleset_choice import ChosenRuleset, RulesetChoice, RulesetName, ruleset_of
from service.api.schemas.scalars import SEAT
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.model.state import SEATS
from service.piquet.model.violations import IllegalAction, Path, Violation, violation
from service.piquet.notation import position as notation
from service.piquet.notation.action_lines import NotationError
from service.piquet.partie import DealResult, Partie, walk
from service.piquet.partie_replay import finished_deals
from service.piquet.rules.dealing import deal_of_hands
from service.piquet.rulesets.parameters import NO_LAW, Ruleset

LONGEST = 131_072  # a partie of two hundred deals

# The pattern is only for the contract. The parser does the matching, because its messages are more precise.
StateText = Annotated[str, msgspec.Meta(max_length=LONGEST, extra_json_schema={"pattern": "^1~[-.0-9@A-Z_a-z~]*$"})]
_pack = msgspec.json.Encoder().encode


# A `notation.Dealing` and a `notation.Position` with the actions as structs.
_Dealing = tuple[tuple[list[str], list[str]], list[str], list[Action], str]
_Position = tuple[str, dict[str, Any], str, list[_Dealing]]

# Those of a line that is read: an action from its text is decoded, one from a replay is not yet.
_ReadDealing = notation.Dealing[Action | Entry]
_ReadPosition = notation.Position[Action | Entry]

_decode_replayed = msgspec.json.Decoder(tuple[list[DealResult], _Position | None]).decode


def write_line(verified: Verified) -> str:
    """Return a state in one line, in canonical form."""
    if verified.line:
        return verified.line
    choice = verified.choice
    name, overrides = (choice, {}) if isinstance(choice, str) else (choice.name, choice.overrides)
    state, deals = verified.state, _finished_dealings(verified.deals)
    dealt = verified.dealt()
    if dealt is not None:
        out_of_turn = state.law is not None and state.law.dealt_by >= 0
        deals.append(_dealing(dealt, verified.history, SEATS[state.dealer] if out_of_turn else ""))
    position = notation.Position(name, dict(overrides), SEATS[state.first_dealer], deals)
    return notation.write_position(position, line_of)


def _finished_dealings(deals: list[structs.FinishedDeal]) -> list[notation.Dealing[Action]]:
    return [_dealing(deal.dealt, deal.history, deal.dealer if deal.out_of_turn is True else "") for deal in deals]


def _dealing(dealt: structs.Dealt, history: list[Action], dealt_by: str) -> notation.Dealing[Action]:
    """Return a deal as the notation has it; `dealt_by` is the seat that dealt it out of turn, if one did."""
    hands = list[str](dealt.hands.A), list[str](dealt.hands.B)
    regular = [*map(len, hands)] == [HAND_SIZE, HAND_SIZE]
    mark = "" if regular and not dealt_by else f"@{dealt_by}"
    return notation.Dealing(hands, list[str](dealt.talon), history, mark)


def pack_finished_deals(given: structs.State) -> bytes:
    """Return the finished deals of a state, as `replay_partie` takes them."""
    choice, partie = given.ruleset, given.partie
    name, overrides = (choice, {}) if isinstance(choice, str) else (choice.name, choice.overrides)
    return _pack(notation.Position(name, dict(overrides), partie.first_dealer, _finished_dealings(partie.deals)))


def results_of(replayed: bytes) -> list[DealResult]:
    """Return the results of the finished deals from what `replay_partie` returned."""
    return _decode_replayed(replayed)[0] if replayed else []


def _unpack_replayed(replayed: bytes) -> tuple[list[DealResult], _ReadPosition]:
    results, position = _decode_replayed(replayed)
    assert position is not None
    name, overrides, first_dealer, deals = position
    return results, notation.Position(name, overrides, first_dealer, [notation.Dealing(*deal) for deal in deals])


def read_line(text: str, *path: str | int, replayed: bytes = b"") -> Verified:
    """Return the state of a line. Raises `Impossible`, or a `Problem` if the line is not in the notation.

    `replayed` is what `replay_partie` returned for the line, if it was called. The results in it are not checked again.
    """
    try:
        if replayed:
            results, position = _unpack_replayed(replayed)
        else:
            results, position = [], notation.read_position(text, entry_of_text)
    except NotationError as error:
        raise malformed(error, text, *path) from None
    rules, named = _ruleset_of(position.ruleset, position.overrides, *path)
    try:
        return _replayed(rules, named, position, results)
    except _Refused as refused:
        raise Impossible(named, [write_violation(reason, *path) for reason in refused.reasons]) from None


def _ruleset_of(name: str, overrides: dict[str, Any], *path: str | int) -> ChosenRuleset[Ruleset]:
    try:
        return ruleset_of(RulesetChoice(name, overrides) if overrides else name, *path)
    except Problem as problem:
        faults = [Fault(pointer(*path), fault.message) for fault in problem.errors]
        raise Problem(problem.code, problem.detail, faults, **problem.extra) from None


class _Refused(Exception):
    def __init__(self, reasons: Iterable[Violation], deal: int) -> None:
        """`deal` is the number of the deal within the line, from 1, for the parameters; that of the action is added."""
        self.reasons = [
            Violation(each.code, each.rule, (), each.message, {**each.params, "deal": deal, **_action_at(each.path)})
            for each in reasons
        ]


def _action_at(path: Path) -> dict[str, int]:
    """Return the number of the action at the path of a violation, from 1, if it is one of an action."""
    return {"action": int(path[1]) + 1} if path[:1] == ("history",) and len(path) > 1 else {}


def _replayed(rules: Ruleset, named: RulesetName, position: _ReadPosition, results: list[DealResult]) -> Verified:
    partie = Partie(rules, SEAT[position.first_dealer])
    if not position.deals:
        return Verified.begun(rules, named, partie.first_dealer)
    deals = [_FinishedDeal(named, dealing, number) for number, dealing in enumerate(position.deals[:-1], 1)]
    finished: list[structs.FinishedDeal] = []
    for deal, (before, result) in zip(
        deals, walk(partie, deals, finished_deals, results, filled_in=True), strict=False
    ):
        if result.ends_partie:
            raise _Refused([violation("state.partie_over")], deal.number + 1)
        finished.append(deal.written(result))
        partie = before.after(result)
    try:
        last = _deal(partie, position.deals[-1])
    except IllegalAction as illegal:
        raise _Refused(illegal.violations, len(position.deals)) from None
    return Verified(named, rules, last.state, list(map(write_event, last.events)), last.history, finished)


def _dealt(dealing: _ReadDealing) -> structs.Dealt:
    a_hand, b_hand = dealing.hands
    return structs.Dealt(structs.CardsBySeat(a_hand, b_hand), dealing.talon)


class _FinishedDeal:
    """A finished deal of a line, with its number from 1."""

    def __init__(self, named: RulesetName, dealing: _ReadDealing, number: int) -> None:
        self._named, self._dealing, self.number = named, dealing, number
        self._dealt = _dealt(dealing)
        self._history = [each.struct if isinstance(each, Entry) else each for each in dealing.actions]

    def key(self, partie: Partie) -> bytes:
        return key_of(self._named, partie, self._dealing.mark, self._dealt, self._history)

    def play(self, partie: Partie) -> DealResult:
        try:
            deal = _deal(partie, self._dealing)
            result = deal.result()
        except IllegalAction as illegal:
            raise _Refused(illegal.violations, self.number) from None
        self._history = deal.history
        return result

    def written(self, result: DealResult) -> structs.FinishedDeal:
        """Return the deal as the contract has it."""
        annulled = result.annulled or msgspec.UNSET
        out_of_turn = True if self._dealing.mark[1:] else msgspec.UNSET
        score = structs.Score(*result.score)
        return structs.FinishedDeal(SEATS[result.dealer], self._dealt, self._history, score, annulled, out_of_turn)


def _deal(partie: Partie, dealing: _ReadDealing) -> ReplayedDeal:
    """Return a deal of a line after the deals of `partie`, replayed. Raises `IllegalAction`."""
    mark, rules = dealing.mark, partie.rules
    dealer = SEAT[mark[1:]] if mark[1:] else partie.due
    if mark and rules.law == NO_LAW:
        raise IllegalAction((violation("law.none"),))
    cards = deal_of_hands(rules, dealing.hands, dealing.talon, dealer, irregular=bool(mark))
    if mark and (found := partie.check(cards, irregular=True, dealer=dealer)):
        raise IllegalAction(found)
    return replay_deal(partie, cards, dealer, dealing.actions)
