"""`piquet-referee rule --incident`: what an arbiter is asked at a terminal, and what they are told."""

import io
import json
import os
import pty
import random
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from service.cli.interview import answer_of
from service.cli.main import AGREES, UNREADABLE, main
from service.piquet.law.decide import QUESTIONS, ruling_on_facts, seated
from service.piquet.rulesets.published import ruleset
from service.piquet.written import ruling_dict
from tests.helpers.http import post
from tests.helpers.preloaded import take_signals
from tests.helpers.random_cases import generator, scale

Json = Any

#: Asks with these words after `rule --incident`, and gives these lines as answers: the ruling, and what was asked.
Asks = Callable[..., tuple[list[str], str]]


@pytest.fixture
def ask(capsys, monkeypatch) -> Asks:
    def run(words: str, *answers: str, status: int = AGREES) -> tuple[list[str], str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        assert main(["rule", "--incident", *shlex.split(words)]) == status
        told = capsys.readouterr()
        assert "\x1b" not in told.out + told.err, "no colours"
        return told.out.splitlines(), told.err

    return run


# ---------------------------------------------------------------- rulings


@pytest.mark.rule("L59")
def test_a_revoke(ask: Asks) -> None:
    """L-W32: either player may have play go back; who revoked is asked for the sentence alone."""
    told, asked = ask("revoke --dealer B", "younger")
    assert told == [
        "B (younger) did not follow suit.",
        (
            "Either player may, without the opponent's consent, have play taken back to the card that did not follow: "
            "a card of the suit is played there, and what was played and scored since is taken back. This may be done "
            "until the next deal is dealt."
        ),
        "If nobody says anything in time: the card stands as it was played.",
        "Law: L59 (revoke), code portland",
    ]
    assert (
        "\nWho did it?\n   1  A (elder)\n   2  B (younger)\n" in asked
        and "\n  (Enter leaves this out: the ruling then names no player)\n> " in asked
    )
    assert ask("revoke", "")[0][0].startswith("A player did not follow suit.")


@pytest.mark.rule("L58")
def test_the_law_of_the_table(ask: Asks) -> None:
    """K26: under the great penalty the opponent has the choice."""
    told, _ = ask("long_hand --ruleset au-cent --dealer A", "13", "1", "younger")
    assert told[-1].endswith("code au-cent") and told[0].startswith("A (younger) had more than twelve cards.")


@pytest.mark.rule("L46", "LR17")
def test_a_false_reply_in_french(ask: Asks) -> None:
    """K16: without a better holding elder's call counts as good, once younger may correct it no more."""
    told, asked = ask("fausse --lang fr", status=UNREADABLE)
    assert told == [] and "'fausse' may mean false_blanche, false_claim or false_reply" in asked
    told, asked = ask("false_reply --lang fr", "jamais", "non", "")
    assert "\nLe dernier avait-il mieux ou égal, comme il l’a dit ?\n   1  oui\n   2  non\n> " in asked
    assert told[:2] == [
        "Le dernier a fait une fausse réponse. Le premier a le choix.",
        "Le premier peut compter tout de même son annonce comme bonne, jusqu’à la donne suivante.",
    ]
    assert told[-1] == "Loi : L46 (fausse réponse), code portland"


@pytest.mark.rule("L51")
def test_the_moment_decides_and_may_be_left_out(ask: Asks) -> None:
    """A2: until elder's next call younger may correct the reply, so that nobody elects anything yet."""
    told, asked = ask("false_reply", "never", "no", "1")
    assert told[0].endswith(" Younger may still correct the reply.")
    assert "  (Enter: younger has played a card)\n" in asked


@pytest.mark.rule("L28", "L30")
def test_an_exchange_by_the_positions_of_the_talon(ask: Asks) -> None:
    told, asked = ask("wrong_exchange", "elder", "-", "1-6", "1-6")
    assert [line.split(",")[0].split(":")[0] for line in told[1:4]] == [
        "Younger may have the cards dealt again",
        "Younger may have the penalty enforced",
        "Younger may waive the penalty",
    ]
    assert "a whole number from 0 to 5; - for: elder had left none, or not drawn yet" in asked
    told, asked = ask("wrong_exchange", "elder", "2", "1, 2", "1 2", "3")
    assert (
        "Which of these cards did elder mix with the hand?\n  some of 1 2, such as 1 2 or 1-2; - for: none\n" in asked
    )
    assert told[-1] == "Law: L30, L57 (wrong exchange), code portland"


def test_as_json_it_is_the_ruling_that_the_service_gives(ask: Asks) -> None:
    facts: Json = {"dealt": [13, 11, 8], "taken_up": ["elder", "younger"], "stock": "untouched"}
    (line,), _ = ask("misdeal --dealer B --json", "13 11 8", "1 2", "left it alone")
    answer = post("/v1/rulings", {"incident": {"kind": "misdeal", "dealer": "B", "facts": facts}})
    assert json.loads(line) == {"law": answer["code"], "rulings": answer["rulings"]}


# ---------------------------------------------------------------- kinds


def test_without_a_kind_all_are_listed_and_one_is_asked_for(ask: Asks) -> None:
    told, asked = ask("", "rovoke", "<", "revoke", "")
    assert "\nWhat happened?\n\nThe deal\n   1  misdeal: The numbers of cards are wrong.\n" in asked
    assert "\n\nThe play\n  19  revoke: A suit was not followed.\n" in asked
    assert re.findall(r"^ +(\d+)  ", asked.partition("> ")[0], re.M) == [str(at) for at in range(1, len(QUESTIONS) + 1)]
    assert " or a word of it. (did you mean revoke?)\n> There is no question before this one.\n> " in asked
    assert asked.startswith("< or back goes back to the question before, ? explains, Ctrl-D ends.\n")
    assert told[-1] == "Law: L59 (revoke), code portland"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("rovoke", "--incident: 'rovoke' is no kind (did you mean revoke?); it lists all without a value"),
        ("'they reneged'", "--incident: 'they reneged' may mean revoke; it lists all without a value"),
        (
            "l",  # a look at the talon, a late look, a late point, a lead out of turn, a long hand
            "--incident: 'l' may mean peeked, looked, lost_point, lead_out_of_turn or long_hand; it lists all without",
        ),
        ("99", "--incident: '99' is no kind"),
        ("run --ruleset portlnd", "--ruleset: there is no ruleset 'portlnd' (did you mean portland?)"),
        ("run --deal 3", "rule takes FILE [--deal] [--step] or --incident"),
        ("run --step 0", "rule takes FILE [--deal] [--step] or --incident"),
        ("run w1.piquet", "rule takes FILE [--deal] [--step] or --incident"),
    ],
)
def test_what_cannot_be_asked_about(ask: Asks, words: str, reason: str) -> None:
    told, asked = ask(words, status=UNREADABLE)
    assert told == [] and asked.startswith(f"piquet-referee: {reason}")


