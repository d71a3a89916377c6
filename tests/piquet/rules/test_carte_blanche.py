"""R3: a dealt hand without king, queen or knave."""

import itertools

import pytest

from tests.helpers.cards import cards, portland
from tests.helpers.game import Game
from tests.helpers.http import post

# Twelve blank cards: two aces and all the spades and hearts below the knave, and two low diamonds.
BLANK = "S AT987 H AT987 D 87"
COURTS = "S KQJ H KQJ D AKQJT9"
TALON = "C AKQJT987"
SHOW = portland(carte_blanche_protocol="show")


def elder_blank(ruleset="portland") -> Game:
    return Game.deal(BLANK, COURTS, TALON, ruleset=ruleset)


def younger_blank(ruleset="portland") -> Game:
    return Game.deal(COURTS, BLANK, TALON, ruleset=ruleset)


def announced(exchange: int) -> Game:
    return elder_blank().do("elder", "claim_carte_blanche", exchange=exchange)


def shown(exchange: int, committed: str) -> Game:
    return announced(exchange).do("younger", "commit_discard", cards=committed)


# -- R3.1: what it is, when it may be claimed


@pytest.mark.rule("R3.1")
def test_twenty_blank_cards_do_not_make_two_hands():
    # A T 9 8 7 in four suits: 20 cards, and two hands need 24.
    assert sum(rank not in "KQJ" for rank in "AKQJT987") * 4 == 20 < 2 * 12


@pytest.mark.rule("R3.1", "R3.3")
def test_elder_scores_ten_for_twelve_cards_without_a_court_card():
    game = shown(3, "9D")
    assert game.scored == [("elder", "carte_blanche", 10)]
    assert set(game.event("carte_blanche")["cards"]) == set(cards(BLANK))
    assert game.score == (10, 0)


@pytest.mark.rule("R3.1")
def test_aces_are_blank_cards():
    # Four aces, four tens, four nines: no king, queen or knave.
    game = Game.deal("AS AH AD AC TS TH TD TC 9S 9H 9D 9C", "S KQJ H KQJ D KQJ C KQJ", "S 87 H 87 D 87 C 87")
    assert game.do("elder", "claim_carte_blanche", exchange=1).phase == "commit_discard"


@pytest.mark.rule("R3.1")
@pytest.mark.parametrize("court", ["KC", "QC", "JC"])
def test_one_court_card_spoils_it(court):
    game = Game.deal(f"S AT987 H AT987 D 8 {court}", COURTS)
    game.refused("elder", "claim_carte_blanche", exchange=3, rule="R3.1", at="/action/type")
    game = Game.deal("D AKQJT9 H KQJ S KQJ", f"S AT987 H AT987 D 8 {court}").exchange("S KQJ")
    game.refused("younger", "claim_carte_blanche", rule="R3.1", at="/action/type")


@pytest.mark.rule("R3.1")
def test_the_claim_is_optional():
    game = elder_blank().exchange("S 987")
    assert game.phase == "younger_exchange"
    assert game.score == (0, 0)
    assert "carte_blanche" not in {event["kind"] for event in game.state["events"]}


@pytest.mark.rule("R3.1")
def test_nothing_can_be_claimed_after_ones_own_exchange():
    game = elder_blank().exchange("S 987")
    game.refused("elder", "claim_carte_blanche", exchange=3, rule="R3.1", at="/action/type")
    game = younger_blank().exchange("S KQJ").exchange("S 987")
    game.refused("younger", "claim_carte_blanche", rule="R3.1", at="/action/type")
    # An exchange of no cards (R4.2) is one, too.
    game = younger_blank("au-cent").exchange("S KQJ").exchange([])
    game.refused("younger", "claim_carte_blanche", rule="R3.1", at="/action/type")


@pytest.mark.rule("R3.1", "R2.4")
def test_a_claim_comes_too_late_until_the_deal_is_over_and_then_nobody_is_to_act():
    def told(game: Game) -> list[str]:
        return [each["code"] for each in game.refused("younger", "claim_carte_blanche", at="/action/type")]

    game = younger_blank(portland(concession="any_deal")).exchange("S KQJ").exchange("S 987")
    late = ["carte_blanche.after_exchange"]
    assert told(game) == late
    game.call("point", 3)
    assert told(game) == late
    game.good()
    assert told(game) == late
    game.reckon().passes("sequence", "set")
    assert told(game) == late
    game.play("AD").reckon_nothing().do("younger", "concede")
    assert (game.phase, told(game)) == ("deal_over", ["turn.nobody"])
    partie = post("/v1/parties", {"ruleset": "portland", "first_dealer": "B"})["state"]
    claim = {"seat": "B", "type": "claim_carte_blanche"}
    answer = post("/v1/actions/check", {"state": partie, "action": claim})
    assert [each["code"] for each in answer["violations"]] == ["turn.nobody"]


