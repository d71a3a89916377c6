"""States without seals: an edited one is refused where it is wrong, or can be reached by play."""

import random

from tests.fuzz import unsealed
from tests.fuzz.games import few_irregular


def test_an_edit_of_a_state_with_irregular_entries_is_found(tell):
    """A short `make fuzz-states IRREGULAR=1`."""
    campaign = unsealed.Campaign(str(random.SystemRandom().randrange(1 << 32)), few_irregular)
    print("seed", campaign.seed)
    campaign.run(160, edits=8)
    assert campaign.taken == []
    assert {kind for kind, _ in campaign.counts} == {edit.__name__ for edit in unsealed.OF_CONTENT}
    assert campaign.irregular_states == campaign.states >= 20
    told = f"{sum(campaign.counts.values()):,} edits, each found or reachable, seed {campaign.seed}."
    tell(f"States with irregular entries: {told}")