def test_a_file_takes_no_options_of_an_incident(capsys) -> None:
    for words in ([], ["--dealer", "A"], ["--dealer", "A", "w1.piquet"], ["--ruleset", "hoyle", "w1.piquet"]):
        assert main(["rule", *words]) == UNREADABLE
        assert "rule takes FILE" in capsys.readouterr().err


# ---------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("words", "before", "wrong", "form"),
    [
        (
            "looked",
            [],
            ["3", "0", "e y", "²", "elderly", "x" * 5000],
            "the number of an answer, how it begins, or a word of it",
        ),
        ("faced", [], ["3", "1 1", "1 x", ","], "numbers of answers, such as 1 2; - for: none"),
        ("undeclared", [], ["6", "-1", "1.5", "1 2", "9" * 40, "six", ""], "a whole number from 0 to 5"),
        (
            "misdeal",
            [],
            ["13 11", "13 11 9", "20 4 8", "13, 11, 8, 0", "a b c"],
            "three numbers from 5 to 15, together 32",
        ),
        ("cut", ["for the deal"], ["16", "16 17", "-1 33"], "two numbers from 0 to 32, together 32"),
        ("peeked", ["1"], ["0", "9", "1 1", "-", "7-9", "x-2", "1--2"], "some of 1 2 3 4 5 6 7 8, such as 1 2 or 1-2"),
        ("misinformed", ["elder"], ["37", "KX", "-", "K", "1 2"], "a number from 0 to 36, or cards such as KH TS"),
        ("spoiled", [], ["8D", "-8", "*8D", "-8D 7D", "+"], "cards, with - before those that are missing"),
        ("sheets", [], ["28 22 28", "1 2 3 10001"], "four numbers: A and B on the sheet of A"),
    ],
)
def test_a_wrong_answer_is_asked_again_with_its_form(
    ask: Asks, words: str, before: list[str], wrong: list[str], form: str
) -> None:
    _, asked = ask(words, *before, *wrong, status=UNREADABLE)
    assert asked.count(f"> This takes {form}") == len(wrong)