@pytest.mark.rule("R3.1")
def test_a_hand_that_turns_blank_by_the_exchange_is_none():
    # Dealt with the king of clubs, which goes; an ace comes in. No court card is left, but it was not dealt so.
    game = Game.deal("S AT987 H AT987 D 8 C K", COURTS, "C A").exchange("KC")
    assert not any(card[0] in "KQJ" for card in game.state["hands"]["A"])
    game.refused("elder", "claim_carte_blanche", exchange=1, rule="R3.1", at="/action/type")


@pytest.mark.rule("R3.1")
def test_it_is_claimed_once():
    game = shown(3, "9D")
    game.refused("elder", "claim_carte_blanche", exchange=3, at="/action/type")
    game = younger_blank().do("younger", "claim_carte_blanche")
    game.refused("younger", "claim_carte_blanche", at="/action/type")


# -- R3.3: discard first (portland)


@pytest.mark.rule("R3.3")
def test_elder_says_how_many_he_will_exchange_and_nothing_is_shown_yet():
    game = announced(3)
    assert (game.phase, game.to_act) == ("commit_discard", "B")
    assert game.state["announced_exchange"] == 3
    assert game.state["carte_blanche"] == {"A": "announced", "B": None}
    assert game.event("announced")["exchange"] == 3
    assert game.scored == []
    assert game.view("younger")["other"]["carte_blanche"] is None


@pytest.mark.rule("R3.3", "R4.1")
@pytest.mark.parametrize("exchange", [0, 6, 12])
def test_elder_cannot_announce_what_he_could_not_exchange(exchange):
    elder_blank().refused("elder", "claim_carte_blanche", exchange=exchange, at="/action/exchange")


@pytest.mark.rule("R3.3", "R4.2")
@pytest.mark.parametrize(("exchange", "most"), [(5, 3), (4, 4), (3, 5), (1, 7)])
def test_younger_commits_from_one_card_to_what_the_announcement_leaves_him(exchange, most):
    # Eight less what elder will take.
    game = announced(exchange)
    younger = cards(COURTS)
    game.refused("younger", "commit_discard", cards=[], rule=("R3.3", "R4.2"), at="/action/cards")
    game.refused("younger", "commit_discard", cards=younger[: most + 1], rule=("R3.3", "R4.2"), at="/action/cards")
    game.do("younger", "commit_discard", cards=younger[:most])


@pytest.mark.rule("R3.3")
def test_younger_commits_without_drawing():
    game = shown(3, "JS QH")
    assert game.state["talon"] == cards(TALON)
    assert game.state["drawn"]["B"] == []
    assert set(game.state["committed"]) == {"JS", "QH"}
    assert game.event("committed")["count"] == 2
    assert not game.event("committed").get("cards")
    assert (game.phase, game.to_act) == ("elder_exchange", "A")
    # first the discard, then the hand on the table
    assert game.happened.index("committed") < game.happened.index("carte_blanche")


@pytest.mark.rule("R3.3")
def test_younger_commits_only_cards_that_he_holds():
    announced(3).refused("younger", "commit_discard", cards=["AS"], at="/action/cards/0")


@pytest.mark.rule("R3.3", "R4.2")
def test_the_commitment_has_the_bounds_of_youngers_exchange():
    game = elder_blank(portland(younger_max=5)).do("elder", "claim_carte_blanche", exchange=1)
    game.refused("younger", "commit_discard", cards="S KQJ H KQJ", rule=("R3.3", "R4.2"), at="/action/cards")
    game.do("younger", "commit_discard", cards="S KQJ H KQ")


@pytest.mark.rule("R3.3", "R4.3")
def test_what_is_committed_is_as_secret_as_a_discard():
    game = shown(3, "JS QH")
    seen = str(game.view("elder")).replace("'", " ").split()
    assert not {"JS", "QH"} & set(seen)
    assert set(game.view("younger")["committed"]) == {"JS", "QH"}


@pytest.mark.rule("R3.3")
def test_nothing_is_committed_unless_elder_has_announced():
    elder_blank().refused("younger", "commit_discard", cards=["9D"], at="/action/type")


@pytest.mark.rule("R3.3")
def test_after_the_announcement_younger_commits_before_anybody_exchanges():
    game = announced(3)
    game.refused("elder", "exchange", cards="S 987")
    game.refused("younger", "exchange", cards=["9D"])


