"""The published rulesets, by name and version."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from service.piquet.rulesets.parameters import PARAMETERS, Ruleset, RulesetError, Value, unknown_parameters
from service.piquet.suggestions import did_you_mean

# The bonus for the last trick that comes with each way of scoring tricks, unless it is overridden, too (R6.2).
_LAST_TRICK = {"lead_and_capture": 1, "lead_and_take": 0, "one_per_trick": 10}


class Code(NamedTuple):
    """A published ruleset.

    `silent` has the parameters that its source does not mention; they have the values of the Portland Club, or of the
    ruleset that this one follows. The values of a released version never change; other values get a new version.
    """

    ruleset: Ruleset
    source: str
    silent: frozenset[str] = frozenset()
    version: int = 1

    @property
    def label(self) -> str:
        """The name and the version: `portland@1`."""
        return f"{self.ruleset.name}@{self.version}"


_PORTLAND = Ruleset()
_AU_CENT = Ruleset(
    name="au-cent",
    law="au-cent",
    first_deal="low_cut_deals",
    younger_min=0,
    tie_break_call="always",
    abide_by_call="always",
    concession="none",
    target=100,
    double_below=50,
    match_games=5,
)
_HOYLE = replace(
    _AU_CENT, name="hoyle", law="hoyle", younger_min=1, target=101, double_below=None, low_cards_uncounted=True
)
_FRENCH = Ruleset(
    name="french",
    law="french",
    first_deal="low_cut_deals",
    elder_second_exchange=True,
    left_cards="private_named_suit",
    carte_blanche_protocol="show",
    call_order="fixed",
    concession="none",
    target=100,
)
_PUBLISHED = (
    Code(_PORTLAND, "S4"),
    Code(
        Ruleset(
            name="parlett",
            first_deal="low_cut_deals",
            carte_blanche_protocol="show",
            tie="two_more_until_broken",
        ),
        "S2",
        frozenset({"left_cards", "concession", "concession_score", "law"}),
    ),
    Code(
        Ruleset(
            name="denexa",
            first_deal="high_cut_deals",
            younger_max=5,
            left_cards="revealed_by_dealer",
            call_order="fixed",
            repique_test="opponent_scores_nothing",
            trick_scoring="lead_and_take",
            last_trick_bonus=0,
            cards_counted="seventh_trick",
        ),
        "S0",
        frozenset({"deal_packet", "concession", "concession_score", "tie", "law"}),
    ),
    Code(
        Ruleset(
            name="wikipedia",
            younger_max=5,
            carte_blanche_protocol="show",
            call_order="fixed",
            point_minimum=4,
            repique_test="opponent_scores_nothing",
            equality_saves_repique=True,
        ),
        "S1",
        frozenset({"deal_packet", "left_cards", "concession", "concession_score", "tie", "law"}),
    ),
    Code(_FRENCH, "S3"),
    Code(_AU_CENT, "S4"),
    Code(_HOYLE, "Hoyle"),
    Code(
        replace(
            _HOYLE,
            name="old-36",
            law="old",
            pack=36,
            elder_max=8,
            point_comparison="pips",
            point_score="pips",
            target=100,
        ),
        "The game of 1651",
    ),
    Code(
        replace(_PORTLAND, name="german", elder_min=3, younger_min=3, target=101, double_below=51),
        "German play",
        frozenset({"law"}),
    ),
    Code(
        replace(
            _FRENCH,
            name="garraud",
            elder_second_exchange=False,
            tie_break_call="always",
            repique_by="elder",
            low_cards_uncounted=True,
            uncounted_plays="leads",
            partie_bonus=0,
            target=150,
        ),
        "G",
        frozenset(
            {
                "first_deal",
                "deal_packet",
                "point_minimum",
                "abide_by_call",
                "last_trick_bonus",
                "target_stop",
                "concession",
                "concession_score",
                "law",
            }
        ),
    ),
)
# By name the newest version (the last one listed), and by label every version.
RULESETS: dict[str, Code] = {code.ruleset.name: code for code in _PUBLISHED}
VERSIONS: dict[str, Code] = {code.label: code for code in _PUBLISHED}


#: The ruleset of a game that names none.
DEFAULT = _PORTLAND.name


def code_of(name: str) -> Code:
    """Return the published ruleset with a name (newest version) or a label (`portland@1`). Raises `RulesetError`."""
    code = RULESETS.get(name) or VERSIONS.get(name)
    if code is None:
        near = did_you_mean(name, VERSIONS if "@" in name else RULESETS)
        raise RulesetError(f"there is no ruleset {name!r}{near}; the rulesets are {', '.join(VERSIONS)}")
    return code


def ruleset(name: str, overrides: Mapping[str, Value] | None = None) -> Ruleset:
    """Return the ruleset with a name or label, with some parameters changed. Raises `RulesetError`."""
    code = code_of(name)
    chosen = dict(overrides or {})
    unknown = [parameter for parameter in chosen if parameter not in PARAMETERS]
    if unknown:
        raise unknown_parameters(unknown)
    scoring = chosen.get("trick_scoring")
    if isinstance(scoring, str) and scoring in _LAST_TRICK:
        chosen.setdefault("last_trick_bonus", _LAST_TRICK[scoring])
    return replace(code.ruleset, **chosen) if chosen else code.ruleset  # type: ignore[arg-type]