@pytest.mark.parametrize(
    ("need", "text", "answer"),
    [
        ({"type": "amount", "least": 0, "most": 36, "total": None}, "2", 2),
        ({"type": "amount", "least": 0, "most": 36, "total": None}, "KH 10s", ("KH", "TS")),
        ({"type": "proof"}, "-8D +7D", {"missing": ("8D",), "double": ("7D",)}),
        ({"type": "proof"}, "+7d", {"missing": (), "double": ("7D",)}),
        ({"type": "proof", "options": [{"value": None, "label": ""}]}, "-", None),
        ({"type": "counts", "least": 5, "most": 15, "total": 32}, "13, 11, 8", (13, 11, 8)),
        (
            {"type": "sheets", "least": 0, "most": 10_000, "total": None},
            "28 22 28 23",
            {"A": {"A": 28, "B": 22}, "B": {"A": 28, "B": 23}},
        ),
    ],
)
def test_an_answer_that_is_written_out(need: Json, text: str, answer: Json) -> None:
    assert answer_of({"options": [], **need}, text) == answer


def test_going_back_asks_the_question_before_again(ask: Asks) -> None:
    told, asked = ask("buried", "elder", "from the hand", "<", "back", "younger", "from the cards", "yes")
    assert asked.count("Who did it?") == 2 and "(Enter: elder)\n> " in asked
    assert told[-1] == "Law: L37 (buried card), code portland"


def test_going_back_from_the_first_question_lists_the_kinds_again(ask: Asks) -> None:
    """A wrong kind is put right, whether it was chosen or given; Enter keeps what was answered before."""
    told, asked = ask("", "looked", "<", "revoke", "younger", status=AGREES)
    assert asked.count("What happened?") == 2 and "  (Enter: late look at the cards that younger left)\n> " in asked
    assert told[-1] == "Law: L59 (revoke), code portland"
    told, asked = ask("buried", "elder", "from the hand", "<", "<", "<", "Back", "", "", "", "taken up a card")
    assert asked.count("What happened?") == 1 and "> There is no question before this one.\n> " in asked
    assert (
        "  (Enter: buried card)\n> " in asked
        and "  (Enter: elder)\n> " in asked
        and "  (Enter: from the hand)\n> " in asked
    )
    assert told[-1] == "Law: L26, L57 (buried card), code portland"


@pytest.mark.rule("L59")
def test_if_both_did_it_there_is_a_ruling_on_each(ask: Asks) -> None:
    told, asked = ask("revoke", "?", "both")
    assert "\n> The law rules on one player at a time. If both did it, " in asked and "\nOr say both: " in asked
    assert [line for line in told if line.endswith("follow suit.")] == [
        "Elder did not follow suit.",
        "Younger did not follow suit.",
    ]
    (line,), _ = ask("revoke --dealer B --json --lang fr", "les deux")
    assert [each["offender"] for each in json.loads(line)["rulings"]] == ["A", "B"]


@pytest.mark.rule("L25", "L24")
def test_the_questions_about_the_second_player_follow_those_about_the_first(ask: Asks) -> None:
    """Elder had drawn, so that the discard was final; younger had not, and may alter it. Back stays with younger."""
    told, asked = ask("recovered --dealer B", "both", "taken up a card", "left it alone")
    first, second = asked.split("\nNow for B (younger):\n")
    assert "What had A done with the talon by then?" in first and "What had B done with the talon by then?" in second
    assert told[:2] == [
        "Ruling on A (elder):",
        "A (elder) took cards back from the discard. B (younger) has the choice.",
    ] and told[-4:] == [
        "",
        "Ruling on B (younger):",
        "There is no irregularity: the discard could still be altered.",
        "Law: L24 (recovered discard), code portland",
    ]


