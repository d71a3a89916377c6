"""The worked examples under the other rulesets, and the table of the rulesets row by row."""

import pytest

from tests.helpers.cards import portland
from tests.helpers.game import Game
from tests.helpers.http import get

MASTERS, LOW = "S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98"
RUBICON = ("portland", "parlett", "denexa", "wikipedia")
TO_A_TARGET = ("french", "au-cent", "hoyle", "german")


def automatic(name: str) -> dict:
    """The ruleset with calling automatic; where nothing is said the tie-breaks are not said either."""
    return {"name": name, "overrides": {"calling": "automatic", "tie_break_call": "when_asked"}}


def carte_blanche(game: Game, elder: str, younger: str, shown_at_once: bool) -> Game:
    """Elder shows a carte blanche, and both exchange these cards."""
    if shown_at_once:
        return game.do("elder", "claim_carte_blanche").exchange(elder).exchange(younger)
    game.do("elder", "claim_carte_blanche", exchange=len(elder.split()))
    return game.do("younger", "commit_discard", cards=younger).exchange(elder)


# -- W3


@pytest.mark.rule("R7.2", "R7.5")
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("portland", 91),
        ("parlett", 91),
        # Elder reckons nothing at all, and an equality is not reckoned.
        ("denexa", 91),
        # An equal point saves.
        ("wikipedia", 31),
        ("french", 91),
        ("au-cent", 91),
        ("hoyle", 91),
        ("german", 91),
        # A dealer has no repique.
        ("garraud", 31),
    ],
)
def test_w3_two_quatorzes_and_a_trio_behind_an_equal_point(name, points):
    # Points: clubs K J T 8 and spades A Q T 7, 38 each. Four aces, four queens and three tens: 14 + 14 + 3, and 60.
    game = Game.exchanged("C KJT8 H KJ87 D K98 S J", "S AQT7 H AQT D AQT C AQ", ruleset=automatic(name)).play("JS")
    assert (game.score, game.phase) == ((1, points), "play")
    assert game.bonuses() == ([("younger", "repique", 60)] if points == 91 else [])
    if name == "wikipedia":
        assert game.saved() == [("younger", "repique", "equality")]
        assert [event["rule"] for event in game.events_of("saved")] == ["R7.5"]


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize(("name", "points"), [("parlett", 91), ("denexa", 31), ("wikipedia", 31), ("french", 91)])
def test_a_trio_after_thirty_saves_where_the_other_must_reckon_nothing(name, points):
    # Point 8, huitième 18, quart 4: thirty with the sequences. Younger: three aces and three kings, 6, with the sets.
    game = Game.exchanged("S AKQJT987 H QJT9", "H AK D AKQJ C AKQJT9", ruleset=automatic(name))
    game.play("AS")
    assert (game.score, game.phase) == ((points, 6), "play")


# -- W4


@pytest.mark.rule("R6.2", "R6.3", "R7.2")
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("portland", 3 + 12 + 42 + 60 + 12 + 1 + 40),
        ("parlett", 3 + 12 + 42 + 60 + 12 + 1 + 40),
        ("denexa", 3 + 12 + 42 + 60 + 24 + 10 + 30),
        ("wikipedia", 12 + 42 + 60 + 12 + 1 + 40),  # three cards are no point
    ],
)
def test_w4_and_w15_without_a_carte_blanche(name, points):
    game = Game.exchanged(MASTERS, LOW, ruleset=name)
    if name == "wikipedia":
        game.passes("point")
    else:
        game.call("point", 3, 31).good().reckon("point S AKQ")
    game.call("sequence", 3, "A").good().reckon().call("set", 4, "A").good().reckon()
    game.play("AS").reckon_nothing().play("8S").play_out()
    assert game.score == (points, 0)
    assert {"portland": 170, "parlett": 170, "denexa": 181, "wikipedia": 167}[name] == points
    assert Game.exchanged(MASTERS, LOW, ruleset=automatic(name)).play_out().score == (points, 0)


