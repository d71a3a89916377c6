"""How both players exchange when a deal with wrong numbers stands (E11, L40 to L43)."""

from typing import Any

from service.piquet.law.facts.tables import Reader
from service.piquet.law.wrong_numbers import elder_takes, standing_of, younger_takes


def exchanges(reader: Reader) -> tuple[dict[str, Any], ...] | None:
    """What each player may discard if the deal stands: a row for each number of cards that elder may take.

    None if no law says how a deal with these numbers is played on.
    """
    rules, dealt = reader.rules, reader["dealt"]
    standing = standing_of(dealt)
    if standing is None:
        return None
    says, talon = reader[f"law_{standing.row}"], dealt[2]
    least, most = elder_takes(rules, standing, says, talon)
    rows = []
    for takes in range(least, most + 1):
        younger = younger_takes(rules, standing, says, talon - takes)
        rows.append(
            {
                "elder_takes": takes,
                "elder_discards": takes + standing.elder,
                "younger_takes": list(younger),
                "younger_discards": [count + standing.younger for count in younger],
            }
        )
    return tuple(rows)