@pytest.mark.rule("L25", "L24")
def test_an_answer_about_the_first_player_is_corrected_from_the_questions_about_the_second(ask: Asks) -> None:
    """Elder had not drawn after all, and younger had: then the discard of younger alone was final."""
    told, asked = ask("recovered", "both", "taken up a card", "<", "left it alone", "taken up a card")
    again = asked.partition("\nNow for elder:\n")[2]
    assert (
        again.startswith("\nWhat had elder done with the talon by then?\n") and "  (Enter: taken up a card)\n" in again
    )
    assert told[:2] == ["Ruling on elder:", "There is no irregularity: the discard could still be altered."]
    assert told[4:6] == ["Ruling on younger:", "Younger took cards back from the discard. Elder has the choice."]
    told, asked = ask("recovered --lang fr", "les deux", "2", "<", "retour", "le second", "1")
    assert "(Entrée : les deux)\n> " in asked and "Décision sur" not in told[0], "younger alone did it"
    assert told[0] == "Il n’y a pas d’irrégularité : l’écart pouvait encore être changé."


@pytest.mark.rule("L28")
def test_the_second_player_is_announced_once(ask: Asks) -> None:
    """However many questions about them there are, and also if one of these is asked again."""
    about_elder = ["from the hand", "taken up a card"]
    told, asked = ask("buried", "both", *about_elder, "from the talon", "<", "", "touched")
    second = asked.partition("\nNow for younger:\n")[2]
    assert second.count("Where did the cards come from?") == 2 and "Now for" not in second
    assert told.count("Ruling on younger:") == 1


@pytest.mark.parametrize("typed", ["b", "B", "b (younger)"])
def test_the_letter_of_a_seat_is_its_player_in_either_case(ask: Asks, typed: str) -> None:
    """Wherever seats are offered, also beside *both*; without seats it is the beginning of an answer, or none."""
    told, asked = ask("revoke --dealer b", typed)
    assert told[0] == "B (younger) did not follow suit." and asked.count("Who did it?") == 1
    told, asked = ask("deal_out_of_turn --dealer B", "b", typed, status=UNREADABLE)
    assert "\n   3  both\n> \nWhich deal of the partie is it?\n" in asked
    assert "This takes " in ask("revoke", "b", "elder")[1]


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        ("' Revoke '", [" YOUNGER "]),
        ("LEAD-OUT-OF-TURN", ["  younger", "Yes", "NO."]),
        ("misdeal", ["13/11/8", "Elder and YOUNGER", "left it alone"]),
        ("misdeal", ["13 - 11 - 8", "all of them", "1."]),
        ("misdeal", ["12 12 8"]),
        ("deal_out_of_turn", ["None"]),
        ("misdeal --lang fr", ["13 11 8", "le Premier et le dernier", "Il n'y avait pas touche"]),
        ("deal_out_of_turn --lang fr", ["AUCUNE"]),
        ("peeked", ["elder", "1 – 5", "n"]),
        ("sheets", ["28-23 28-22"]),
        ("misdeal", ["13+11 + 8", "nobody"]),
        ("misdeal", ["13 11 8", "both of them", "left it alone"]),
        ("deal_out_of_turn", ["no one"]),
        ("misdeal --lang fr", ["13 11 8", "premier et second", "Il n'y avait pas touche"]),
        ("deal_out_of_turn --lang fr", ["personne"]),
        ("revoke --lang fr", ["le second"]),
        ("revoke --lang fr --dealer A", ["premier"]),
        ("peeked", ["elder", "1+5", "n"]),
        ("peeked", ["the dealer", "six", "nope", "yep"]),
        ("peeked --dealer B", ["player B", "six", "nope", ""]),
        ("peeked --lang fr --dealer B", ["le donneur", "six", "nan", "ouais"]),
        ("peeked --lang fr --dealer B", ["joueur b", "six", "nan", ""]),
        ("lead_out_of_turn", ["the non-dealer", "yep"]),
        ("undeclared", ["nothing", "left it alone"]),
        ("undeclared", ["three", "left it alone"]),
        ("wrong_exchange", ["elder", "none", "1-6", "six"]),
        ("misdeal --lang fr", ["treize, onze et huit", "personne"]),
    ],
)
def test_answers_are_read_as_people_write_them(ask: Asks, words: str, answers: list[str]) -> None:
    _, asked = ask(words, *answers)
    assert "This takes" not in asked and "Il faut" not in asked and asked.count("> ") == len(answers)


