"""Pictures of positions and hands: all that is public is drawn, as SVG and as text, in both languages."""

import doctest
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from service import pictures
from service.multiplayer.state import PHASES as MULTIPLAYER_PHASES
from service.pictures import Picture, Style, hand_picture, picture
from service.pictures.svg import definitions_in
from service.piquet import Table
from service.piquet.cards.cards import CARDS
from service.piquet.model.state import PHASES
from service.piquet.value_kinds import MembersError
from service.words import LANGUAGES, words_in
from tests.helpers.cards import cards, rest_of
from tools.refresh_examples import HANDS, TALON, W1

SVG = "{http://www.w3.org/2000/svg}"


def w1(*played: str) -> Table:
    """The deal W1 of docs/rules.md after all calls, B's tens and queens, and these cards, each with its seat."""
    table = Table(first_dealer="B")
    table.deal(hands=HANDS, talon=TALON)
    for action in W1[:-1]:
        table.apply(action)
    for seat, card in (one.split(".") for one in played):
        table.apply({"seat": seat, "type": "play", "card": card})
    return table


def fifth_trick() -> Table:
    """W1 until A has led to the fifth trick: 14 to 17, as examples/w1.piquet says."""
    return w1("B.TH", "A.KH", "B.7D", "A.QH", "B.TD", "A.JH", "B.JD", "A.8H")


