"""An event read from decoded TOML or JSON. Each fault has its place, and everything else is read."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from service.piquet.model.state import SEATS, Pair
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import DEFAULT, code_of, ruleset
from service.piquet.scoring.adjustments import ADJUSTMENTS, Adjustment
from service.piquet.suggestions import LOOKED_UP, did_you_mean, listed
from service.records.json_form import from_json, read_adjustment
from service.records.json_values import Json, JsonValues, escaped, whole_number
from service.records.model import DEALS, NUMBER, Deal, Reading, Record, Result
from service.records.player_names import plain_name
from service.records.text.parser import read as read_text
from service.records.verification.card_inference import Tries
from service.tournaments import event as events
from service.tournaments.event import Attendance, Event, Fault, Pairing, Partie, Player, Points, Round, Scoring, Table
from service.tournaments.parties import Unfinished, Unreadable, partie_of

# ---------------------------------------------------------------- values, right or with a fault and its place


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Values(JsonValues):
    """Reads values, and notes in `faults` what is wrong with them. `place` is the round and the table being read."""

    an_object, unknown_member = "a table (an object)", "member.unknown"
    wrong_value, too_many = "member.value", "event.limit"

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.place: tuple[int | None, int | None] = (None, None)
        self._looked_up = 0

    def problem(self, code: str, message: str, pointer: str, file: str | None = None) -> None:
        """Note a fault."""
        if len(self.faults) < events.FAULTS - 1:
            self.faults.append(Fault(code, message, pointer, *self.place, file))
        elif len(self.faults) == events.FAULTS - 1:
            self.faults.append(Fault("event.limit", "there are more faults, which are not listed", pointer))

    def near(self, given: str, known: Iterable[str]) -> str:
        """Return the known names that were probably meant, as the end of a sentence; only for the first few faults."""
        self._looked_up += 1
        return did_you_mean(given, known) if self._looked_up <= LOOKED_UP else ""

    def quoted(self, name: object) -> str:
        """Return a text as it stands in a message, short and without control characters; any other value as `this`."""
        return _CONTROL.sub("?", name[:40]) if isinstance(name, str) else "this"

    # ------------------------------------------------------------ values

    def text(self, value: Json | date, pointer: str) -> str | None:
        """Return a text of one line; TOML has dates of its own."""
        text = str(value) if isinstance(value, date) else value
        if not isinstance(text, str) or not text.strip():
            self.problem("member.type", "this is not a text", pointer)
            return None
        if len(text) > events.TEXT or _CONTROL.search(text):
            self.problem("member.value", f"a text is one line of at most {events.TEXT} characters", pointer)
            text = _CONTROL.sub(" ", text[: events.TEXT])
        return text.strip()

    def points(self, value: Json, pointer: str) -> Points:
        """Return a number of points, with a half at most."""
        if (type(value) is int or type(value) is float) and abs(value) <= events.MOST and value * 2 == int(value * 2):
            return events.exact(value)
        self.problem("member.value", f"this is not a number of points up to {events.MOST}, in halves", pointer)
        return 0

    def pair(self, value: Json, pointer: str) -> Pair | None:
        """Return A's and B's points, given as `[120, 80]` or by seat."""
        if isinstance(value, dict):
            given = self.members(value, SEATS, pointer)
            value = [given.get(seat) for seat in SEATS]
        if not isinstance(value, list) or len(value) != len(SEATS):
            self.problem("member.value", "this is not the points of A and of B, such as [120, 80]", pointer)
            return None
        a, b = value
        if type(a) is type(b) is int and 0 <= a <= NUMBER and 0 <= b <= NUMBER:  # as almost always
            return a, b
        both = [self.whole(points, 0, NUMBER, f"{pointer}/{at}") for at, points in enumerate(value)]
        return None if both[0] is None or both[1] is None else (both[0], both[1])


# ---------------------------------------------------------------- the event


_ID = re.compile(r"[A-Za-z0-9._-]{1,32}")

_MEMBERS: Final = (
    "name", "date", "site", "ruleset", "overrides", "players", "rounds", "entered", "withdrawn", "returned",
    "missed", "pairing", "scoring", "tie_breaks", "lot_seed",
)  # fmt: skip
#: The members that say who is not there in all rounds: the least number of a round, and an example.
_ATTENDANCE: Final = {
    "entered": (1, "{ gus = 3 }"),
    "withdrawn": (0, "{ eve = 2 }"),
    "returned": (1, "{ eve = 5 }"),
    "missed": (1, "{ hal = [2, 5] }"),
}
_OF_A_TABLE: Final = ("table", "a", "b", "record", "result", "forfeit", "adjustments")
#: The members of a scoring that only one way of scoring has.
_OF_A_SCORING: Final = {"difference": ("cap",), "game": ("win", "draw", "loss"), "scale": ("scale",)}
_WITHOUT_PLAY: Final = ("bye", "forfeit_win", "forfeit_loss", "missed")


#: Returns the record in a file beside the event. Raises `Unreadable`.
Loader = Callable[[str], Reading]

#: Returns the partie of a record, as `partie_of` does.
Judge = Callable[[Reading, Sequence[Adjustment], Tries | None], Partie | Unfinished]


class Read(NamedTuple):
    """An event as far as it could be read, and what is wrong with it: without faults it is whole."""

    event: Event
    faults: list[Fault]


def read_event(
    value: Json,
    load: Loader | None = None,
    tries: Tries | None = None,
    each_table: Callable[[], object] = lambda: None,
    judge: Judge = partie_of,
) -> Read:
    """Return the event of decoded TOML or JSON. Without a loader, no record may be the name of a file.

    `tries` limits how often unknown cards of all records together are filled in; without it each has its own limit.
    `each_table` is called after each table. `judge` returns the partie of each record or result, in their order.
    """
    reader = _Reader(load, tries, each_table, judge)
    event = reader.event(value)
    return Read(event, reader.faults)


class _Reader(Values):
    """Reads an event."""

    def __init__(
        self, load: Loader | None, tries: Tries | None, each_table: Callable[[], object], judge: Judge
    ) -> None:
        super().__init__()
        self._load, self._tries, self._each_table, self._judge = load, tries, each_table, judge
        self._rules: Ruleset = ruleset(DEFAULT)
        self._ruleset: tuple[str, dict[str, Any]] = (DEFAULT, {})  # its name, and what was overridden
        self._names: dict[str, str] = {}  # of the players, by id
        self._attendance = Attendance()
        self._unread = 0  # places of a round at which no player could be read

    def event(self, value: Json) -> Event:
        """Return the event, with defaults for what is missing."""
        given = self.members(value, _MEMBERS, "")
        for needed in ("players", "scoring"):
            if isinstance(value, dict) and needed not in given:
                self.problem("member.missing", f"an event has {needed}", f"/{needed}")
        self._read_ruleset(given)
        players = sorted(self._players(given.get("players", [])))
        self._attendance = self._read_attendance(given)
        rounds = sorted(self._rounds(given.get("rounds", [])))
        name, date, site, lot_seed = (
            self.optional(given, member, "", self.text) for member in ("name", "date", "site", "lot_seed")
        )
        return Event(
            name,
            date,
            site,
            self._rules,
            code_of(self._ruleset[0]).label,
            tuple(players),
            tuple(rounds),
            self._attendance,
            self._scoring(given.get("scoring", {"points": "settlement"})),
            self._tie_breaks(given.get("tie_breaks", []), lot_seed),
            lot_seed,
            self._pairing(given.get("pairing", {})),
        )

    def _read_ruleset(self, given: Mapping[str, Json]) -> None:
        name, overrides = given.get("ruleset", DEFAULT), given.get("overrides", {})
        try:
            if not isinstance(name, str) or not isinstance(overrides, dict):
                raise RulesetError("a ruleset is a name, and its overrides are a table")
            self._rules, self._ruleset = ruleset(name, overrides), (name, overrides)
        except RulesetError as error:
            self.problem("ruleset.unknown", str(error), "/ruleset")

    # ------------------------------------------------------------ players

    def _players(self, value: Json) -> Iterator[Player]:
        for one, pointer in self.items(value, events.PLAYERS, "/players"):
            given = self.members(one, ("id", "name", "club", "federation"), pointer)
            texts = {name: self.text(given[name], f"{pointer}/{name}") for name in given if name != "id"}
            if "name" not in given:
                self.problem("member.missing", "a player has a name", f"{pointer}/name")
            name: Json = given.get("id")
            if not isinstance(name, str) or not _ID.fullmatch(name):
                message = "an id is 1 to 32 letters, digits, hyphens, full stops or underscores"
                self.problem("player.id", message, f"{pointer}/id")
            elif name in self._names:
                self.problem("player.twice", f"another player has the id {name}", f"{pointer}/id")
            else:
                self._names[name] = texts.get("name") or name
                yield Player(name, self._names[name], texts.get("club"), texts.get("federation"))

    def _player(self, value: Json, pointer: str) -> str | None:
        if isinstance(value, str) and value in self._names:
            return value
        near = self.near(value, self._names) if isinstance(value, str) else ""
        self.problem("player.unknown", f"{self.quoted(value)} is not the id of a player{near}", pointer)
        return None

    def _read_attendance(self, given: Mapping[str, Json]) -> Attendance:
        rounds = {name: self._rounds_by_player(given.get(name, {}), name) for name in _ATTENDANCE}
        *single, missed = rounds.values()
        entered, withdrawn, returned = ({player: numbers[0] for player, numbers in each.items()} for each in single)
        for player, number in returned.items():
            if number <= withdrawn.get(player, number):
                message = f"{player} has not withdrawn before, as in withdrawn = {{ {player} = {number - 1} }}"
                self.problem("player.returned", message, f"/returned/{player}")
        return Attendance(entered, withdrawn, returned, missed)

    def _rounds_by_player(self, value: Json, name: str) -> dict[str, list[int]]:
        """Return the rounds by id in a member of the event, of which only `missed` has several for a player."""
        least, example = _ATTENDANCE[name]
        if not isinstance(value, dict):
            self.problem("member.type", f"this is not a table (an object) of ids, as in {name} = {example}", f"/{name}")
            return {}
        found: dict[str, list[int]] = {}
        for player, given in value.items():
            pointer = f"/{name}/{escaped(self.quoted(player))}"
            several = name == "missed" and isinstance(given, list)
            values = given if several else [given]
            rounds = [number for each in values if (number := whole_number(each, least, events.ROUNDS)) is not None]
            if not rounds or len(rounds) < len(values):
                message = f"this is not a round from {least} to {events.ROUNDS}, as in {name} = {example}"
                self.problem("member.value", message, pointer)
            elif self._player(player, pointer) is not None:
                found[player] = rounds
        return found

    # ------------------------------------------------------------ pairing and scoring

    def _pairing(self, value: Json) -> Pairing:
        default = Pairing()
        given = default._asdict() | dict(self.members(value, Pairing._fields, "/pairing"))
        return Pairing(
            self.one_of(given["system"], ("swiss", "round_robin"), "/pairing/system") or default.system,
            self.whole(given["clubs_apart"], 0, events.ROUNDS, "/pairing/clubs_apart") or 0,
            self.one_of(given["first_dealer"], ("alternated", "drawn"), "/pairing/first_dealer")
            or default.first_dealer,
        )

    def _tie_breaks(self, value: Json, lot_seed: str | None) -> tuple[str, ...]:
        found: list[str] = []
        for one, pointer in self.items(value, len(events.TIE_BREAKS), "/tie_breaks"):
            name = self.one_of(one, events.TIE_BREAKS, pointer)
            if name in found:
                self.problem("tie_break.twice", f"{name} is applied already", pointer)
            elif name is not None:
                found.append(name)
        if "lot" in found[:-1]:
            self.problem("tie_break.lot", "the lot is the last tie-break: it leaves nothing to decide", "/tie_breaks")
        if "lot" in found and lot_seed is None:
            self.problem("member.missing", "the lot needs a lot_seed", "/lot_seed")
        return tuple(found)

    def _scoring(self, value: Json) -> Scoring:
        allowed = ("points", *_WITHOUT_PLAY, *(name for names in _OF_A_SCORING.values() for name in names))
        given = self.members(value, allowed, "/scoring")
        way = self.one_of(given.get("points"), events.SCORINGS, "/scoring/points") or "settlement"
        for other, names in _OF_A_SCORING.items():
            for name in names:
                if other != way and name in given:
                    self.problem("member.unknown", f"{name} belongs to {other}, not to {way}", f"/scoring/{name}")
        win, draw, loss = (2, 1, 0) if way == "game" else (0, 0, 0)
        of_a_game = {"win": win, "draw": draw, "loss": loss}
        found = {name: self._given(given, name, default) for name, default in of_a_game.items()}
        after = zip(_WITHOUT_PLAY, (found["win"], found["win"], found["loss"], 0), strict=True)
        found |= {name: self._given(given, name, default) for name, default in after}
        cap = self.whole(given["cap"], 1, events.MOST, "/scoring/cap") if "cap" in given else None
        scale = self._scale(given.get("scale", [])) if way == "scale" else ()
        return Scoring(way, cap=cap, scale=scale, **found)

    def _given(self, given: Mapping[str, Json], name: str, default: Points) -> Points:
        return self.points(given[name], f"/scoring/{name}") if name in given else default

    def _scale(self, value: Json) -> tuple[tuple[int, Points, Points], ...]:
        rows: list[tuple[int, Points, Points]] = []
        for row, pointer in self.items(value, events.SCALE, "/scoring/scale"):
            if not isinstance(row, list) or len(row) != 3:
                message = "this is not a difference and the points of winner and loser, such as [20, 8, 4]"
                self.problem("member.value", message, pointer)
                continue
            least = self.whole(row[0], 0, events.MOST, f"{pointer}/0")
            if least is not None and least <= (rows[-1][0] if rows else -1):
                self.problem("member.value", "this is not more than the difference before it", f"{pointer}/0")
            rows.append((least or 0, self.points(row[1], f"{pointer}/1"), self.points(row[2], f"{pointer}/2")))
        if not rows or rows[0][0]:
            self.problem("member.value", "the first row of a scale is from 0", "/scoring/scale")
            rows.insert(0, (0, 0, 0))
        return tuple(rows)

    # ------------------------------------------------------------ rounds

    def _rounds(self, value: Json) -> Iterator[Round]:
        items = self.items(value, events.ROUNDS, "/rounds")
        numbers: set[int] = set()
        for one, pointer in items:
            self.place = (None, None)
            found = self._round(one, pointer)
            if found is None:
                continue
            if found.number in numbers:
                self.problem("round.twice", f"there is another round {found.number}", f"{pointer}/number")
            elif found.number > len(items):
                self.problem("round.number", f"rounds are numbered from 1 to {len(items)}", f"{pointer}/number")
            else:
                numbers.add(found.number)
                yield found
        self.place = (None, None)

    def _round(self, value: Json, pointer: str) -> Round | None:
        given = self.members(value, ("number", "tables", "byes"), pointer)
        number = self.whole(given.get("number"), 1, events.ROUNDS, f"{pointer}/number")
        if number is None:
            return None
        seated: dict[str, str] = {}  # where each player is in this round
        unread_before = self._unread
        tables: dict[int, Table] = {}
        for one, place in self.items(given.get("tables", []), events.TABLES, f"{pointer}/tables"):
            self.place = (number, None)
            found = self._table(one, place, number, seated)
            self._each_table()
            if found is not None and found.number in tables:
                self.problem("table.twice", f"there is another table {found.number}", f"{place}/table")
            elif found is not None:
                tables[found.number] = found
        self.place = (number, None)
        byes = self.items(given.get("byes", []), events.PLAYERS, f"{pointer}/byes")
        idle = [self._seated(one, place, number, seated) for one, place in byes]
        unread = self._unread != unread_before  # somebody who is missing may sit where nobody could be read
        for name in () if unread else self._names:
            if name not in seated and not self._attendance.absence(name, number):
                self.problem("player.missing", f"{name} has neither a table nor a bye", pointer)
        return Round(number, tuple(sorted(tables.values())), tuple(sorted(each for each in idle if each)))

    def _seated(self, value: Json, pointer: str, number: int, seated: dict[str, str]) -> str | None:
        """Return the id of a player who has a place in a round."""
        name = self._player(value, pointer)
        if name is None or name in seated:
            self._unread += 1
        if name is None:
            return None
        if name in seated:
            self.problem("player.twice", f"{name} has a place at {seated[name]} already", pointer)
        if absence := self._attendance.absence(name, number):
            code = "player.withdrawn" if self._attendance.has_withdrawn(name, number) else "player.absent"
            self.problem(code, f"{name} {absence}", pointer)
        return name if seated.setdefault(name, pointer) == pointer else None

    def _table(self, value: Json, pointer: str, of: int, seated: dict[str, str]) -> Table | None:
        given = self.members(value, _OF_A_TABLE, pointer)
        number = self.whole(given.get("table"), 1, events.PLAYERS, f"{pointer}/table")
        self.place = (of, number)
        a, b = (self._seated(given.get(name), f"{pointer}/{name}", of, seated) for name in ("a", "b"))
        if a is None or b is None or number is None:
            return None
        adjustments = tuple(self._adjustments(given.get("adjustments", []), f"{pointer}/adjustments"))
        found = Table(number, (a, b), adjustments=adjustments)
        ways = [name for name in ("record", "result", "forfeit") if name in given]
        if len(ways) > 1:
            self.problem("table.several", f"a table has a {listed(ways, 'or a')}, and only one of these", pointer)
        for way in ways[:1]:
            place = f"{pointer}/{way}"
            if way == "forfeit":
                missing = {a: {0}, b: {1}, "both": {0, 1}}
                who = self.one_of(given[way], missing, place)
                return found._replace(forfeit=frozenset(missing.get(who or "", ())))
            return self._record(given[way], place, found) if way == "record" else self._result(given[way], place, found)
        return found

    def _adjustments(self, value: Json, pointer: str) -> Iterator[Adjustment]:
        for one, place in self.items(value, ADJUSTMENTS, pointer):
            found = read_adjustment(one, place, self.problem)
            if found is not None:
                yield found

    # ------------------------------------------------------------ parties

    def _record(self, value: Json, pointer: str, table: Table) -> Table:
        file = None
        if isinstance(value, dict):
            reading = from_json(value)
        elif not isinstance(value, str):
            self.problem("member.type", "this is neither a record as text or JSON, nor the name of a file", pointer)
            return table
        elif "\n" in value:
            reading = read_text(value)
        else:
            file = self.quoted(value)
            try:
                if self._load is None:
                    raise Unreadable("a record is text or JSON here, not the name of a file")
                reading = self._load(value)
            except Unreadable as error:
                self.problem("record.unreadable", str(error), pointer, file)
                return table
        names = (self._names[player] for player in table.players)
        for seat, (written, name) in enumerate(zip(reading.record.players, names, strict=True)):
            if written is not None and plain_name(written) != plain_name(name):
                message = f"the record names {written} at seat {SEATS[seat]}, where {name} sits"
                self.problem("record.players", message, pointer, file)
        return self._partie(reading, pointer, table, file)

    def _result(self, value: Json, pointer: str, table: Table) -> Table:
        given = self.members(value, ("deals", "totals", "winner", "settlement"), pointer)
        if "deals" not in given and "totals" not in given:
            self.problem("member.missing", "a result has deals, totals, or both", pointer)
            return table
        deals = self.items(given.get("deals", []), DEALS, f"{pointer}/deals")
        scores = [self.pair(one, place) for one, place in deals]
        totals = self.optional(given, "totals", pointer, self.pair)
        # A seat or `none`, which may be named by the id of its player.
        names = dict(zip((*SEATS, *table.players), SEATS * 2, strict=True)) | {"none": "none"}
        named = self.optional(given, "winner", pointer, lambda value, place: self.one_of(value, names, place))
        winner = None if named is None else names[named]
        settlement = self.optional(given, "settlement", pointer, lambda value, at: self.whole(value, 0, NUMBER, at))
        if None in scores or (not scores and totals is None):
            return table
        record = Record(deals=[Deal(score=score) for score in scores], result=Result(totals, winner, None, settlement))
        return self._partie(Reading(record), pointer, table)

    def _partie(self, reading: Reading, pointer: str, table: Table, file: str | None = None) -> Table:
        """Return a table with the partie of a record, and the adjustments of both."""
        record = reading.record
        for each in table.adjustments:
            if record.deals and each.deal is not None and each.deal >= record.next_number():
                self.problem("adjustment.deal", f"the partie has no deal {each.deal}", f"{each.pointer}/deal")
        if reading.record.ruleset is None:
            reading.record.ruleset, reading.record.overrides = self._ruleset
        found = self._judge(reading, table.adjustments, self._tries)
        if isinstance(found, Unfinished):
            self.problem("partie.unfinished", found.reason, pointer, file)
            return table
        return table._replace(partie=found, adjustments=(*record.adjustments, *table.adjustments))