@pytest.mark.rule("R8.4", "R8.5")
@pytest.mark.parametrize(("name", "games"), [("french", 1), ("au-cent", 2), ("hoyle", 1), ("german", 2)])
def test_w4_is_over_with_the_sets_where_a_hundred_is_played_for(name, games):
    # 3 + 12 are 15; the sets bring 42 and the repique. The lead comes after them.
    game = Game.exchanged(MASTERS, LOW, ruleset=name).call("point", 3, 31).good().reckon("point S AKQ")
    game.call("sequence", 3, "A").good().reckon().call("set", 4, "A").good().reckon().play("AS")
    assert (game.score, game.phase) == ((118, 0), "play")
    game.run([{"seat": "B", "type": "reckon", "holdings": []}])
    assert (game.score, game.phase) == ((3 + 12 + 42 + 60, 0), "partie_over")
    assert game.state["partie"]["result"]["settlement"] == games


# -- W5


W5_DEAL = ("S AT9 H AT D AT C AT S 87 H 7", "H KQJ98 D KQJ9 C KQJ", "S KQJ C 98 D 8 C 7 D 7")
W5_PLAY = "AS KH KS QH QS JH JS KD TS QD 9S JD AH 9H AD 9D AC 9C TH 8H TD 8D TC 8C"


def w5(name: str) -> Game:
    """As far as the first lead."""
    game = Game.deal(*W5_DEAL, ruleset=name)
    if name in ("parlett", "wikipedia", "french"):
        game.do("elder", "claim_carte_blanche")
        game.refused("elder", "claim_carte_blanche", exchange=3)
        game.exchange("8S 7S 7H").exchange("C KQJ")
    else:
        game.do("elder", "claim_carte_blanche", exchange=3).do("younger", "commit_discard", cards="C KQJ")
        game.exchange("8S 7S 7H")
    assert game.score == (10, 0)
    # A K Q J T 9: 60.
    game.call("point", 6, 60).good().reckon().call("sequence", 6, "A").good().reckon()
    return game.call("set", 4, "A").good().reckon()


@pytest.mark.rule("R3.3", "R6.3", "R7.2")
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("portland", 10 + 6 + 16 + 60 + 28 + 13 + 40),
        ("parlett", 10 + 6 + 16 + 60 + 28 + 13 + 40),
        ("denexa", 10 + 6 + 16 + 60 + 28 + 24 + 10 + 30),
        ("wikipedia", 10 + 6 + 16 + 60 + 28 + 13 + 40),
    ],
)
def test_w5_a_carte_blanche_and_the_game(name, points):
    game = w5(name)
    assert game.score == (120, 0)
    game.play("AS").reckon_nothing().play(W5_PLAY.split(" ", 1)[1])
    assert game.score == (points, 0)
    assert points == (184 if name == "denexa" else 173)


@pytest.mark.rule("R8.4", "R3.2")
@pytest.mark.parametrize("name", TO_A_TARGET)
def test_w5_is_over_with_the_sets_where_a_hundred_is_played_for(name):
    # 10 + 6 + 16 and the repique are 92; four aces and four tens.
    game = w5(name).play("AS")
    game.run([{"seat": "B", "type": "reckon", "holdings": []}])
    assert (game.score, game.phase) == ((92 + 28, 0), "partie_over")


# -- W14

W14 = ("S AKQJ98 H AKJ9 D AQ", "S 7 H 87 D JT97 C KQJ98")
W14_PLAY = "AS 7S KS KC QS QC JS JC 9S 9C 8S 8C AH 7H KH 8H JH 7D 9H 9D AD TD QD JD"


@pytest.mark.rule("R6.4", "R7.3", "R7.4")
def test_w14_at_the_seventh_trick_the_cards_make_a_pique():
    # In hand 13. Seven leads and seven tricks: 27, and the cards: 37, a pique. At the end 30 more for capot.
    game = Game.exchanged(*W14, ruleset=automatic("denexa")).play(" ".join(W14_PLAY.split()[:13]))
    assert (game.score, game.bonuses()) == ((26, 0), [])
    game.play("7H")
    assert game.scored == [("elder", "trick", 1), ("elder", "cards", 10), ("elder", "pique", 30)]
    assert game.score == (13 + 14 + 10 + 30, 0)
    game.play(" ".join(W14_PLAY.split()[14:]))
    assert game.score == (13 + 24 + 10 + 30 + 30, 0)
    assert game.scored[-1] == ("elder", "capot", 30)


