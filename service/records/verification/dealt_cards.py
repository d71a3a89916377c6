"""Checks of who dealt a deal of a record, and of its cards: those of a regular deal, or of an irregular one."""

from collections.abc import Sequence
from typing import Any

from service.piquet.cards.cards import CARD, hand_of
from service.piquet.law.facts import verdict_on
from service.piquet.law.kinds import BY_NUMBER
from service.piquet.model.state import SEATS
from service.piquet.model.violations import Violation, violation
from service.piquet.partie import WrittenPartie
from service.piquet.rules.dealing import check_cards, sizes
from service.piquet.rulesets.law_parameters import NO_LAW
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import by_seat
from service.records.model import UNKNOWN, Deal
from service.records.verification.card_inference import as_dealt
from service.records.verification.divergences import DealDivergences
from service.records.verification.replayed_deal import begin, kind_json
from service.records.verification.report import Divergence


def misdealt(rules: Ruleset, deal: Deal, *, regular: bool = False) -> list[Violation]:
    """Violations in the cards dealt: cards that appear twice or are not in the pack, and wrong counts (R2.1, R2.2).

    An irregular deal may have other counts (docs/law.md, K1), unless it is judged as a `regular` one.
    """
    found: list[Violation] = []
    limits = sizes(rules.pack, irregular=deal.irregular and not regular)
    lists = ((("hands", "A"), deal.hands[0]), (("hands", "B"), deal.hands[1]), (("talon",), deal.talon))
    seen_cards, pack = 0, rules.cards
    for (path, cards), (least, most) in zip(lists, limits, strict=True):
        for card in cards or ():
            if card == UNKNOWN:
                continue
            bit = 1 << CARD[card]
            if seen_cards & bit:
                found.append(violation("deal.card_twice", "dealt", *path, card=card))
            elif not pack & bit:
                found.append(violation("deal.card_unknown", "dealt", *path, card=card, pack=rules.pack))
            seen_cards |= bit
        if cards is not None and not least <= len(cards) <= most:
            where, expected = "/".join(path), min(max(len(cards), least), most)
            found.append(
                violation("deal.wrong_count", "dealt", *path, where=where, count=len(cards), expected=expected)
            )
    return found


def is_proved(deal: Deal, found: Sequence[Violation]) -> bool:
    """Whether an incident of an annulled deal tells of every card that is there twice (docs/law.md, L75)."""
    proofs = [step.action["proof"] for step in deal.steps if "proof" in step.action]
    double = {card for proof in proofs for card in proof.get("double", ())}
    return deal.annulled and all(each.code == "deal.card_twice" and each.params["card"] in double for each in found)


def check_dealt(
    deal: Deal, partie: WrittenPartie, dealer: int | None, wrong: Sequence[Violation], divergences: DealDivergences
) -> Divergence | None:
    """Return the first divergence of the dealer and the cards. `wrong` is what is wrong with the cards."""
    due, rules = partie.due, partie.rules
    if (deal.irregular or deal.out_of_turn) and rules.law == NO_LAW:
        return divergences.refused("/irregular" if deal.irregular else "/out_of_turn", [violation("law.none")])
    if deal.out_of_turn and dealer == due:
        return divergences.refused("/out_of_turn", [violation("irregular.regular")])
    if not deal.out_of_turn and due is not None and deal.dealer not in (None, SEATS[due]):
        return divergences.divergence(
            "claim.dealer",
            "/dealer",
            "R2.4",
            f"{SEATS[due]} deals",
            claimed=deal.dealer,
            computed=SEATS[due],
            ruling=None if rules.law == NO_LAW else kind_json(BY_NUMBER["K2"]),
        )
    if wrong:
        counts = all(each.code == "deal.wrong_count" for each in wrong)
        return divergences.refused("", wrong, ruling=_misdeal(deal, partie, dealer) if counts else None)
    lists = [cards for cards in (*deal.hands, deal.talon) if cards is not None]
    if sum(map(len, lists)) > rules.pack:
        return divergences.impossible_cards()
    if deal.irregular and len(lists) == 3 and not misdealt(rules, deal, regular=True):
        return divergences.refused("/irregular", [violation("irregular.regular")])
    return None


def _misdeal(deal: Deal, partie: WrittenPartie, dealer: int | None) -> dict[str, Any] | None:
    """Return what the law would say of wrong numbers of cards.

    None unless all cards are known and it deals with them.
    """
    rules = partie.rules
    dealt = as_dealt(rules, deal)
    if dealt is None or dealer is None or rules.law == NO_LAW or deal.irregular:
        return None
    hands = hand_of(dealt.hands[0]), hand_of(dealt.hands[1])
    if check_cards(rules, (by_seat(dealer, hands), tuple(CARD[card] for card in dealt.talon)), irregular=True):
        return None
    found = begin(partie, dealer, dealt.hands, dealt.talon).irregular()
    return kind_json(BY_NUMBER[verdict_on(found.d, found.law.irregularities[-1]).number])
