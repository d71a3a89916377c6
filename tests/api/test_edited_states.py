"""States without seals: an edited one is refused where it is wrong, or can be reached by play."""

from tests.fuzz.unsealed import Campaign
from tests.helpers.short_campaigns import assert_no_edit_is_taken


def test_an_edit_of_a_state_with_irregular_entries_is_found(tell):
    """A short `make fuzz-states IRREGULAR=1`."""
    assert_no_edit_is_taken(Campaign, 160, 8, tell, "States with irregular entries")
