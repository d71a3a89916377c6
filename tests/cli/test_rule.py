"""`piquet-referee rule`, and irregular records in the other commands: the worked examples of the law."""

import json
import random
from pathlib import Path

import pytest

from service.cli.main import AGREES, DIVERGES, UNREADABLE, main
from service.piquet.actions import ELECTIONS, INCIDENTS
from service.piquet.law.kinds import BY_NAME
from service.piquet.value_kinds import QUESTIONS
from service.records.stream import of_json
from service.records.text.parser import read
from service.records.verification.verify import verify
from service.words import LANGUAGES, words_in
from tests.helpers.narration import narrate
from tests.helpers.records import strictly
from tests.records import irregular as law
from tests.records.acts import incident

L_W25_UNRAISED = law.record(law.UNMENDED)  # 21-17; the call is step 6, B's first card step 13


@pytest.fixture
def written(tmp_path: Path):
    def write(text: str) -> str:
        path = tmp_path / "deal.piquet"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def told(capsys, *words: str, status: int = AGREES) -> str:
    assert main(list(words)) == status
    return capsys.readouterr().out


# ---------------------------------------------------------------- rule


@pytest.mark.rule("L54", "E5")
def test_lw25_what_a_ruling_would_do_to_the_score(written, capsys) -> None:
    """15 struck from A, two tierces for B: 21-17 becomes 6-23."""
    out = told(capsys, "rule", written(L_W25_UNRAISED)).splitlines()
    assert out[0].endswith(":1: deal 1, after 13 steps:")
    assert out[1].startswith("  step 6, false claim by A (L54): ")
    assert "    lacking: TH" in out
    assert "      score 6-23 (A -15, B +6)" in out
    (action,) = [line.strip() for line in out if line.startswith("      B ruling")]
    raised = L_W25_UNRAISED + action + " = 6-23\n"  # what is told can be written into the record
    assert verify(strictly(read(raised))).agrees


@pytest.mark.rule("L54")
def test_before_its_time_a_ruling_is_not_open(written, capsys) -> None:
    """Until B's first card A may mend the call."""
    out = told(capsys, "rule", "--step", "12", written(L_W25_UNRAISED))
    assert out.splitlines() == [f"{written(L_W25_UNRAISED)}:1: deal 1, after 12 steps: no ruling is open"]


@pytest.mark.rule("L54", "E3", "E4")
def test_lw26_as_json(written, capsys) -> None:
    """Enforced, A loses 31; waived, the tierce's 3."""
    text = law.record(law.PLAYED)
    found = json.loads(told(capsys, "rule", "--json", "--deal", "1", written(text)))
    assert (found["deal"], found["divergence"], found["law"]) == (1, None, "portland")
    (ruling,) = found["rulings"]
    assert (ruling["number"], ruling["kind"], ruling["finding"]) == (8, "false_claim", "false")
    assert ruling["entitled"] == ["B"]
    assert {each["election"]: (each["score"], each["score_delta"]) for each in ruling["elections"]} == {
        "enforce": ({"A": 0, "B": 23}, {"A": -31, "B": 0}),
        "waive": ({"A": 28, "B": 23}, {"A": -3, "B": 0}),
    }


@pytest.mark.rule("L59", "E6")
def test_lw32_a_revoke_that_is_not_marked_is_ruled_on_as_if_it_were(written, capsys) -> None:
    """The record ends there for the referee: KD is led, 15-17, and the revoke is step 23."""
    out = told(capsys, "rule", written(law.L_W32_UNMARKED), status=DIVERGES)
    assert ": deal 1, step 23: " in out and "[play.must_follow_suit]" in out
    assert "  if it is marked as irregular:\n  step 23, revoke by B (L59)" in out
    assert (
        "    Either player may, without the opponent's consent, have play taken back to the card that did not follow: "
        "a card of the suit is played there, and what was played and scored since is taken back." in out
    )
    assert "This may be done until the next deal is dealt.\n      replay (rewind E6, account anew E12)\n" in out
    assert "      B irregular TC\n      A ruling 23 replay\n" in out


def test_what_is_read_out_is_in_the_language_that_is_asked_for(written, capsys) -> None:
    out = told(capsys, "rule", "--lang", "fr", written(law.L_W32_UNMARKED), status=DIVERGES)
    assert (
        "    B (le dernier) n’a pas fourni la couleur demandée.\n    L’un ou l’autre joueur peut, sans l’accord de "
        in out
    )
    assert (
        "faire reprendre le jeu à la carte qui n’a pas fourni : une carte de la couleur y est jouée, et ce qui " in out
    )
    assert "  si on le marque comme irrégulier :\n  coup 23, renonce de B (L59): B n’a pas fourni la couleur : " in out
    assert "      replay (E6, E12)\n      marque 15-17 (A +0, B +0)\n" in out
    (line,) = told(capsys, "rule", "--lang", "fr", "--json", written(law.L_W32_UNMARKED), status=DIVERGES).splitlines()
    assert json.loads(line)["rulings"][0]["sentence"].startswith("B (le dernier) n’a pas fourni la couleur")


@pytest.mark.rule("L12")
def test_lw1_of_deals_with_the_same_number_all_are_told(written, capsys) -> None:
    out = told(capsys, "rule", "--deal", "1", "--step", "0", written(law.L_W1)).splitlines()
    assert any(line.startswith("  the deal, misdeal by B (L12): ") for line in out)
    assert out[-1].endswith("deal 1, after 0 steps: no ruling is open")


def test_a_record_without_cards_has_no_rulings(written, capsys) -> None:
    assert "nothing can be said" in told(capsys, "rule", written(law.L_W9))


