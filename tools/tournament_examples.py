"""Write the tournament of `examples/tournament` and the evening of `examples/duplicate`: parties played by program.

    python -m tools.tournament_examples

Twelve players meet over five rounds; their results stand in the event in all forms. `with-errors.toml` is the same
event with three errors. In the duplicate evening four tables play the same six packs. The players exchange by a rule of
thumb, call what they hold, and mostly play the best card with all cards known.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from service.advice.discard_policy import thrown
from service.advice.values import candid_action
from service.analysis.double_dummy import SharedSearch
from service.analysis.double_dummy.positions import best_of
from service.analysis.play_position import played_out, situation_of
from service.piquet import engine
from service.piquet.cards.cards import cards_of, names
from service.piquet.legal_actions import ExchangeOption, PlayOption
from service.piquet.model.actions import PLAYS, Action, Exchange
from service.piquet.model.state import OVER, SEATS, Phase
from service.piquet.partie import deal_next, new_partie
from service.piquet.rules.dealing import deal as dealing_of, shuffle
from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.settlement import by_seat
from service.records.json_form import to_json
from service.records.model import Deal, Record, Result, Step
from service.records.text.writer import write

Json = Any

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
RULES = ruleset("portland")
PLAYERS = ("Ada", "Bruno", "Clara", "David", "Edith", "Felix", "Greta", "Hugo", "Irma", "Jonas", "Karla", "Leo")
ROUNDS = 5
SLIPS = 0.15  # how often a player plays some other card than the best


class Partie(NamedTuple):
    """A partie as it was played: its record with all cards, and the scores of its deals."""

    record: Record
    scores: list[list[int]]


def play(players: tuple[str, str], packs: str, rng: Random) -> Partie:
    """Play a partie; the pack of each deal comes from the seed `packs` and the number of the deal."""
    record = Record(players=[*players], ruleset="portland@1", first_dealer="B")
    scores = []
    state = new_partie(1)
    while state.phase != Phase.PARTIE_OVER:
        number = len(record.deals) + 1
        dealt = deal_next(RULES, state, dealing_of(RULES, shuffle(RULES.cards, f"{packs}, {number}")))
        deal = engine.MutableDeal(RULES, dealt.state)
        steps = []
        while deal.state.phase not in OVER:
            action = _action(deal, rng)
            steps.append(Step(deal.do(action)))
        state = deal.state
        score = by_seat(state.dealer, state.score)
        hands = [list(names(cards)) for cards in by_seat(state.dealer, dealt.state.dealt)]
        talon = [card for each in dealt.state.talon for card in names(1 << each)]
        record.deals.append(Deal(SEATS[state.dealer], [*hands], talon, steps, score))
        scores.append([*score])
    (ended,) = [event for event in deal.events if event.kind == "partie_ended"]
    winner = "none" if ended.seat is None else SEATS[ended.seat]
    totals = ended.more["totals"]
    record.result = Result((totals["A"], totals["B"]), winner, ended.more["rubicon"], ended.more["settlement"])
    return Partie(record, scores)


def _action(deal: engine.MutableDeal, rng: Random) -> Action:
    """What a player does."""
    state = deal.state
    role, seat = state.to_act, state.to_act ^ 1 ^ state.dealer
    options = deal.options()
    count = next((option.high for option in options if isinstance(option, ExchangeOption)), 0)
    if count:
        return Exchange(seat, int(thrown(RULES, role, (state.hands[role],), count)[0]))
    cards = next((option.cards for option in options if isinstance(option, PlayOption)), None)
    if cards is None:
        return candid_action(RULES, state)
    if rng.random() < SLIPS:
        return PLAYS[seat][rng.choice(cards_of(cards))]
    position = situation_of(played_out(RULES), state).position
    return PLAYS[seat][best_of(SharedSearch(RULES).worths(position), role).card]


# ---------------------------------------------------------------- the tournament


def tournament() -> dict[str, str]:
    """Return the files of the tournament by name."""
    files: dict[str, str] = {}
    lines = [
        'name = "The winter cup"',
        'date = "2026-01-17"',
        'site = "the club"',
        'tie_breaks = ["direct", "buchholz", "difference", "lot"]',
        'lot_seed = "winter"',
        "",
        "[scoring]",
        'points = "game"',
    ]
    for name in PLAYERS:
        lines += ["", "[[players]]", f'id = "{name.lower()}"', f'name = "{name}"']
    wrong = ""
    for number, pairs in enumerate(_pairings(), 1):
        if number == ROUNDS:
            files["round-5.csv"] = _results(number, pairs)
            break
        lines += ["", "[[rounds]]", f"number = {number}"]
        for table, players in enumerate(pairs, 1):
            partie = play(players, f"winter, {number}, {table}", Random(f"winter {number} {table}"))
            a, b = (name.lower() for name in players)
            lines += ["", "[[rounds.tables]]", f"table = {table}", f'a = "{a}"', f'b = "{b}"']
            name = f"round-{number}-table-{table}"
            if number == 1:
                files[f"{name}.piquet"] = write(partie.record)
                lines.append(f'record = "{name}.piquet"')
                wrong = wrong or write(partie.record)
            elif number == 2 and table == 1:
                files[f"{name}.json"] = json.dumps(to_json(partie.record), ensure_ascii=False) + "\n"
                lines.append(f'record = "{name}.json"')
            elif number == 3 and table == 2:
                lines.append(f'forfeit = "{b}"')
            else:
                lines.append(f"result = {_result(partie, totals_only=number == 4)}")
    lines += ["", "[[rounds.tables.adjustments]]", 'seat = "A"', "points = -20", 'of = "partie"', 'reason = "late"']
    files["event.toml"] = "\n".join(lines) + "\n"
    files["with-errors.toml"] = _with_errors(files["event.toml"], wrong)
    return files


def _pairings() -> Iterator[list[tuple[str, str]]]:
    """Yield the pairs of each round: everybody but the last moves on by one place."""
    fixed, others = PLAYERS[-1], [*PLAYERS[:-1]]
    for number in range(ROUNDS):
        circle = [fixed, *others]
        half = len(circle) // 2
        pairs = list(zip(circle[:half], circle[half:][::-1], strict=True))
        yield [pair if (at + number) % 2 else pair[::-1] for at, pair in enumerate(pairs)]
        others = [others[-1], *others[:-1]]


def _result(partie: Partie, *, totals_only: bool) -> str:
    result = partie.record.result
    assert result is not None
    if totals_only:
        return f"{{ totals = {list(result.totals or ())}, settlement = {result.settlement} }}"
    return f"{{ deals = {partie.scores} }}"


def _results(number: int, pairs: list[tuple[str, str]]) -> str:
    rows = ["table;a;b;a_total;b_total"]
    for table, players in enumerate(pairs, 1):
        partie = play(players, f"winter, {number}, {table}", Random(f"winter {number} {table}"))
        assert partie.record.result is not None and partie.record.result.totals is not None
        a, b = partie.record.result.totals
        rows.append(f"{table};{players[0].lower()};{players[1].lower()};{a};{b}")
    return "".join(f"{row}\n" for row in rows)


def _with_errors(event: str, record: str) -> str:
    """Return the event with a wrong score in a record, a wrong settlement, and a player who sits at two tables."""
    score = re.search(r"^score: (\d+)-(\d+)$", record, re.MULTILINE)
    assert score is not None
    told = record.replace(score[0], f"score: {int(score[1]) + 10}-{score[2]}", 1)
    event = event.replace('record = "round-1-table-1.piquet"', f"record = '''\n{told}'''", 1)
    event = re.sub(r"settlement = (\d+)", lambda found: f"settlement = {int(found[1]) + 100}", event, count=1)
    at = event.index("number = 2")
    first, second = re.findall(r'^b = "(\w+)"$', event[at:], re.MULTILINE)[:2]
    return event[:at] + event[at:].replace(f'b = "{second}"', f'b = "{first}"', 1)


# ---------------------------------------------------------------- the duplicate evening


def evening() -> dict[str, str]:
    """Return the records of four tables that play the same six packs, by name."""
    tables = list(zip(PLAYERS[:4], PLAYERS[4:8], strict=True))
    return {
        f"table-{number}.piquet": write(play(players, "evening", Random(f"evening {number}")).record)
        for number, players in enumerate(tables, 1)
    }


def written() -> dict[Path, str]:
    """Return the content of each file."""
    found = {EXAMPLES / "tournament" / name: text for name, text in tournament().items()}
    return found | {EXAMPLES / "duplicate" / name: text for name, text in evening().items()}


def main() -> None:
    for path, text in written().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
