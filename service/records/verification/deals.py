"""The deals of a record: checked, with cards that fit where some are unknown, and played as far as all is known."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from service.piquet import engine
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.law.facts import verdict_on
from service.piquet.law.kinds import BY_NUMBER
from service.piquet.model.actions import Action
from service.piquet.model.state import OVER, SEATS
from service.piquet.model.violations import Violation, violation
from service.piquet.partie import WrittenPartie
from service.piquet.rules.dealing import check_cards, sizes
from service.piquet.rulesets.parameters import NO_LAW, Ruleset, RulesetError
from service.piquet.scoring.adjustments import NO_CLAIM, NOTHING, Claim, before, plus
from service.piquet.scoring.settlement import by_seat
from service.records.model import UNKNOWN, Deal, Entry, Members, Record, Step
from service.records.partial_actions import has_unknown, is_irregular, is_of_the_law, is_unnumbered, repeats_in, step_of
from service.records.verification import card_inference
from service.records.verification.card_inference import Filled, Tries, as_dealt, completions
from service.records.verification.claims import DealDivergences, note_adjustments
from service.records.verification.replayed_deal import ReplayedDeal, begin, incidents_json, kind_json
from service.records.verification.report import RIGHT, DealReport, Divergence, claim_json, counting_error
from service.records.verification.score_bounds import can_score

TRIES = 8  # ways of filling in unknown cards to try for a deal

# Violations that depend on the discards: chosen cards can cause them even if both hands are known.
_DEPENDS_ON_DISCARDS = ("reckon.better_than_called",)
_WHATEVER_THE_CARDS = ("turn.", "reply.contradictory", "deal.unfinished")


def check_deal(record: Record, at: int, partie: WrittenPartie, tries: Tries) -> DealReport:
    """Check the deal of a record with this index, which comes after the deals of `partie`."""
    deal, rules = record.deals[at], partie.rules
    report = DealReport(partie.number, annulled=deal.annulled, steps=len(deal.steps), unknown_cards=rules.pack)
    checker = _DealChecker(record, at, partie, tries)
    if _is_score_alone(deal):
        report.dealer = partie.due
        checker.check_score(report, report.dealer)
        return report
    report.unknown_cards = card_inference.unknown_cards(rules, deal)
    report.dealer = partie.due if deal.dealer is None or not deal.out_of_turn else SEATS.index(deal.dealer)
    wrong_cards = misdealt(rules, deal)
    proved = bool(wrong_cards) and is_proved(deal, wrong_cards)
    misdealt_cards = checker.check_dealt(report.dealer, [] if proved else wrong_cards)
    known = partie.finished is not None or rules.target is None
    if misdealt_cards is not None:
        report.divergences.append(misdealt_cards)
    elif deal.steps and known and report.dealer is not None and not proved:
        report = checker.play_by_scores(report, report.dealer)
    if report.score is None:
        checker.check_score(report, report.dealer)
    return report


def _is_score_alone(deal: Deal) -> bool:
    """Whether nothing says who dealt, which cards, and what was done with them."""
    marked = deal.irregular or deal.out_of_turn
    return deal.dealer is None and deal.talon is None and deal.hands == [None, None] and not (deal.steps or marked)


class _DealChecker(DealDivergences):
    """The check of one deal.

    With `may_go_on` the record ends with this deal, which need not be over. With `followed` another deal comes after
    it.
    """

    def __init__(self, record: Record, at: int, partie: WrittenPartie, tries: Tries) -> None:
        deal, last = record.deals[at], at == len(record.deals) - 1
        adjustment = NOTHING if deal.annulled else partie.adjustment
        super().__init__(deal, at, partie.number, not last, adjustment)
        self.rules, self.partie, self.tries = partie.rules, partie, tries
        self.may_go_on = last and record.result is None

    # ------------------------------------------------------------ the dealer and the cards

    def check_dealt(self, dealer: int | None, wrong: Sequence[Violation]) -> Divergence | None:
        """Return the first divergence of the dealer and the cards. `wrong` is what is wrong with the cards."""
        deal, due, rules = self.deal, self.partie.due, self.rules
        if (deal.irregular or deal.out_of_turn) and rules.law == NO_LAW:
            return self.refused("/irregular" if deal.irregular else "/out_of_turn", [violation("law.none")])
        if deal.out_of_turn and dealer == due:
            return self.refused("/out_of_turn", [violation("irregular.regular")])
        if not deal.out_of_turn and due is not None and deal.dealer not in (None, SEATS[due]):
            found = self.divergence("claim.dealer", "/dealer", "R2.4", f"{SEATS[due]} deals")
            found.claimed, found.computed = deal.dealer, SEATS[due]
            found.ruling = None if rules.law == NO_LAW else kind_json(BY_NUMBER["K2"])
            return found
        if wrong:
            counts = all(each.code == "deal.wrong_count" for each in wrong)
            return self.refused("", wrong, ruling=self._misdeal(dealer) if counts else None)
        lists = [cards for cards in (*deal.hands, deal.talon) if cards is not None]
        if sum(map(len, lists)) > rules.pack:
            message = "no deal of the pack fits the known cards"
            return self.divergence("cards.contradictory", "/dealt", "R2.1", message)
        if deal.irregular and len(lists) == 3 and not misdealt(rules, deal, regular=True):
            return self.refused("/irregular", [violation("irregular.regular")])
        return None

    def _misdeal(self, dealer: int | None) -> dict[str, str] | None:
        """Return what the law would say of wrong numbers of cards.

        None unless all cards are known and it deals with them.
        """
        rules = self.rules
        dealt = as_dealt(rules, self.deal)
        if dealt is None or dealer is None or rules.law == NO_LAW or self.deal.irregular:
            return None
        hands = hand_of(dealt.hands[0]), hand_of(dealt.hands[1])
        if check_cards(rules, (by_seat(dealer, hands), tuple(CARD[card] for card in dealt.talon)), irregular=True):
            return None
        found = begin(self.partie, dealer, dealt.hands, dealt.talon).irregular()
        return kind_json(BY_NUMBER[verdict_on(found.d, found.law.irregularities[-1]).number])

    # ------------------------------------------------------------ the steps

    def play_by_scores(self, report: DealReport, dealer: int) -> DealReport:
        """Replay the steps by the scores of the deals before, or after their adjustments if only these agree.

        They may decide when a target ends the play.
        """
        played = self.play(report, dealer)
        if played.divergences and self.partie.may_go_by_adjusted:
            self.partie.by_adjusted = True
            other = self.play(replace(report, by_adjusted=True), dealer)
            if not other.divergences:
                return other
            self.partie.by_adjusted = False
        return played

    def play(self, report: DealReport, dealer: int) -> DealReport:
        """Replay the steps: once if all cards are known, else with cards that fit, until one way agrees.

        With unknown cards the check ends at the first act of the law: what it does depends on the cards. It ends at an
        action that names a card twice, too, which is wrong whatever the cards.
        """
        deal = self.deal
        entries = [step.entry for step in deal.steps[: deal.unread]]
        dealt = as_dealt(self.rules, deal)
        if dealt is not None and not any(map(has_unknown, entries)):
            return self._played(replace(report, basis="cards"), dealt, entries, dealer, deal.unread is None)
        if self.tries.left <= 0 or deal.irregular:
            return report
        blind = next((at for at, entry in enumerate(entries) if _is_blind(entry) or repeats_in(entry)), len(entries))
        known = [step.action for step in deal.steps[:blind]]
        fitting = self._longest(known, dealer)
        best: DealReport | None = None
        for filled in completions(self.rules, deal, dealer, known[:fitting], TRIES, self.tries):
            whole = deal.unread is None and fitting == len(deal.steps)
            decoded = [
                entry if isinstance(entry, Action) else action
                for entry, action in zip(entries, filled.actions, strict=False)
            ]
            played = self._played(replace(report, basis="fitting_cards"), filled, decoded, dealer, whole)
            if best is None or not played.divergences or _agreed(played) > _agreed(best):
                best = played
            if not played.divergences:
                break
        if best is None:  # no try is left
            return report
        best.incidents, best.lost = [], None
        found = best.divergence
        certain = [each for each in best.divergences if self._is_certain(known[:fitting], each, dealer)]
        if certain and certain[0] is found:
            best.divergences = certain
        elif fitting < len(known):
            message = "this contradicts the cards that are known from the steps before"
            wrong = self.divergence("cards.contradictory", f"/steps/{fitting}/action", "R2.1", message)
            wrong.step, wrong.claimed = fitting + 1, deal.steps[fitting].action
            best.divergences = [wrong]
        elif found is not None:
            best.checked = _agreed(best)
            best.divergences, best.score, best.errors = [], None, RIGHT
        if not best.divergences and blind < len(entries):
            best.divergences = self._repeated(blind)
        return best

    def _repeated(self, at: int) -> list[Divergence]:
        """Return the divergence of a step that names a card twice, if it does."""
        step = self.deal.steps[at]
        found = repeats_in(step.entry)
        place = f"/steps/{at}/action"
        return [self.refused(place, found, step=at + 1, claimed=step.action)] if found else []

    def _longest(self, actions: list[Members], dealer: int) -> int:
        """Return the number of actions, from the first, that fit together with the known cards."""
        low, high = 0, len(actions)
        if self._fit(actions, dealer):
            return high
        high -= 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._fit(actions[:middle], dealer):
                low = middle
            else:
                high = middle - 1
        return low

    def _fit(self, actions: list[Members], dealer: int) -> bool:
        return any(True for _ in completions(self.rules, self.deal, dealer, actions, 1, self.tries))

    def _is_certain(self, actions: list[Members], found: Divergence, dealer: int) -> bool:
        """Whether a divergence holds for all unknown cards: both hands are known, or it does not depend on them."""
        whole = all(len(cards) == card_inference.HAND for cards in card_inference.held(self.deal, dealer, actions))
        return found.code.startswith(_WHATEVER_THE_CARDS) or (whole and found.code not in _DEPENDS_ON_DISCARDS)

    def _played(
        self, report: DealReport, dealt: Filled, entries: Sequence[Entry], dealer: int, whole: bool
    ) -> DealReport:
        """Replay a deal with all cards known. `whole` says whether the entries are all its steps."""
        replayed = begin(self.partie, dealer, dealt.hands, dealt.talon)
        report = replace(report, divergences=[], checked=len(entries))
        found = report.divergences
        score, errors = (0, 0), RIGHT
        for at, (entry, step) in enumerate(zip(entries, self.deal.steps, strict=False)):
            try:
                events = replayed.apply(entry)
            except engine.IllegalAction as illegal:
                report.incidents = incidents_json(replayed.state, followed=self.followed)
                meant = replayed.reply_meant(entry, illegal.violations)
                if meant is not None:
                    report.checked = at - 1
                    found.append(self.contradictory_reply(at - 1, meant, illegal.violations))
                    return report
                refused = self.refused(
                    f"/steps/{at}/action",
                    illegal.violations,
                    step=at + 1,
                    claimed=step.action,
                    ruling=kind_json(replayed.would_be(entry, illegal.violations)),
                )
                report.checked = at
                found.append(refused)
                return report
            if events:
                score = events[-1].score
            if step.score is not None:
                errors = self.running_score(found, at, step.score, score, events, errors)
        state = replayed.state
        report.incidents = incidents_json(state, followed=self.followed)
        due = not self.may_go_on or self.deal.score or any(self.deal.written)
        if whole and replayed.annulled != self.deal.annulled:
            message = "a ruling annuls this deal" if replayed.annulled else "no ruling annuls this deal"
            claimed, computed = self.deal.annulled, replayed.annulled
            place = "/annulled"
            found.append(self.divergence("claim.annulled", place, "E1", message, claimed=claimed, computed=computed))
        elif whole and due and state.phase not in OVER:
            found.append(self.divergence("deal.unfinished", "", "R6.1", "the steps do not end the deal"))
        if state.phase in OVER:
            report.errors = self.final_score(found, score, errors)
            report.score, report.lost = score, replayed.lost
        return report

    # ------------------------------------------------------------ scores without cards

    def check_score(self, report: DealReport, dealer: int | None) -> None:
        """Check a score that no cards prove: the sheets must agree (Law 74), and a deal must be able to score it.

        It was written down as such, on a sheet, or follows from the totals before and after the deal.
        """
        deal = self.deal
        score = deal.score
        a_sheet, b_sheet = deal.written
        if a_sheet is not None and b_sheet is not None:
            own = a_sheet[0], b_sheet[1]
            differing = self.differing_sheets(a_sheet, b_sheet)
            if differing is not None:
                report.divergences.append(differing)
            if score is not None and own[0] is not None and own[1] is not None and not deal.annulled:
                report.errors = self.score_beside_sheets(report.divergences, score, (own[0], own[1]))
            score = score or own
        if score is not None and report.basis == "nothing" and not report.divergences:
            report.basis = "score"
        if deal.annulled:
            if score is not None:
                report.errors = self.final_score(report.divergences, (0, 0))
            return
        if not is_irregular(deal):  # the bounds are those of the rules
            report.divergences += self._impossible(dealer)

    def _impossible(self, dealer: int | None) -> Iterator[Divergence]:
        """Yield the first claim of the deal's score that no deal can have, if there is one."""
        deal, partie = self.deal, self.partie
        a_sheet, b_sheet = deal.written
        message, adjusted, times = "no deal can have this score", False, 1
        if deal.score is not None:
            place, claimed, adjusted = "/score", deal.score, True
        elif a_sheet is not None and b_sheet is not None:
            place, claimed = "/written", (a_sheet[0], b_sheet[1])
        elif a_sheet is not None or b_sheet is not None:
            place, claimed = ("/written/A", a_sheet) if a_sheet is not None else ("/written/B", b_sheet or NO_CLAIM)
        else:
            place, claimed, adjusted, times = "/totals", partie.between_totals(deal), True, partie.times
            message = "no deal can have the score by which these totals are above those before it"
        adjustment = self.adjustment if adjusted else NOTHING
        if not self._can_be(before(claimed, plus(NOTHING, adjustment, times)), times, dealer):
            written = deal.totals or NO_CLAIM if place == "/totals" else claimed
            found = self.divergence("score.impossible", place, "R7.1", message, claimed=claim_json(written))
            found.correction = counting_error(list(SEATS), self.followed)
            if adjustment != NOTHING:
                note_adjustments(found, fits_without=self._can_be(claimed, times, dealer))
            yield found

    def _can_be(self, claimed: Claim, times: int, dealer: int | None) -> bool:
        """Whether the deal can have a score that counts so many times."""
        if any(number is not None and number % times for number in claimed):
            return False
        a_score, b_score = (None if number is None else number // times for number in claimed)
        finished = self.partie.number - 1
        return can_score(self.rules, finished, (a_score, b_score), dealer, followed=self.followed)


def _is_blind(entry: Entry) -> bool:
    """Whether an action cannot be replayed with cards that were chosen to fit.

    It has an unknown card outside a first discard, or it belongs to the law of irregularities.
    """
    if is_of_the_law(entry):
        return True
    return not isinstance(entry, Action) and has_unknown(entry) and entry["type"] not in ("exchange", "commit_discard")


def _agreed(played: DealReport) -> int:
    """Return how many steps come before the first divergence."""
    found = played.divergence
    return played.checked if found is None or found.step is None else found.step - 1


# ---------------------------------------------------------------- the cards


def misdealt(rules: Ruleset, deal: Deal, *, regular: bool = False) -> list[Violation]:
    """Violations in the cards dealt: cards that appear twice or are not in the pack, and wrong counts (R2.1, R2.2).

    An irregular deal may have other counts (docs/law.md, K1), unless it is checked as a `regular` one.
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
    """Whether an incident of an annulled deal names every card that is there twice (docs/law.md, L75)."""
    proofs = [step.action["proof"] for step in deal.steps if "proof" in step.action]
    double = {card for proof in proofs for card in proof.get("double", ())}
    return deal.annulled and all(each.code == "deal.card_twice" and each.params["card"] in double for each in found)


# ---------------------------------------------------------------- one deal after the other


class DealInHand(NamedTuple):
    """A deal of a record before its first step.

    `dealer` is the seat that dealt, None if nothing shows it. `replayed` is None unless all cards and steps are known
    and the cards are the pack.
    """

    number: int
    deal: Deal
    dealer: int | None
    replayed: ReplayedDeal | None


def deals_in_turn(record: Record, rules: Ruleset) -> Iterator[DealInHand]:
    """Yield the deals of a record.

    Play each as far as it goes before you take the next: that one depends on its score.
    """
    partie = record.partie(rules)
    for at, deal in enumerate(record.deals):
        if partie.may_go_by_adjusted:
            check_deal(record, at, partie, Tries())  # finds out by which scores the players went
        dealer = partie.dealer_of(deal)
        replayed = _begin(partie, deal, dealer)
        yield DealInHand(partie.number, deal, dealer, replayed)
        if replayed is None:
            partie.end(deal, dealer, None)
        else:
            partie.end(deal, dealer, replayed.score, replayed.lost)


def _begin(partie: WrittenPartie, deal: Deal, dealer: int | None) -> ReplayedDeal | None:
    rules = partie.rules
    dealt = as_dealt(rules, deal)
    unread = deal.unread is not None or any(has_unknown(step.entry) for step in deal.steps)
    if dealer is None or dealt is None or unread or misdealt(rules, deal):
        return None
    if rules.law == NO_LAW and (deal.irregular or deal.out_of_turn):
        return None
    if partie.finished is None and rules.target is not None:
        return None
    return begin(partie, dealer, dealt.hands, dealt.talon)


def has_unnumbered(record: Record) -> bool:
    """Whether a ruling of the record leaves out the number of its entry."""
    return any(is_unnumbered(step.entry) for deal in record.deals for step in deal.steps)


def numbered(record: Record) -> Record:
    """Return the record with the number of the entry in every ruling that leaves it out, as far as it can be played."""
    if not has_unnumbered(record):
        return record
    try:
        rules = record.rules()
    except RulesetError:
        return record
    deals = []
    for each in deals_in_turn(record, rules):
        steps = each.deal.steps if each.replayed is None else list(_numbered(each.deal, each.replayed))
        deals.append(replace(each.deal, steps=steps))
    return replace(record, deals=deals)


def _numbered(deal: Deal, replayed: ReplayedDeal) -> Iterator[Step]:
    legal = True
    for step in deal.steps:
        entry = step.entry
        if legal and is_unnumbered(entry):
            entry = step_of({**step.action, "number": replayed.latest(step.action)}).entry
        try:
            if legal:
                replayed.apply(entry)
        except engine.IllegalAction:
            legal, entry = False, step.entry
        yield replace(step, entry=entry)