@pytest.mark.parametrize(
    ("words", "reason"),
    [(["--deal", "2"], "it has no deal 2"), (["--step", "15"], "deal 1 has 13 steps")],
)
def test_a_deal_or_a_step_that_is_not_there(words: list[str], reason: str, written, capsys) -> None:
    assert main(["rule", *words, written(L_W25_UNRAISED)]) == UNREADABLE
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--deal", "0"], ["--deal", "x"], ["--step", "-1"], ["--step", "201"]])
def test_numbers_that_make_no_sense(words: list[str], written) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["rule", *words, written(L_W25_UNRAISED)])
    assert ended.value.code == UNREADABLE


# ---------------------------------------------------------------- verify and convert


def test_verify_lists_irregularities(written, capsys) -> None:
    out = told(capsys, "verify", "-v", "--jobs", "1", written(L_W25_UNRAISED))
    assert "    deal 1, step 6, false claim by A (L54): open; B may elect reckon until the next deal is dealt\n" in out
    assert "false claim" not in told(capsys, "verify", "--jobs", "1", written(L_W25_UNRAISED))


def test_verify_tells_what_the_law_would_say(written, capsys) -> None:
    out = told(capsys, "verify", "--jobs", "1", written(law.L_W32_UNMARKED), status=DIVERGES)
    assert "    by law    revoke (L59), if it is marked as irregular\n" in out


def test_convert_supplies_the_number_of_a_ruling(written, capsys) -> None:
    assert "B ruling 6 reckon = 6-23\n" in told(capsys, "convert", "--to", "text", written(law.L_W25))
    found = json.loads(told(capsys, "convert", written(law.L_W25)))
    assert found["deals"][0]["steps"][-1]["action"]["number"] == 6


# ---------------------------------------------------------------- replay


def aloud(text: str, language: str = "en") -> list[str]:
    record = strictly(read(text))
    return list(narrate(record.record, words_in(language).commentary, verify(record)))


@pytest.mark.rule("L54", "LR1")
@pytest.mark.parametrize(
    ("language", "call", "ruling"),
    [
        ("en", "A: “Quint major.”", "B reckons late, A’s false claim, step 6; by L54; A has fifteen struck; "),
        ("fr", "A : « Quinte majeure. »", "B compte après coup, fausse annonce de A, coup 6; selon L54; "),
    ],
)
def test_a_false_call_sounds_like_a_true_one_until_it_is_raised(language: str, call: str, ruling: str) -> None:
    lines = aloud(law.L_W25, language)
    assert call in lines
    regular = aloud(law.record(law.EXCHANGES + law.POINT), language)
    assert lines[: len(regular)] == regular
    assert lines[-1].startswith(ruling) and lines[-1].endswith("[6-23]")


@pytest.mark.rule("L59", "E6")
def test_play_that_goes_back_is_read_aloud() -> None:
    lines = aloud(law.L_W32)
    assert "B: ten of clubs." in lines
    (ruling,) = [line for line in lines if "revoke" in line]
    assert ruling.startswith("A has the play go back, B’s revoke, step 23; by L59; ")
    assert "A takes back ace knave of spades, and loses two" in ruling and ruling.endswith("[15-17]")


@pytest.mark.rule("L52", "A3")
def test_a_correction_is_read_aloud() -> None:
    assert "A corrects this: “Quart major.” by L52; A has fifteen struck. [5-0]" in aloud(law.L_W22)


@pytest.mark.rule("L12", "L16")
def test_irregular_deals_are_read_aloud() -> None:
    lines = aloud(law.L_W1)
    assert "A asks for a fresh deal, by L12; the deal is annulled." in lines
    assert "The deal counts for nothing." in lines
    assert sum(line.startswith("Deal 1.") for line in lines) == 2
    lines = aloud(law.L_W9)
    assert lines[lines.index("Deal 3. B deals; A is elder.") + 1] == "It was the turn of A to deal."
    assert "Deal 5. A deals; B is elder." in lines


@pytest.mark.rule("L28", "E10")
def test_a_game_that_is_lost_is_read_aloud() -> None:
    assert "B asks for the penalty, A’s wrong exchange, step 1; by L28; A loses the game." in aloud(law.L_W38)


def test_a_taking_of_six_is_read_as_six() -> None:
    assert any(line.endswith("and takes six.") for line in aloud(law.L_W38))


def test_an_action_that_is_not_marked_ends_the_deal_with_what_the_law_says() -> None:
    assert "By the law this would be: revoke (L59)." in aloud(law.L_W32_UNMARKED)
    assert "La loi y verrait : renonce (L59)." in aloud(law.L_W32_UNMARKED, "fr")


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_there_are_words_for_every_kind_election_and_incident(language: str) -> None:
    words = words_in(language).commentary
    assert {key.split()[0] for key in words.kinds} == BY_NAME.keys()
    elections = {key.removeprefix("ruling ") for key in words.actions if key.startswith("ruling ")}
    assert elections == ELECTIONS.keys()
    kinds = {key.split()[1] for key in words.actions if key.startswith("incident ")}
    assert kinds == INCIDENTS.keys()
    assert {f"about {each}" for each in QUESTIONS if len(each) > 1} <= words.other.keys()


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_incident_can_be_read_aloud(language: str) -> None:
    """Without cards the engine cannot judge them, and they are read as they were reported."""
    rng = random.Random(language)
    seen = set()
    for _ in range(300):
        members = {"seat": "A", **incident(rng)}
        seen.add(members["kind"])
        text = json.dumps({"piquet_record": 1, "deals": [{"steps": [{"action": members}]}]})
        assert any(
            line.startswith("A") for line in narrate(of_json(text.encode()).record, words_in(language).commentary)
        )
    assert seen == INCIDENTS.keys()
