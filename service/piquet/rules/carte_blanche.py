"""The carte blanche (R3): who may claim it, and how it is shown and scored."""

from service.piquet.cards.cards import COURT, names
from service.piquet.cards.holdings import is_carte_blanche
from service.piquet.model.actions import ClaimCarteBlanche
from service.piquet.model.state import CARTE_BLANCHE, ELDER, YOUNGER, MutableState, Phase, Reader
from service.piquet.model.violations import Violation, out_of_bounds, violation
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import log_event, reckon_in_hand


def may_claim(rules: Ruleset, s: Reader, role: int) -> bool:
    """Whether a role may claim a carte blanche now (R3.1, R3.3)."""
    return is_carte_blanche(s.dealt[role]) and not _refusals(rules, s, role)


def _refusals(rules: Ruleset, s: Reader, role: int) -> list[Violation]:
    """Every reason why the role may not claim a carte blanche now, whatever it holds."""
    too_early = role == YOUNGER and s.phase == Phase.ELDER_EXCHANGE and rules.carte_blanche_protocol == "show"
    reasons = {
        "carte_blanche.already_claimed": s.blanche[role],
        "carte_blanche.after_exchange": s.exchanged[role] >= 0,
        "carte_blanche.too_early": too_early,
    }
    return [violation(code) for code, holds in reasons.items() if holds]


def check_claim(rules: Ruleset, s: Reader, role: int, action: ClaimCarteBlanche) -> tuple[Violation, ...]:
    """Return the violations of a claim (R3.1, R3.3, R4.1)."""
    found = []
    if not is_carte_blanche(s.dealt[role]):
        found.append(violation("carte_blanche.court_cards", cards=names(s.dealt[role] & COURT)))
    found += _refusals(rules, s, role)
    says = role == ELDER and rules.carte_blanche_protocol == "discard_first"
    if says and action.exchange is None:
        found.append(violation("carte_blanche.exchange_missing", "exchange"))
    elif not says and action.exchange is not None:
        found.append(violation("carte_blanche.exchange_not_said", "exchange"))
    elif action.exchange is not None:
        found += out_of_bounds(action.exchange, (rules.elder_min, rules.elder_max), "R4.1", "exchange")
    return tuple(found)


def apply_claim(d: MutableState, role: int, action: ClaimCarteBlanche) -> ClaimCarteBlanche:
    """Claim a carte blanche: announce it, or show it at once."""
    if role == ELDER and action.exchange is not None:
        d.blanche = ("announced", d.blanche[YOUNGER])
        d.announced = action.exchange
        log_event(d, role, "announced", more={"exchange": action.exchange})
        if d.exchanged[YOUNGER] < 0:
            d.phase, d.to_act = Phase.COMMIT_DISCARD, YOUNGER
        else:  # younger has exchanged before elder (docs/law.md, K7)
            show_carte_blanche(d, ELDER)
    elif role == YOUNGER and d.exchanged[ELDER] < 0:
        d.blanche = (d.blanche[ELDER], "announced")
        log_event(d, role, "announced")
    else:
        show_carte_blanche(d, role)
    return action


def show_carte_blanche(d: MutableState, role: int) -> None:
    """Show a carte blanche, and score it unless the other player may still show one (R3.4)."""
    d.blanche = ("shown", d.blanche[YOUNGER]) if role == ELDER else (d.blanche[ELDER], "shown")
    if d.rules.both_may_be_blank and (role == ELDER or d.blanche[ELDER]):
        log_event(d, role, "shown", names(d.dealt[role]))  # its points depend on whether the other player has one, too
    else:
        score_carte_blanche(d, role)


def score_carte_blanche(d: MutableState, role: int) -> None:
    """Score a carte blanche (R3.1)."""
    points = d.rules.carte_blanche_points
    reckon_in_hand(d, role, CARTE_BLANCHE, points)
    log_event(d, role, "carte_blanche", names(d.dealt[role]), points=points)