@pytest.mark.rule("R6.4", "R7.3", "R7.4")
def test_w14_with_a_quart_alone_it_is_the_cards_that_make_it():
    # Four in hand. With the cards: 4 + 14 + 10 are 28, and thirty with the eighth trick. Without: 4 + 24 are 28.
    def played(ruleset) -> Game:
        game = Game.exchanged(*W14, ruleset=ruleset).passes("point").call("sequence", 4).good()
        return game.reckon("sequence S AKQJ").passes("set").play("AS").reckon_nothing()

    play = W14_PLAY.split()[1:]
    game = played("denexa").play(" ".join(play[:14]))
    assert (game.score, game.bonuses()) == ((29, 0), [])
    game.play(play[14])
    assert game.score == (60, 0)
    assert game.play(" ".join(play[15:])).score == (4 + 24 + 10 + 30 + 30, 0)
    game = played(portland(trick_scoring="lead_and_take", cards_counted="end_of_deal")).play(" ".join(play))
    assert (game.score, game.bonuses()) == ((4 + 24 + 40, 0), [])


@pytest.mark.rule("R7.3", "R7.4")
@pytest.mark.parametrize("name", ["portland", "parlett", "wikipedia", "french", "au-cent", "hoyle", "german"])
def test_w14_elsewhere_there_is_no_pique(name):
    # 13 in hand; in play 13, but where leads of low cards do not count without 9S, 8S and 9H: 10.
    game = Game.exchanged(*W14, ruleset=automatic(name)).play(W14_PLAY)
    assert game.bonuses() == []
    assert game.score == (13 + (10 if name == "hoyle" else 13) + 40, 0)


# -- W15


@pytest.mark.rule("R3.3", "R5.8", "R6.3", "R7.2")
@pytest.mark.parametrize(("name", "points"), [("portland", 174), ("parlett", 174), ("denexa", 185), ("wikipedia", 174)])
def test_w15_the_most_that_a_deal_can_score(name, points):
    # Carte blanche 10; point 5, quint 15, tierce 3, four knaves and four tens 28: 51; repique 60; 13 and capot 40, or
    # 24 and 10 and 30.
    game = Game.deal(
        "S AT987 H AT9 D AT C AT", "H KQ87 D KQ C KQ S KQ D 9 C 9", "JS JH JD JC D 87 C 87", ruleset=automatic(name)
    )
    carte_blanche(game, "AS AH AD AC", "KS QS 9D 9C", shown_at_once=name in ("parlett", "wikipedia"))
    assert game.score == (10 + 51 + 60, 0)
    game.play("JS KH TS QH 9S KD 8S QD 7S KC JH 8H TH 7H 9H QC JD 8D TD 7D JC 8C TC 7C")
    assert game.score == (points, 0) == (121 + (24 + 40 if name == "denexa" else 13 + 40), 0)


# -- the table of the rulesets, row by row

