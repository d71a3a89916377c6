"""The parameters of the games of several seats, the values of each, and the published rulesets (docs/family.md)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from service.piquet.message_text import did_you_mean, listed
from service.piquet.rulesets.parameters import Parameter, RulesetError, Value
from service.several.games import NORMAND, VOLEUR, Game


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The parameters of a game. Make one with `ruleset`, which checks the values.

    A parameter that a game does not have keeps the value given here, which is the one that changes nothing.
    """

    game: Game
    calling: str
    deal_packet: str | int
    single_carte_blanche: int
    opposed_cartes_blanches: str
    opposed_blanche_saves: bool
    point_floor: int | None
    equality: str
    abide_by_call: str
    trick_scoring: str
    low_cards_uncounted: bool
    last_trick_bonus: int
    bonuses: str
    repique_test: str
    target: int
    target_stop: str
    dealer_min: int = 0
    partner_point: bool = False
    capture: str = "from_other_side"
    capot_replaces_cards: bool = True
    double_capot: str = "winner"
    overrides: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}), compare=False, hash=False)


_Values = tuple[Value, ...]


class _Row(NamedTuple):
    """A parameter in both games: its values, the default first; none if a game does not have it.

    `silent` are the prefixes of the games of which no text decides it.
    """

    meaning: str
    number: str
    voleur: _Values
    normand: _Values
    silent: str = ""


_DIALOGUE: _Values = ("dialogue", "automatic")
_SCORING: _Values = ("lead_and_capture", "lead_and_take")
_BONUSES: _Values = ("to_60_and_90", "add_30_and_60")
_TEST: _Values = ("before_in_order", "opponent_scores_nothing")
_EQUALITY: _Values = ("void", "first_called")
_TARGETS: _Values = (150, 100, 220, 221)

_TABLE: dict[str, _Row] = {
    "calling": _Row("whether the seats call in turn, or all hands declare everything", "4.11", _DIALOGUE, _DIALOGUE),
    "deal_packet": _Row(
        "how many cards are dealt to each seat in a round", "1.3", ("3-2-3", "3-3-2", "2-3-3"), (2,), "V"
    ),
    "dealer_min": _Row("the fewest cards that the dealer may exchange", "3.1", (), (0, 1, 2)),
    "single_carte_blanche": _Row("what the only carte blanche of a deal scores", "2.2", (10, 0), (10, 0), "VN"),
    "opposed_cartes_blanches": _Row(
        "who scores if two sides claim a carte blanche", "2.3", ("neither",), ("neither", "each"), "N"
    ),
    "opposed_blanche_saves": _Row(
        "whether a carte blanche that scores nothing against another saves from a bonus",
        "2.3",
        (False, True),
        (False, True),
        "VN",
    ),
    "point_floor": _Row("the lowest value of a point; null: any three cards", "4.4", (30, None), (None, 30), "N"),
    "equality": _Row("what equal calls do: void the category, or leave it to the first", "4.5", _EQUALITY, _EQUALITY),
    "abide_by_call": _Row("whether a call binds what is reckoned", "4.7", ("always",), ("always",), "VN"),
    "partner_point": _Row("whether the partner of a good point reckons one, too", "4.8", (False, True), ()),
    "trick_scoring": _Row("what leads and tricks score", "6.2", _SCORING, _SCORING),
    "capture": _Row(
        "from whom a trick must be taken to score", "6.2", ("from_other_side", "from_other_player"), (), "V"
    ),
    "low_cards_uncounted": _Row("leads with a 9 or less score nothing", "6.2", (False, True), (True, False)),
    "last_trick_bonus": _Row("the extra points for the last trick", "6.3", (1, 0), (1, 0), "N"),
    "capot_replaces_cards": _Row("whether a capot replaces the ten for most tricks", "6.5", (), (True, False), "N"),
    "double_capot": _Row(
        "what a seat with every trick scores: 40, or 20 with 20 for the other capot of each seat",
        "6.5",
        (),
        ("winner", "as_written"),
        "N",
    ),
    "bonuses": _Row("what pique and repique add", "7.4", _BONUSES, _BONUSES, "N"),
    "repique_test": _Row("which scores of other sides save from a repique", "7.2", _TEST, _TEST),
    "target": _Row("the total that wins", "8.1", _TARGETS, _TARGETS),
    "target_stop": _Row(
        "whether reaching the target ends the partie at once or with the deal",
        "8.2",
        ("at_once", "end_of_deal"),
        ("end_of_deal", "at_once"),
        "N",
    ),
}


class Published(NamedTuple):
    """A published ruleset: its name and version, its parameters, its source, and what the source is silent about.

    The values of a released version never change; other values get a new version.
    """

    name: str
    version: int
    parameters: Mapping[str, Parameter]
    source: str
    silent: frozenset[str]

    @property
    def label(self) -> str:
        """The name and the version: `voleur@1`."""
        return f"{self.name}@{self.version}"


def _publish(game: Game, source: str) -> Published:
    values = {name: getattr(row, game.name) for name, row in _TABLE.items()}
    parameters = {
        name: Parameter(row.meaning, game.rule(row.number), values[name])
        for name, row in _TABLE.items()
        if values[name]
    }
    silent = frozenset(name for name in parameters if game.prefix in _TABLE[name].silent)
    return Published(game.name, 1, parameters, source, silent)


#: The published ruleset of each game. Each game has one, with the name of the game.
PUBLISHED: dict[str, Published] = {
    VOLEUR.name: _publish(VOLEUR, "AD, G, S3"),
    NORMAND.name: _publish(NORMAND, "G, L"),
}


def ruleset(game: Game, overrides: Mapping[str, Value] | None = None) -> Ruleset:
    """The ruleset of a game, with some parameters changed. Raises `RulesetError`, which has the fault of each."""
    chosen = dict(overrides or {})
    known = PUBLISHED[game.name].parameters
    faults = {}
    for name, value in chosen.items():
        if name not in known:
            faults[name] = f"is not a parameter{did_you_mean(name, known)}"
        elif not any(type(value) is type(offered) and value == offered for offered in known[name].values):
            offered = listed([*map(json.dumps, known[name].values)], "or")
            faults[name] = f"cannot be {json.dumps(value)}; it can be {offered}"
    if faults:
        raise RulesetError("; ".join(f"{name} {why}" for name, why in faults.items()), faults)
    values = {name: about.values[0] for name, about in known.items()} | chosen
    return Ruleset(game, **values, overrides=MappingProxyType(chosen))  # type: ignore[arg-type]