@pytest.mark.parametrize(
    ("lang", "sentence", "kinds"),
    [
        ("en", "he peeked at the talon", ["8", "4", "9"]),  # a look, a faced card, the dealer's early look
        ("en", "Younger looked at the cards elder LEFT!", ["11", "10", "8", "9"]),
        ("en", "he did not follow suit", ["19"]),
        ("en", "younger revoked", ["19"]),
        ("en", "she reneged", ["19"]),  # by a synonym of the contract
        ("en", "he took six cards", ["5"]),  # a wrong exchange (L28)
        ("en", "said three kings but had two", ["14", "15"]),  # a false claim (L54), a false reply
        ("fr", "il a regarde le talon", ["8", "9", "4", "11"]),
        ("fr", "le second n’a pas fourni", ["19"]),
        ("fr", "il a renoncé", ["19"]),
    ],
)
def test_a_sentence_lists_the_kinds_that_have_its_words(ask: Asks, lang: str, sentence: str, kinds: list[str]) -> None:
    """The best first; of a word that few kinds have, more than of one that many have. It chooses none."""
    _, asked = ask(f"--lang {lang}", sentence, "?", "19", "1")
    listed = asked.partition("This may mean:\n" if lang == "en" else "Cela peut vouloir dire :\n")[2]
    assert re.findall(r"^ +(\d+)  ", listed.partition("> ")[0], re.M) == kinds


def test_after_a_sentence_one_of_its_lines_is_chosen_and_enter_takes_the_only_one(ask: Asks) -> None:
    """A place in the short list is no number of the long one, as 1 is that of a misdeal; ? lists all again."""
    _, asked = ask("", "younger revoked", "1", "", "elder")
    assert asked.count("This may mean:\n  19  revoke: ") == 2
    assert "That is: revoke: A suit was not followed.\n" in asked and "That is: misdeal" not in asked
    assert "That is: misdeal" in ask("", "he peeked at the talon", "?", "1", status=2)[1]


@pytest.mark.parametrize("sentence", ["both did it", "he talked", "nobody shuffled", "all the cards"])
def test_a_sentence_with_no_word_of_a_kind_suggests_none(ask: Asks, sentence: str) -> None:
    """Nor does one with a word that most kinds have, such as cards."""
    _, asked = ask("", sentence, "revoke", "")
    none = "Your words are like none of the lines; ? lists all. For talk and remarks the law has no kind."
    assert f"a word of it. {none}\n> " in asked
    assert "did you mean" not in asked and "This may mean" not in asked


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        ("misdeal", "elder 13 younger 11 talon 8"),
        ("misdeal", "talon 8, elder 13 and younger 11"),
        ("misdeal", "thirteen elder, eight stock, eleven the dealer"),
        ("misdeal --dealer B", "B 11, A 13, talon eight"),
        ("misdeal --lang fr", "le premier 13, talon 8 et le dernier 11"),
    ],
)
def test_counts_are_read_by_the_names_at_them(ask: Asks, words: str, counts: str) -> None:
    """In any order of them, as R2.1 asks for elder, younger and talon."""
    (line,), _ = ask(f"{words} --json", counts, "-")
    (dealt,) = (each["value"] for each in json.loads(line)["rulings"][0]["facts"] if each["name"] == "dealt")
    assert dealt == [13, 11, 8]


def test_counts_with_a_name_twice_or_missing_are_asked_again(ask: Asks) -> None:
    _, asked = ask("misdeal", "elder 13 elder 11 talon 8", "elder 13 11 8", "spectator 13 younger 11 talon 8", status=2)
    assert asked.count("> This takes three numbers") == 3


def test_the_kind_that_a_number_or_another_word_chose_is_repeated(ask: Asks) -> None:
    for words, typed in (("", ["19"]), ("", ["not followed"]), ("19", [])):
        assert "That is: revoke: A suit was not followed.\n" in ask(words, *typed, "")[1]
    assert "C’est : renonce : " in ask("--lang fr", "19", "")[1]
    assert "That is" not in ask("", "Revoke", "")[1] + ask("revoke", "")[1]


def test_numbers_that_do_not_make_the_total_are_added_up(ask: Asks) -> None:
    _, asked = ask("misdeal", "13 13 7", "20 4 8", "12 12 8")
    assert asked.count("such as 13 11 8. These make 33.\n> ") == 1 and asked.count("These make") == 1
    _, asked = ask("cut --lang fr", "pour la donne même", "16 17", "non", "16 16", status=UNREADABLE)
    assert " Ceux-ci font 33.\n> " in asked


