"""Every irregular deal has a picture, and a seat's picture has no card that its view has not."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter

from tests.helpers.http import client
from tests.helpers.random_cases import scale, seeds
from tests.properties.irregular_play import IrregularGame, Json
from tests.properties.test_view import strings, view

RULESETS = ["portland", "old-36", "french", "denexa"]
#: After these a player has shown or named cards that they do not hold.
CLAIMS = {"undue_reckoning", "false_claim", "false_reply", "misinformed", "false_blanche"}


class DrawnGame(IrregularGame):
    """An irregular deal of which each position is drawn as it is reached."""

    def go_to(self, answer: Json, name: str, action: Json) -> None:
        super().go_to(answer, name, action)
        if self.rng.random() < 0.15:
            self.draw()

    def assert_agrees(self, name: str) -> None:
        """Leave the scores to test_law.py."""

    def draw(self) -> None:
        for seat in (None, "A", "B"):
            text = self.picture(seat, "text/plain").text
            root = ET.fromstring(self.picture(seat, "image/svg+xml").data)
            if seat is None:
                continue
            self.count("drawn")
            seen = view(self.state, seat)
            allowed = set(strings(seen))
            drawn = re.findall(r"card-([6-9TJQKA][SHDC])$", " ".join(one.get("id", "") for one in root.iter()))
            assert set(drawn) <= allowed, (seat, self.state)
            own, other = seen["hand"], seen["other"]
            hands = {line for line in text.splitlines() if line.startswith("  Hand: ")}
            assert any(_cards(line) == set(own) for line in hands) or not own, (text, self.state)
            faces = {card for line in hands for card in _cards(line)} - set(own)
            there = set(self.state["hands"]["B" if seat == "A" else "A"])
            assert faces <= allowed and len(faces) <= other["hand_count"], (text, self.state)
            assert not faces & {*seen["discards"], *(card for trick in seen["tricks"] for card in trick["cards"])}
            claims = [each for each in self.state["incidents"] if each["offender"] != seat and each["kind"] in CLAIMS]
            assert faces <= there or claims, (text, self.state)

    def picture(self, seat: str | None, accept: str) -> Json:
        body = {"state": self.state, "lang": self.rng.choice(["en", "fr"]) if accept != "text/plain" else "en"}
        response = client().post(
            "/v1/states/picture", json=body | ({"seat": seat} if seat else {}), headers={"Accept": accept}
        )
        assert response.status_code == 200, (response.text, self.state)
        return response


def _cards(line: str) -> set[str]:
    """The cards of a line: groups of a suit letter and ranks."""
    groups = re.findall(r"\b([SHDC])([6-9TJQKA]+)\b", line.partition(": ")[2])
    return {rank + suit for suit, ranks in groups for rank in ranks}


def test_irregular_deals_are_drawn_and_a_seat_sees_no_card_that_its_view_has_not() -> None:
    seen: Counter[str] = Counter()
    for number, (_, rng) in enumerate(seeds("pictures", 2, until=lambda: seen["drawn"] > scale(10))):
        DrawnGame(RULESETS[number % len(RULESETS)], rng, seen, 0.35).play()
    assert seen["drawn"] > scale(10), seen