NAMES = ("portland", "parlett", "denexa", "wikipedia", "french", "au-cent")
ROWS = {
    "first_deal": (
        "high_cut_chooses",
        "low_cut_deals",
        "high_cut_deals",
        "high_cut_chooses",
        "low_cut_deals",
        "low_cut_deals",
    ),
    "deal_packet": (2, 2, 2, 2, 2, 2),
    "elder_min": (1, 1, 1, 1, 1, 1),
    "elder_max": (5, 5, 5, 5, 5, 5),
    "younger_min": (1, 1, 1, 1, 1, 0),
    "younger_max": (None, None, 5, 5, None, None),
    "elder_second_exchange": (False, False, False, False, True, False),
    "left_cards": (
        "after_lead_shared",
        "after_lead_shared",
        "revealed_by_dealer",
        "after_lead_shared",
        "private_named_suit",
        "after_lead_shared",
    ),
    "carte_blanche_points": (10, 10, 10, 10, 10, 10),
    "carte_blanche_protocol": ("discard_first", "show", "discard_first", "show", "show", "discard_first"),
    "call_order": ("point_first", "point_first", "fixed", "fixed", "fixed", "point_first"),
    "tie_break_call": ("when_asked", "when_asked", "when_asked", "when_asked", "when_asked", "always"),
    "point_minimum": (3, 3, 3, 4, 3, 3),
    "abide_by_call": (*("unless_good_against_the_cards",) * 5, "always"),
    "repique_test": (
        "before_in_order",
        "before_in_order",
        "opponent_scores_nothing",
        "opponent_scores_nothing",
        "before_in_order",
        "before_in_order",
    ),
    "equality_saves_repique": (False, False, False, True, False, False),
    "trick_scoring": (
        "lead_and_capture",
        "lead_and_capture",
        "lead_and_take",
        "lead_and_capture",
        "lead_and_capture",
        "lead_and_capture",
    ),
    "last_trick_bonus": (1, 1, 0, 1, 1, 1),
    "cards_counted": ("end_of_deal", "end_of_deal", "seventh_trick", "end_of_deal", "end_of_deal", "end_of_deal"),
    "concession": ("last_deal", "last_deal", "last_deal", "last_deal", "none", "none"),
    "target": (None, None, None, None, 100, 100),
    "double_below": (None, None, None, None, None, 50),
    "law": ("portland", "portland", "portland", "portland", "french", "au-cent"),
    # The options are off.
    "calling": ("dialogue",) * 6,
    "carte_rouge": (0,) * 6,
    "nought": (False,) * 6,
    "low_cards_uncounted": (False,) * 6,
    "uncounted_plays": ("leads_and_captures",) * 6,
    "repique_by": ("either",) * 6,
    "point_ending_in_four": (False,) * 6,
}
# Where the row says nothing of a ruleset it has only these.
RUBICON_ROWS = {
    "partie_deals": (6, 6, 6, 6),
    "rubicon": (100, 100, 100, 100),
    "concession_score": (2, 2, 2, 2),
    "tie": ("one_each_then_drawn", "two_more_until_broken", "one_each_then_drawn", "one_each_then_drawn"),
}
SILENT = {
    "portland": set(),
    "parlett": {"left_cards", "concession", "concession_score", "law"},
    "denexa": {"deal_packet", "concession", "concession_score", "tie", "law"},
    "wikipedia": {"deal_packet", "left_cards", "concession", "concession_score", "tie", "law"},
    "french": set(),
    "au-cent": set(),
}
SOURCES = {"portland": "S4", "parlett": "S2", "denexa": "S0", "wikipedia": "S1", "french": "S3", "au-cent": "S4"}


def published(name: str) -> dict[str, dict]:
    return {parameter["name"]: parameter for parameter in get(f"/v1/rulesets/{name}")["parameters"]}


@pytest.mark.parametrize("row", [*ROWS, *RUBICON_ROWS])
def test_the_table_of_the_rulesets(row):
    values = ROWS.get(row) or RUBICON_ROWS[row]
    found = [published(name)[row]["value"] for name in NAMES[: len(values)]]
    assert [(type(value), value) for value in found] == [(type(value), value) for value in values]


@pytest.mark.parametrize("name", NAMES)
def test_where_a_source_is_silent_it_says_so(name):
    parameters = published(name)
    assert {row for row in (*ROWS, *RUBICON_ROWS) if parameters[row]["silent"]} == SILENT[name]
    assert parameters["abide_by_call"]["source"] == SOURCES[name]
    # A silent parameter has the value of portland.
    default = published("portland")
    for row in SILENT[name]:
        assert parameters[row]["value"] == default[row]["value"]


@pytest.mark.rule("R8.4")
@pytest.mark.parametrize("name", TO_A_TARGET)
def test_a_target_stops_at_once(name):
    assert published(name)["target_stop"]["value"] == "at_once"


@pytest.mark.parametrize(
    ("name", "like", "differs"),
    [
        (
            "hoyle",
            "au-cent",
            {"law": "hoyle", "younger_min": 1, "target": 101, "double_below": None, "low_cards_uncounted": True},
        ),
        ("german", "portland", {"elder_min": 3, "younger_min": 3, "target": 101, "double_below": 51}),
    ],
)
def test_the_further_rulesets_differ_in_what_is_stated_and_in_nothing_else(name, like, differs):
    mine, theirs = published(name), published(like)
    assert {row: mine[row]["value"] for row in mine if mine[row]["value"] != theirs[row]["value"]} == differs