def test_a_word_that_may_mean_several_answers_chooses_none(ask: Asks) -> None:
    _, asked = ask("", "dealt", "suit was not followed", "")
    lines = asked.partition("> This may mean:\n")[2].splitlines()[:2]
    assert lines == ["   2  deal out of turn: The wrong player dealt.", "  26  wrong pack: The other pack was dealt."]


def test_an_answer_is_found_by_a_word_of_it(ask: Asks) -> None:
    """But by the beginning of one only if no other answer begins so."""
    told, _ = ask("", "claim", "elder", "yes")
    assert told[-1] == "Law: L52 (false claim), code portland"
    told, _ = ask("misdeal --dealer B", "13 11 8", "a", "taken", "13")
    assert told[-1] == "Law: L39, L58 (exchange in a misdeal), code portland"


def test_a_question_mark_explains(ask: Asks) -> None:
    _, asked = ask("exposed", "?", "3")
    assert (
        "> It is the player's to whom it was dealt.\nthe number of an answer, how it begins, or a word of it\n"
        "< or back goes back to the question before, ? explains, Ctrl-D ends.\n\nWhose card was it?\n" in asked
    )
    assert asked.count("Whose card was it?") == 2


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ("misdeal", "They come in the order of the question, and every card of the pack is in one of them; "),
        ("long_hand", "In figures or in words: 3 or three."),
        (
            "misdeal --lang fr",
            "Ils viennent dans l’ordre de la question, et chaque carte du jeu est dans l’un d’eux ; ",
        ),
    ],
)
def test_a_question_mark_explains_numbers(ask: Asks, words: str, more: str) -> None:
    _, asked = ask(words, "?", status=UNREADABLE)
    assert f"\n{more}" in asked


def test_where_the_answers_end_it_says_what_is_missing(ask: Asks) -> None:
    told, asked = ask("revoke", status=UNREADABLE)
    assert told == [] and asked.endswith("\npiquet-referee: standard input: it has no answer to: Who did it?\n")
    assert ask("revoke --lang fr", status=UNREADABLE)[1].endswith(
        "\npiquet-referee: entrée standard: elle n’a pas de réponse à : Qui l’a fait ?\n"
    )
    told, asked = ask("long_hand", "13", status=UNREADABLE)
    assert told == []
    assert asked.endswith(
        "piquet-referee: standard input: it has no answer to: What made the hand long? Whose hand is it?\n"
    )


# ---------------------------------------------------------------- every kind


def _text(chance: random.Random, need: Json) -> str:
    """An answer, as a person may write it."""
    options, kind = need["options"], need["type"]
    if kind in ("flag", "choice"):
        at = chance.randrange(len(options))
        return chance.choice([str(at + 1), options[at]["label"], options[at]["label"].upper()])
    if kind in ("choices", "positions"):
        some = chance.sample(range(len(options)), chance.randint(need["least"], len(options)))
        return " ".join(str(at + 1 if kind == "choices" else options[at]["value"]) for at in some) or "-"
    if options and chance.random() < 0.3:
        return "-"
    return {
        "number": str(chance.randint(need["least"] or 0, need["most"] or 0)),
        "amount": chance.choice(["0", "3", "KH", "KH TS"]),
        "counts": chance.choice(["13 11 8", "12 12 8", "12, 13, 7", "14 10 8"]),
        "packets": chance.choice(["16 16", "31 1"]),
        "proof": chance.choice(["-8D", "+7D -8D"]),
        "sheets": chance.choice(["1 2 1 2", "28 22 28 23"]),
    }[kind]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_kind_leads_to_a_ruling(ask: Asks, lang: str) -> None:
    """With answers by number and in words, as the need that the service gives asks for them."""
    chance = generator(f"interviews {lang}")
    for _ in range(scale(100)):
        kind, dealer = chance.choice(sorted(QUESTIONS)), chance.choice([None, "A", "B"])
        facts: Json = {}
        answers: list[str] = []
        while True:
            found = ruling_on_facts(ruleset("portland"), kind, facts)
            found = found if dealer is None else seated(found, dealer)
            ruling = ruling_dict(found, [{} for _ in found.elections], "fr" if lang == "fr" else "en")
            if not ruling["needs"]:
                break
            answers.append(_text(chance, ruling["needs"][0]))
            facts[ruling["needs"][0]["name"]] = answer_of(ruling["needs"][0], answers[-1])
        told, asked = ask(f"{kind} --lang {lang} {f'--dealer {dealer}' if dealer else ''}", *answers)
        assert told[0] and told[-1].startswith(("Law: ", "Loi : ")) and asked.count("?\n") == len(answers), (
            kind,
            facts,
        )


