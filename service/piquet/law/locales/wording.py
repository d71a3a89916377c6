"""The parts of a wording: the phrases of which the sentences about a ruling are made."""

from collections.abc import Mapping
from dataclasses import dataclass


def kind_name(kinds: Mapping[str, str], kind: str, law: str | None) -> str:
    """Return the name of a kind of irregularity: that under a law (`misdeal L39`), or else that of the kind."""
    return kinds.get(f"{kind} {law}", kinds[kind])


@dataclass(frozen=True)
class Wording:
    """The phrases of a language.

    `within` names roles and seats within a sentence. `kinds` names the kinds of irregularity, and `happened` says of
    each what the offender, `{who}`, did; both may have another phrase for a law or a finding (`misdeal L39`).
    `statuses` and `choices` say what comes of it, where `{follows}` is the message of a ruling or what holds if nobody
    raises it.
    `elections` has what may be done by each election, `effects` what comes of it by election and effect (`enforce E3`),
    and `until` the times. An election and an effect may have another phrase for a kind (`replay revoke`,
    `demand E8 dealer_saw`), and a time for the player entitled (`taken elder`). In these `{who}` is the player
    entitled. `{other}` is always the adversary of `{who}`. `of` has names as owners, and `texts` by the English text
    what else rulings say, if that is not English.
    """

    may: str
    colon: str
    conjunction: str
    within: Mapping[str, str]
    of: Mapping[str, str]
    either_player: str
    entitled_player: str
    other_player: str
    some_player: str
    kinds: Mapping[str, str]
    happened: Mapping[str, str]
    elections: Mapping[str, str]
    effects: Mapping[str, str]
    until: Mapping[str, str]
    statuses: Mapping[str, str]
    choices: Mapping[str, str]
    texts: Mapping[str, str]
