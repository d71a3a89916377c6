"""The parameters of the games for three and four, their values, and the published rulesets (docs/multiplayer.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from service.multiplayer.games import NORMAND, VOLEUR, Game
from service.piquet.rulesets.parameters import Parameter, Value, invalid
from service.piquet.suggestions import LOOKED_UP, did_you_mean
from service.piquet.toml_tables import load


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


class Meaning(NamedTuple):
    """What a parameter means, and the number of its rule."""

    meaning: str
    rule: str


MEANINGS: Final = load(__file__, "parameters", Meaning)

# The values of the parameters that have the same in every game; the default stands first.
_COMMON: dict[str, tuple[Value, ...]] = {
    "calling": ("dialogue", "automatic"),
    "single_carte_blanche": (10, 0),
    "opposed_blanche_saves": (False, True),
    "equality": ("void", "first_called"),
    "abide_by_call": ("always",),
    "trick_scoring": ("lead_and_capture", "lead_and_take"),
    "last_trick_bonus": (1, 0),
    "bonuses": ("to_60_and_90", "add_30_and_60"),
    "repique_test": ("before_in_order", "opponent_scores_nothing"),
    "target": (150, 100, 220, 221),
}
_VOLEUR = _COMMON | {
    "deal_packet": ("3-2-3", "3-3-2", "2-3-3"),
    "opposed_cartes_blanches": ("neither",),
    "point_floor": (30, None),
    "partner_point": (False, True),
    "capture": ("from_other_side", "from_other_player"),
    "low_cards_uncounted": (False, True),
    "target_stop": ("at_once", "end_of_deal"),
}
_NORMAND = _COMMON | {
    "deal_packet": (2,),
    "dealer_min": (0, 1, 2),
    "opposed_cartes_blanches": ("neither", "each"),
    "point_floor": (None, 30),
    "low_cards_uncounted": (True, False),
    "capot_replaces_cards": (True, False),
    "double_capot": ("winner", "as_written"),
    "target_stop": ("end_of_deal", "at_once"),
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


def _publish(game: Game, values: Mapping[str, tuple[Value, ...]], source: str, silent: str) -> Published:
    parameters = {}
    for name, (meaning, number) in MEANINGS.items():
        if name in values:
            parameters[name] = Parameter(meaning, game.rule(number), values[name])
    return Published(game.name, 1, parameters, source, frozenset(silent.split()))


#: The published ruleset of each game. Each game has one, with the name of the game.
PUBLISHED: dict[str, Published] = {
    VOLEUR.name: _publish(
        VOLEUR,
        _VOLEUR,
        "AD, G, S3",
        "deal_packet single_carte_blanche opposed_blanche_saves abide_by_call capture",
    ),
    NORMAND.name: _publish(
        NORMAND,
        _NORMAND,
        "G, L",
        """single_carte_blanche opposed_cartes_blanches opposed_blanche_saves point_floor abide_by_call last_trick_bonus
        capot_replaces_cards double_capot bonuses target_stop""",
    ),
}


def ruleset(game: Game, overrides: Mapping[str, Value] | None = None) -> Ruleset:
    """Return the ruleset of a game, with some parameters changed.

    Raises `RulesetError`, which has the fault of each.
    """
    chosen = dict(overrides or {})
    known = PUBLISHED[game.name].parameters
    faults: dict[str, str] = {}
    for name, value in chosen.items():
        if name not in known:
            near = did_you_mean(name, known) if len(faults) < LOOKED_UP else ""
            faults[name] = f"is not a parameter{near}"
        elif fault := known[name].fault(value):
            faults[name] = fault
    if faults:
        raise invalid(faults)
    values = {name: about.values[0] for name, about in known.items()} | chosen
    return Ruleset(game, **values, overrides=MappingProxyType(chosen))  # type: ignore[arg-type]