@pytest.mark.rule("R3.3")
def test_elder_exchanging_as_announced_brings_youngers_draw_by_itself():
    # Elder takes A K Q of clubs, younger, who committed two cards, J T.
    game = shown(3, "JS QH").exchange("S 987")
    assert game.phase == "calling"
    assert [event["count"] for event in game.events if event["kind"] == "exchanged"] == [3, 2]
    assert game.state["drawn"] == {"A": cards("C AKQ"), "B": cards("C JT")}
    assert set(game.state["discards"]["B"]) == {"JS", "QH"}
    assert game.state["talon"] == cards("C 987")
    assert game.state["committed"] == []


@pytest.mark.rule("R3.3")
def test_elder_never_exchanges_more_than_he_announced():
    game = shown(3, "JS")
    game.refused("elder", "exchange", cards="S 9 H 987", rule="R3.3", at="/action/cards")


@pytest.mark.rule("R3.3", "R4.2")
@pytest.mark.parametrize("anew", ["JS QH", "9D TD", "JS 9D", "S KQJ H KQJ", "9D"])
def test_elder_exchanging_fewer_lets_younger_exchange_anew(anew):
    # The committed cards or others, as many as he may: elder took two, six are left.
    game = shown(3, "JS QH").exchange("S 98")
    assert (game.phase, game.to_act) == ("younger_exchange", "B")
    assert game.state["drawn"] == {"A": cards("C AK"), "B": []}
    game.exchange(anew)
    assert game.phase == "calling"
    assert set(game.state["discards"]["B"]) == set(cards(anew))
    assert game.state["drawn"]["B"] == cards("C QJT987")[: len(cards(anew))]


@pytest.mark.rule("R3.3", "R4.2")
def test_the_new_exchange_has_the_ordinary_bounds():
    game = shown(3, "JS QH").exchange("S 98")
    game.refused("younger", "exchange", cards="S KQJ H KQJ D 9", rule="R4.2", at="/action/cards")
    game.refused("younger", "exchange", cards=[], rule="R4.2", at="/action/cards")


@pytest.mark.rule("R3.3")
def test_younger_announces_before_elders_exchange_and_shows_after_it():
    game = younger_blank().do("younger", "claim_carte_blanche")
    assert game.scored == []
    assert (game.phase, game.to_act) == ("elder_exchange", "A")
    assert game.state["carte_blanche"] == {"A": None, "B": "announced"}
    assert game.view("elder")["other"]["carte_blanche"] is None
    game.exchange("S KQJ")
    assert game.happened.index("exchanged") < game.happened.index("carte_blanche")
    assert game.scored == [("younger", "carte_blanche", 10)]
    assert (game.phase, game.to_act) == ("younger_exchange", "B")


@pytest.mark.rule("R3.3")
def test_younger_announcing_after_elders_exchange_shows_at_once():
    game = younger_blank().exchange("S KQJ").do("younger", "claim_carte_blanche")
    assert game.scored == [("younger", "carte_blanche", 10)]
    assert game.phase == "younger_exchange"
    game.exchange("S 98")
    assert game.score == (0, 10)


@pytest.mark.rule("R3.3", "R3.4")
def test_that_younger_could_announce_one_is_nothing_that_elder_sees():
    seen = younger_blank().view("elder")
    assert {option["type"] for option in seen["options"]} == {"exchange"}
    assert not {"TS", "9S", "8S"} & set(str(seen).replace("'", " ").split())
    assert {option["type"] for option in younger_blank().view("younger")["options"]} == {"claim_carte_blanche"}


# -- R3.3: show


@pytest.mark.rule("R3.3")
def test_where_it_is_shown_at_once_nobody_commits_anything():
    game = elder_blank(SHOW).do("elder", "claim_carte_blanche")
    assert game.scored == [("elder", "carte_blanche", 10)]
    assert (game.phase, game.to_act) == ("elder_exchange", "A")
    assert set(game.view("younger")["other"]["carte_blanche"]) == set(cards(BLANK))
    game.refused("younger", "commit_discard", cards=["9D"])
    game.exchange("S 987 H 98")  # as many as he likes
    assert game.phase == "younger_exchange"


@pytest.mark.rule("R3.3")
def test_where_it_is_shown_at_once_younger_waits_for_elders_exchange():
    game = younger_blank(SHOW)
    game.refused("younger", "claim_carte_blanche", rule="R3.3", at="/action/type")
    game.exchange("S KQJ").do("younger", "claim_carte_blanche")
    assert game.scored == [("younger", "carte_blanche", 10)]


