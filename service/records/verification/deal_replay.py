"""The replay of a deal of a record, with its cards if all are known, else with cards that fit."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from service.piquet import engine
from service.piquet.model.actions import Action
from service.piquet.model.state import OVER, SEATS
from service.piquet.partie import WrittenPartie
from service.piquet.scoring.adjustments import NO_CLAIM, NOTHING, Claim, before, plus
from service.piquet.value_kinds import Members
from service.records.model import Deal, Entry, Record
from service.records.partial_actions import has_unknown, is_irregular, is_of_the_law, repeats_in
from service.records.verification.card_inference import (
    HAND,
    Filled,
    Tries,
    as_dealt,
    completions,
    held,
    unknown_cards,
)
from service.records.verification.carried_errors import RIGHT
from service.records.verification.dealt_cards import check_dealt, is_proved, misdealt
from service.records.verification.divergences import DealDivergences
from service.records.verification.replayed_deal import begin, incidents_json, kind_json
from service.records.verification.report import DealReport, Divergence
from service.records.verification.score_bounds import can_score

TRIES = 8  # ways of filling in unknown cards to try for a deal

# Violations that depend on the discards: chosen cards can cause them even if both hands are known.
_DEPENDS_ON_DISCARDS = ("reckon.better_than_called",)
_WHATEVER_THE_CARDS = ("turn.", "reply.contradictory", "deal.unfinished")


def check_deal(record: Record, at: int, partie: WrittenPartie, tries: Tries) -> DealReport:
    """Check the deal of a record with this index, which comes after the deals of `partie`."""
    deal, rules = record.deals[at], partie.rules
    last = at == len(record.deals) - 1
    report = DealReport(partie.number, annulled=deal.annulled, steps=len(deal.steps), unknown_cards=rules.pack)
    checker = _DealChecker(deal, at, partie, tries, followed=not last, may_go_on=last and record.result is None)
    if _is_score_alone(deal):
        report.dealer = partie.due
        checker.check_score(report, report.dealer)
        return report
    report.unknown_cards = unknown_cards(rules, deal)
    report.dealer = partie.due if deal.dealer is None or not deal.out_of_turn else SEATS.index(deal.dealer)
    wrong_cards = misdealt(rules, deal)
    proved = bool(wrong_cards) and is_proved(deal, wrong_cards)
    misdealt_cards = check_dealt(deal, partie, report.dealer, [] if proved else wrong_cards, checker.divergences)
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


class _DealChecker:
    """The check of one deal.

    With `may_go_on` the record ends with this deal, which need not be over. With `followed` another deal comes after
    it.
    """

    def __init__(
        self, deal: Deal, at: int, partie: WrittenPartie, tries: Tries, *, followed: bool, may_go_on: bool
    ) -> None:
        self.rules, self.deal, self.at, self.partie, self.tries = partie.rules, deal, at, partie, tries
        self.followed, self.may_go_on = followed, may_go_on
        self.adjustment = NOTHING if deal.annulled else partie.adjustment

    @cached_property
    def divergences(self) -> DealDivergences:
        """The writer of divergences, made for the first one: an event has thousands of deals without any."""
        return DealDivergences(self.deal, self.at, self.partie.number, self.followed, self.adjustment)

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
            best.divergences = [
                self.divergences.divergence(
                    "cards.contradictory",
                    f"/steps/{fitting}/action",
                    "R2.1",
                    message,
                    step=fitting + 1,
                    claimed=deal.steps[fitting].action,
                )
            ]
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
        return [self.divergences.refused(place, found, step=at + 1, claimed=step.action)] if found else []

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
        whole = all(len(cards) == HAND for cards in held(self.deal, dealer, actions))
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
                    found.append(self.divergences.contradictory_reply(at - 1, meant, illegal.violations))
                    return report
                refused = self.divergences.refused(
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
                errors = self.divergences.running_score(found, at, step.score, score, events, errors)
        state = replayed.state
        report.incidents = incidents_json(state, followed=self.followed)
        due = not self.may_go_on or self.deal.score or any(self.deal.written)
        if whole and replayed.annulled != self.deal.annulled:
            found.append(self.divergences.wrongly_annulled(replayed.annulled))
        elif whole and due and state.phase not in OVER:
            found.append(self.divergences.divergence("deal.unfinished", "", "R6.1", "the steps do not end the deal"))
        if state.phase in OVER:
            report.errors = self.divergences.final_score(found, score, errors)
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
            differing = self.divergences.differing_sheets(a_sheet, b_sheet)
            if differing is not None:
                report.divergences.append(differing)
            if score is not None and own[0] is not None and own[1] is not None and not deal.annulled:
                report.errors = self.divergences.score_beside_sheets(report.divergences, score, (own[0], own[1]))
            score = score or own
        if score is not None and report.basis == "nothing" and not report.divergences:
            report.basis = "score"
        if deal.annulled:
            if score is not None:
                report.errors = self.divergences.final_score(report.divergences, (0, 0))
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
            fits_without = self._can_be(claimed, times, dealer)
            written = deal.totals or NO_CLAIM if place == "/totals" else claimed
            yield self.divergences.impossible_score(
                place, message, written, adjusted=adjusted, fits_without=fits_without
            )

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