# ---------------------------------------------------------------- a terminal


def _at_a_terminal(keys: bytes, *words: str, interrupt: bool = False) -> tuple[int, str]:
    """Run the command at a pseudo-terminal, press some keys once it asks, and return its status and what it shows."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "service.cli", "rule", "--incident", *(words or ["exposed"])]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, preexec_fn=take_signals
    )
    os.close(theirs)
    shown = b""
    try:
        while b"> " not in shown:
            shown += os.read(ours, 1000)
        if interrupt:
            process.send_signal(signal.SIGINT)
        else:
            os.write(ours, keys)
        while True:
            shown += os.read(ours, 1000)
    except OSError:  # the terminal is closed with the process
        return process.wait(60), shown.decode()
    finally:
        os.close(ours)
        process.kill()


@pytest.mark.rule("L27")
def test_at_a_terminal_a_sentence_leads_to_the_ruling() -> None:
    """Then the number of a line, who it was, which cards, and what else matters."""
    status, shown = _at_a_terminal(b"he peeked at the talon\n8\nelder\n1-2\nyes\n", "--lang", "en")
    listed = shown.partition("This may mean:\r\n")[2]
    assert listed.startswith("   8  look at the talon: A player looked at cards of the talon.\r\n")
    assert status == AGREES and "\r\nLaw: " in shown and "(look at the talon), code portland" in shown
    assert "\x1b" not in shown


@pytest.mark.rule("L25", "L24")
def test_at_a_terminal_the_first_of_both_players_is_corrected_from_the_second() -> None:
    status, shown = _at_a_terminal(b"both\n3\n<\n1\n3\n", "recovered", "--dealer", "B")
    assert status == AGREES and "no question before" not in shown
    assert "\r\nRuling on A (elder):\r\nThere is no irregularity: the discard could still be altered.\r\n" in shown
    assert "\r\nRuling on B (younger):\r\nB (younger) took cards back from the discard." in shown


def test_at_a_terminal_one_goes_back_to_the_kinds_within_a_window() -> None:
    """Only the headings come again, and what was chosen by its name; ? lists all."""
    status, shown = _at_a_terminal(b"EXPOSED\n<\n?\nREVOKE \nb\n", "--dealer", "b")
    again, listed = shown.split("What happened?\r\n")[2:]
    headings = ["   1-4   The deal", "   5-11  The exchange", "  12-18  Calling", "  19-25  The play"]
    last = ["  26-32  Packs, cut and scores", "  ?  lists all", "  (Enter: exposed card)"]
    assert again.splitlines()[:7] == headings + last
    assert again.splitlines()[7].startswith(
        "> A number, a word of the line or a code such as lead_out_of_turn chooses; "
    )
    assert "\r\n  19  revoke: A suit was not followed.\r\n" in listed
    assert status == AGREES and "\r\nB (younger) did not follow suit.\r\n" in shown


@pytest.mark.parametrize(("kind", "question"), [("exposed", "Whose card was it?"), ("revoke", "Who did it?")])
def test_ctrl_d_ends_with_what_is_missing_and_without_a_ruling(kind: str, question: str) -> None:
    """Whether the question must be answered or not."""
    status, shown = _at_a_terminal(b"\x04", kind)
    assert status == UNREADABLE and shown.endswith(f"it has no answer to: {question}\r\n") and "Law: " not in shown


def test_keys_that_are_no_text_choose_nothing() -> None:
    """The arrow up sends ESC [ A, which is not player A."""
    status, shown = _at_a_terminal(b"\x1b[A\n3\n", "exposed", "--dealer", "B")
    assert status == AGREES and shown.count("This takes the number of an answer") == 1


def test_ctrl_c_ends_without_a_word() -> None:
    status, shown = _at_a_terminal(b"", interrupt=True)
    assert "Law: " not in shown
    assert status == 130 and "Traceback" not in shown