@pytest.mark.rule("R3.3")
def test_only_elder_says_how_many_he_will_exchange_and_only_where_the_other_discards_first():
    elder_blank().refused("elder", "claim_carte_blanche", at="/action/exchange")
    elder_blank(SHOW).refused("elder", "claim_carte_blanche", exchange=3, at="/action/exchange")
    younger_blank().refused("younger", "claim_carte_blanche", exchange=3, at="/action/exchange")


# -- R3.2, R3.4


@pytest.mark.rule("R3.2", "R7.1", "R7.2")
def test_it_reckons_before_everything_else_and_saves_the_repique_and_the_pique():
    # Elder: point 3, four tierces 12, three quatorzes 42, 57 in hand. But younger's ten come first.
    # (He has better points and sequences, and sinks them.)
    game = Game.deal("S AKQ H AKQ D A S J H J D J C J7", "S T987 H T987 D T987", "D KQ C AKQ C T98")
    game.exchange("S J H J D J C J7").do("younger", "claim_carte_blanche").exchange("S 7")
    game.call("point", 3).good().reckon().call("sequence", 3, "A").good()
    game.reckon("sequence S AKQ", "sequence H AKQ", "sequence D AKQ", "sequence C AKQ")
    game.call("set", 4, "A").good().reckon()
    assert game.score == (57, 10)
    game.play("AS TS")
    assert game.score == (58, 10)
    assert game.bonuses() == []
    assert ("elder", "repique", "carte_blanche") in game.saved()


@pytest.mark.rule("R3.2", "R7.1", "R7.2")
def test_it_counts_towards_a_repique():
    game = Game.deal("S AT987 H AT987 D 87", "S KQJ H KQJ D AKQJT9", "C AKQJT987")
    game.do("elder", "claim_carte_blanche", exchange=5).do("younger", "commit_discard", cards="S KQJ")
    game.exchange("S 87 D 87 H 7")
    # Elder: S A T 9, H A T 9 8, C A K Q J T: point 5, quint 15; with the ten, 30.
    game.call("point", 5).good().reckon().call("sequence", 5).good().reckon("sequence C AKQJT")
    assert game.score == (10 + 5 + 15 + 60, 0)
    assert game.bonuses() == [("elder", "repique", 60)]


@pytest.mark.rule("R3.4")
def test_a_shown_hand_is_public_from_then_on():
    game = shown(3, "JS QH")
    seen = set(cards(BLANK))
    assert set(game.view("younger")["other"]["carte_blanche"]) == seen
    game.exchange("S 987")
    assert set(game.view("younger")["other"]["carte_blanche"]) == seen
    assert game.view("elder")["other"]["carte_blanche"] is None
    game.passes("point", "sequence", "set")
    assert set(game.view("younger")["other"]["carte_blanche"]) == seen
    game.play("AS").reckon_nothing().play("QS")
    assert set(game.view("younger")["other"]["carte_blanche"]) == seen


@pytest.mark.rule("R3.4")
def test_what_is_shown_is_the_hand_as_dealt_not_what_comes_of_it():
    game = shown(3, "JS QH").exchange("S 987")
    held = set(game.view("younger")["other"]["carte_blanche"])
    assert set(cards("S 987")) <= held
    assert not held & set(cards("C AKQ"))


@pytest.mark.rule("R3.1")
@pytest.mark.parametrize("blanks", list(itertools.islice(itertools.combinations(range(20), 12), 0, None, 20000)))
def test_any_twelve_of_the_twenty_blank_cards_are_a_carte_blanche(blanks):
    blank = [rank + suit for suit in "SHDC" for rank in "AT987"]
    game = Game.deal(" ".join(blank[place] for place in blanks))
    assert game.do("elder", "claim_carte_blanche", exchange=1).phase == "commit_discard"


@pytest.mark.rule("R3.3", "R4.2")
@pytest.mark.parametrize("ruleset", ["au-cent", portland(younger_min=0)], ids=["au-cent", "portland"])
@pytest.mark.parametrize(
    "committed",
    [
        pytest.param(
            "",
            id="none",
        ),
        pytest.param("9D", id="one"),
    ],
)
def test_younger_is_kept_to_the_number_that_he_committed_be_it_none(ruleset, committed):
    game = elder_blank(ruleset).do("elder", "claim_carte_blanche", exchange=3)
    game.do("younger", "commit_discard", cards=committed).exchange("S 987")
    # His draw, of none or of one, has followed by itself: elder calls.
    assert [event["count"] for event in game.events if event["kind"] == "exchanged"] == [3, len(cards(committed))]
    assert (game.phase, game.to_act) == ("calling", "A")
