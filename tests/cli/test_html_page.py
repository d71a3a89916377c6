"""`piquet-referee replay --html`: a record as one page that needs nothing else."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from service.cli.main import AGREES, DIVERGES, UNREADABLE, main
from tests.cli.test_verify import EXAMPLES

W1 = (EXAMPLES / "w1.piquet").read_text(encoding="utf-8")
VOID = {"meta"}


class Page(HTMLParser):
    """A page: its elements, in order, with the text of each; every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.text.setdefault(tag, []).append("")
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in self._open:
            self.text[tag][-1] += data

    def attributes(self, name: str) -> list[str]:
        return [value for _, attrs in self.elements if (value := attrs.get(name))]


def page(capsys: pytest.CaptureFixture[str], record: str | Path, *more: str, status: int = AGREES) -> Page:
    assert main(["replay", "--html", *more, str(record)]) == status
    return Page(capsys.readouterr().out)


def test_the_page_of_w1_has_every_step_with_its_rules_and_the_running_score(capsys) -> None:
    found = page(capsys, EXAMPLES / "w1.piquet")
    assert found.text["h1"] == ["The example of the ninth Britannica"]
    assert found.text["h2"] == ["Deal 1. B deals; A is elder."]
    steps = [re.sub(r"\s+", " ", step.strip()) for step in found.text["li"]]
    # 13 steps of exchanges and calls, the lead, the reckoning, and 23 further cards, as examples/w1.piquet has them.
    assert len(steps) == 2 + 5 + 3 + 2 + 1 + 1 + 23
    assert steps[0].endswith("and takes five. R4.3")
    assert steps[6] == "A reckons: five for the point. [5-0] R5.12"
    assert steps[-1].startswith("B: ten of spades, ") and "[28-23]" in steps[-1]
    assert "The deal: A twenty-eight, B twenty-three." in "".join(found.text["p"])


def test_the_pictures_are_the_deal_the_calls_the_play_and_the_end(capsys) -> None:
    found = page(capsys, EXAMPLES / "w1.piquet")
    captions = [caption.strip() for caption in found.text["figcaption"]]
    assert captions[0].startswith("A is dealt ace king knave of spades")
    assert captions[2:] == ["Deal 1: calling, A to act", "Deal 1: play, A to act", "Deal 1: end of the deal"]
    assert len(found.text["desc"]) == len(captions) and all(found.text["desc"])


def test_each_face_is_defined_once_and_every_use_of_one_leads_to_it(capsys) -> None:
    found = page(capsys, EXAMPLES / "w1.piquet")
    ids = found.attributes("id")
    assert len(ids) == len(set(ids))
    uses = [attrs["href"] for tag, attrs in found.elements if tag == "use"]
    assert len(uses) > 100 and {str(use)[1:] for use in uses} <= set(ids)
    assert sum(re.fullmatch(r"card-[7-9TJQKA][SHDC]", each) is not None for each in ids) == 32


def test_the_page_stands_alone_and_prints(capsys) -> None:
    found = page(capsys, EXAMPLES / "partie.piquet")
    tags = {tag for tag, _ in found.elements}
    assert not tags & {"script", "link", "img", "iframe", "object", "a"}
    assert not found.attributes("src") and not any(attrs.get("style") for _, attrs in found.elements)
    assert "default-src 'none'; style-src 'unsafe-inline'" in found.attributes("content")
    (style,) = found.text["style"]
    assert "@media print" in style and "break-inside: avoid" in style and "url(" not in style


def test_the_headings_have_no_gaps_and_the_language_is_said(capsys) -> None:
    for lang, deal in (("en", "Deal 2. "), ("fr", "Donne 2. ")):
        found = page(capsys, EXAMPLES / "partie.piquet", "--lang", lang)
        assert next(attrs for tag, attrs in found.elements if tag == "html")["lang"] == lang
        headings = [tag for tag, _ in found.elements if re.fullmatch("h[1-6]", tag)]
        assert headings == ["h1", *["h2"] * (len(headings) - 1)] and len(headings) == 7  # a partie of six deals
        assert found.text["h2"][1].startswith(deal)


def test_a_record_that_diverges_is_told_where_with_the_position_before_it(tmp_path: Path, capsys) -> None:
    wrong = tmp_path / "wrong.piquet"
    wrong.write_text(W1.replace("A KH = 11-17; B 7D", "A TH = 11-17; B 7D"), encoding="utf-8")  # A does not hold it
    found = page(capsys, wrong, status=DIVERGES)
    told = [text for text, (_, attrs) in zip(found.text["p"], [e for e in found.elements if e[0] == "p"], strict=True)
            if attrs.get("class") == "wrong"]  # fmt: skip
    assert len(told) == 1 and told[0].startswith("Here the record and the rules disagree:")
    assert found.text["figcaption"][-1] == "Deal 1: play, A to act"


def test_several_records_are_one_page_and_share_the_faces(tmp_path: Path, capsys) -> None:
    two = tmp_path / "two.piquet"
    two.write_text(f"{W1}\n{W1}", encoding="utf-8")
    found = page(capsys, two)
    assert len(found.text["h1"]) == 2 and len(found.text["article"]) == 2
    assert len(found.attributes("id")) == len(set(found.attributes("id")))


def test_what_a_record_says_is_escaped(tmp_path: Path, capsys) -> None:
    odd = tmp_path / "odd.piquet"
    odd.write_text(
        W1.replace("player A: A", "player A: <script>alert(1)</script>").replace("event: The", "event: </title> & The"),
        encoding="utf-8",
    )
    found = page(capsys, odd)
    assert "script" not in found.text
    assert found.text["h1"][0].startswith("</title> & The") and "<script>alert(1)</script> is dealt" in found.text["p"][
        0
    ] + "".join(found.text["figcaption"])


def test_a_score_sheet_without_cards_has_no_pictures_but_its_scores(capsys) -> None:
    found = page(capsys, EXAMPLES / "score-sheet.piquet")
    assert "figure" not in found.text and len(found.text["h2"]) > 1


def test_a_file_that_cannot_be_read_writes_no_page(tmp_path: Path, capsys) -> None:
    assert main(["replay", "--html", str(tmp_path / "missing.piquet")]) == UNREADABLE
    assert capsys.readouterr().out == ""
