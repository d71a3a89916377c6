"""Short campaigns of edits to states with irregular entries, as `make fuzz-seals` and `make fuzz-states` run them."""

from collections.abc import Callable

from tests.fuzz.games import few, irregular
from tests.fuzz.seals import Campaign
from tests.helpers.random_cases import SEED


def assert_no_edit_is_taken(
    kind: type[Campaign], number: int, edits: int, tell: Callable[[str], None], what: str
) -> None:
    """Make at least `number` edits, `edits` to each state, of every kind that the campaign makes, and tell how many."""
    campaign = kind(f"{SEED}:{what}", few(irregular, 12))
    campaign.run(number, edits=edits)
    assert campaign.taken == []
    assert campaign.untried() == set()
    assert campaign.irregular_states == campaign.states >= 20
    tell(f"{what}: {sum(campaign.counts.values()):,} edits, none taken, seed {campaign.seed}.")
