"""The parts of a wording: the phrases of which the sentences about a ruling are made."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """The phrases of a language.

    `within` names roles and seats within a sentence, and `by` as the offender, at the end of a phrase. `elections` has
    what may be done by each election, `effects` what comes of it by election and effect (`enforce E3`), and `until` the
    times. An election and an effect may have another phrase for a kind (`replay revoke`, `demand E8 dealer_saw`), and a
    time for the player entitled (`taken elder`). In all of them `{who}` is the player entitled, and `{other}` their
    adversary.
    """

    may: str
    colon: str
    conjunction: str
    within: Mapping[str, str]
    by: Mapping[str, str]
    either_player: str
    entitled_player: str
    other_player: str
    kinds: Mapping[str, str]
    elections: Mapping[str, str]
    effects: Mapping[str, str]
    until: Mapping[str, str]
    statuses: Mapping[str, str]
    choices: Mapping[str, str]