def parsed(svg: str) -> ET.Element:
    """An SVG document: valid XML without scripts, styles or references to anything outside."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    ids = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
    assert len(ids) == len(set(ids))
    for one in root.iter():
        assert one.tag not in (f"{SVG}script", f"{SVG}style", f"{SVG}image", f"{SVG}foreignObject")
        assert not any(name == "style" or name.startswith("on") for name in one.attrib)
        for name, value in one.attrib.items():
            if name.endswith("href"):
                assert value.removeprefix("#") in ids and value.startswith("#"), value
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", svg)
    return root


def drawn_faces(svg: str) -> set[str]:
    """The cards whose faces are drawn large."""
    return set(re.findall(r'<use href="#card-([6-9TJQKA][SHDC])"', svg))


def backs(svg: str) -> int:
    return svg.count('href="#card-back"')


# ---------------------------------------------------------------- W1, by hand


@pytest.mark.rule("R5.13", "R6.1")
def test_everything_public_and_every_hand_is_in_the_picture_of_w1() -> None:
    """A keeps SAJ HAQJ8 CJ and draws 9S 8S KH 9C KD; B keeps ST HT DAQJT CKQT and draws QS AC 7D."""
    assert str(picture(fifth_trick())).splitlines() == [
        "Deal 1: play, B to act",
        "Deal 1, dealt by B",
        "Score of the deal: A 14, B 17",
        "Score of the partie before this deal: A 0, B 0",
        "",
        "B, younger, dealer, to act",
        "  Hand: SQT DAQ CAKQT",
        "  Discard: S7 H97",
        "  Shown: SQT DQ CQT",
        "",
        "Trick 5: 8H, A led",
        "Talon: none",
        "Point: 5 cards, making 49: good",
        "Sequence: quart: good",
        "Set: 3 knaves: not good",
        "",
        "A, elder",
        "  Hand: SAJ98 DK CJ9",
        "  Discard: SK D98 C87",
        "  Tricks: 4: AH – TH, KH – 7D, QH – TD, JH – JD",
    ]


@pytest.mark.rule("R5.13")
def test_a_seat_sees_the_cards_that_the_other_has_shown_and_backs_for_the_rest() -> None:
    """B has reckoned four tens and three queens; 10 of hearts, 10 of diamonds are played. Three cards are hidden."""
    seen = picture(fifth_trick(), "A")
    assert "  Hand: SQT DQ CQT, 3 cards face down\n  Discard: 3 cards face down\n" in seen.text
    assert seen.text.startswith("Deal 1: play, B to act, as A sees it\n")
    own = {"AS", "JS", "9S", "8S", "KD", "JC", "9C"}
    assert drawn_faces(seen.svg) == own | {"QS", "TS", "QD", "QC", "TC"} | {"8H"}
    assert backs(seen.svg) == 3 + 3


def test_before_the_exchange_a_seat_sees_twelve_cards_and_twenty_backs() -> None:
    table = Table(first_dealer="B")
    table.deal(hands=HANDS, talon=TALON)
    for seat in "AB":
        svg = picture(table, seat).svg
        assert drawn_faces(svg) == set(HANDS[seat])
        assert backs(svg) == 12 + 8
    everything = picture(table)
    assert drawn_faces(everything.svg) == set(HANDS["A"]) | set(HANDS["B"])
    assert backs(everything.svg) == 0
    assert "Talon: 9S, 8S, KH, 9C, KD, QS, AC, 7D\n" in everything.text


@pytest.mark.rule("R4.4")
def test_elder_sees_the_cards_that_they_left_on_the_talon() -> None:
    """Elder may take the first five cards and takes three: the fourth and fifth, 9C and KD, are seen."""
    table = Table(first_dealer="B")
    table.deal(hands=HANDS, talon=TALON)
    table.apply({"seat": "A", "type": "exchange", "cards": ["KS", "9D", "8D"]})
    assert "Talon: 9C, KD, 3 cards face down\n" in picture(table, "A").text
    assert "Talon: 5 cards face down\n" in picture(table, "B").text
    table.apply({"seat": "B", "type": "exchange", "cards": ["7S", "9H", "7H"]})  # takes 9C, KD and QS
    assert "Talon: 2 cards face down\n" in picture(table, "A").text
    assert "Seen: DK C9\n" in picture(table, "A").text


@pytest.mark.rule("R3.4")
def test_a_carte_blanche_that_was_shown_is_face_up_until_the_exchange() -> None:
    hands = {"A": cards("S T987 H T987 D T98 C T"), "B": cards("S AKQJ H AKQJ D AKQ C A")}
    rest = rest_of(hands["A"], hands["B"])
    table = Table(first_dealer="B")
    table.deal(hands=hands, talon=rest)
    table.apply({"seat": "A", "type": "claim_carte_blanche", "exchange": 5})
    table.apply({"seat": "B", "type": "commit_discard", "cards": ["AS"]})
    seen = picture(table, "B")
    assert "A, elder, to act\n  Hand: ST987 HT987 DT98 CT\n" in seen.text
    assert "  Laid out: SA\n" in seen.text and "Laid out" not in picture(table, "A").text
    table.apply({"seat": "A", "type": "exchange", "cards": cards("S T987 C T")})
    assert "  Hand: 12 cards face down\n" in picture(table, "B").text
    assert "  Carte blanche: ST987 HT987 DT98 CT, shown\n" in picture(table, "B").text


# ---------------------------------------------------------------- words


def test_french_and_the_signs_of_suits() -> None:
    text = picture(fifth_trick(), "A", style=Style(lang="fr", suits="signs")).text
    assert text.startswith("Donne 1 : jeu de la carte, à B, vu par A\n")
    assert "  Main : ♠QT ♦Q ♣QT, 3 cartes cachées\n" in text
    assert "Séquence : quatrième : bon\n" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_a_word_for_everything(lang: str) -> None:
    language, english = words_in(lang).pictures, words_in("en").pictures
    assert language.phases.keys() == {*PHASES, *MULTIPLAYER_PHASES}
    assert language.other.keys() == english.other.keys()
    for key, phrase in english.other.items():
        fields = re.findall(r"{\w+}", phrase)
        assert set(re.findall(r"{\w+}", language.other[key])) == set(fields), key


@pytest.mark.parametrize(("lang", "word"), [("en", "queen ten of spades"), ("fr", "dame dix de pique")])
def test_the_description_tells_in_words_what_the_text_tells(lang: str, word: str) -> None:
    drawn = picture(fifth_trick(), style=Style(lang=lang))
    root = parsed(drawn.svg)
    assert root.attrib["lang"] == lang and root.attrib["role"] == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text == drawn.title == drawn.text.splitlines()[0]
    assert description is not None and description.text is not None
    assert word in description.text
    assert len(description.text.splitlines()) == len([line for line in drawn.text.splitlines()[1:] if line])


def test_names_of_players_are_escaped() -> None:
    drawn = picture(fifth_trick(), style=Style(names=("<Ann & Co>", "B]]>")))
    assert len(parsed(drawn.svg))
    assert "<Ann & Co>, elder" in drawn.text


# ---------------------------------------------------------------- options


def test_the_seat_at_the_bottom_is_that_which_looks_or_a_or_the_one_named() -> None:
    table = fifth_trick()

    def order(seat: str | None, bottom: str | None) -> str:
        lines = picture(table, seat, bottom=bottom).text.splitlines()
        return "".join(line[0] for line in lines if re.match("[AB], (elder|younger)", line))

    assert order(None, None) == "BA" and order("A", None) == "BA" and order("B", None) == "AB"
    assert order("B", "A") == "BA" and order(None, "B") == "AB"


@pytest.mark.parametrize("width", [120, 480, 4000])
def test_the_width_is_in_pixels_and_the_height_follows(width: int) -> None:
    root = parsed(picture(fifth_trick(), style=Style(width=width)).svg)
    _, _, units, height = map(int, root.attrib["viewBox"].split())
    assert root.attrib["width"] == str(width)
    assert root.attrib["height"] == str(round(width * height / units))


def test_four_colours_are_a_colour_for_each_suit_and_other_ids() -> None:
    two, four = (hand_picture(["7S", "7H", "7D", "7C"], Style(colours=number)) for number in (2, 4))
    known = [definitions_in(number)[1] for number in (2, 4)]
    pips = [b"".join(each[f"pip-{suit}"] for suit in "SHDC").decode() for each in known]
    colours = [set(re.findall(r'fill="(#[0-9a-f]{3,6})"', each)) for each in pips]
    assert [len(each) for each in colours] == [2, 4]
    ids = [set(re.findall(r' id="([^"]+)"', each.svg)) for each in (two, four)]
    assert not ids[0] & ids[1]
    assert len(parsed(four.svg)) and four.text == two.text


@pytest.mark.parametrize(
    "wrong", [{"lang": "de"}, {"colours": 3}, {"width": 119}, {"width": 4001}, {"suits": "words"}], ids=str
)
def test_a_style_that_is_not_possible_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"none of|pixels|lang is en or fr"):
        Style(**wrong)  # type: ignore[arg-type]


def test_a_seat_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="a seat is A or B"):
        picture(fifth_trick(), "C")
    with pytest.raises(ValueError, match="a seat is A or B"):
        picture(fifth_trick(), bottom="AB")


# ---------------------------------------------------------------- hands, packs, notebooks


@pytest.mark.parametrize("colours", [2, 4])
def test_every_card_of_the_larger_pack_has_a_face(colours: int) -> None:
    for card in CARDS:
        drawn = hand_picture([card], Style(colours=colours))
        prefix = "card-" if colours == 2 else "card4-"
        assert f'<use href="#{prefix}{card}" ' in drawn.svg
        parsed(drawn.svg)
        assert drawn.text == f"{card[1]}{card[0]}\n"


def test_a_hand_is_drawn_suit_by_suit() -> None:
    drawn = hand_picture(["7C", "AS", "KS", "TD"])
    assert drawn.text == "SAK DT C7\n"
    assert (
        "<title>Piquet: 4 cards</title><desc>ace king of spades, ten of diamonds, seven of clubs.</desc>" in drawn.svg
    )
    with pytest.raises(MembersError):
        hand_picture(["AS", "AS"])


@pytest.mark.rule("R2.1")
def test_the_pack_of_36_is_drawn() -> None:
    table = Table("old-36", first_dealer="A")
    table.deal(deck=CARDS)
    everything = picture(table)
    parsed(everything.svg)
    assert everything.svg.partition("<desc>")[2].partition("</desc>")[0].count("six") == 4
    assert backs(picture(table, "A").svg) == 12 + 12


def test_a_notebook_shows_the_svg() -> None:
    drawn = picture(fifth_trick())
    assert isinstance(drawn, Picture) and drawn._repr_svg_() == drawn.svg
    parsed(drawn.svg)


def test_a_table_before_its_first_deal_has_a_picture() -> None:
    drawn = picture(Table(first_dealer="B"))
    parsed(drawn.svg)
    assert drawn.title == "Piquet: before the deal"


def test_the_example_of_the_package_works() -> None:
    assert doctest.testmod(pictures).failed == 0


def test_the_example_of_the_page_prints_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "pictures.md").read_text(encoding="utf-8")
    program, printed = re.findall(r"```python [^\n]*\n(.*?)```\n\n```text\n(.*?)```", page, re.DOTALL)[0]
    exec(program, {})
    assert capsys.readouterr().out == printed
