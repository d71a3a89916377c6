"""The games that a server over standard input keeps, by short handles, and what an answer shows of a game."""

from threading import Lock

from service.api.problems import Problem, problem_at
from service.mcp import tools
from service.mcp.service_client import Refused, ServiceClient

#: The most games that a server for one caller keeps.
KEPT = 100

#: Members of a view that are given even if they have not changed.
_ALWAYS = ("phase", "to_act", "options")


class Game:
    """A game: its newest state, and the view that each seat was given last. Whoever uses it holds its lock."""

    def __init__(self, state: str) -> None:
        self.state = state
        self.views: dict[str, tools.Result] = {}
        self.lock = Lock()

    def shown(self, view: tools.Result, how: str) -> tuple[tools.Result, list[object]]:
        """Return a view as it is shown, `full` or only its `changes`, and its events that are new to its seat."""
        new = changes(self.views.get(view["seat"], {}), view)
        self.views[view["seat"]] = view
        events = new.get("events") or []
        shown = {**new, **{name: view[name] for name in _ALWAYS if name in view}} if how == "changes" else {**view}
        return shown, events["then"] if isinstance(events, dict) else events


class Games:
    """The games of a process, at most `most`. A handle is given once: it never stands for another game."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._begun = 0
        self._games: dict[str, Game] = {}  # in the order of their use
        self._lock = Lock()

    def keep(self, game: Game) -> str:
        """Keep a game in place of the one that was used least recently, and return its handle."""
        with self._lock:
            self._begun += 1
            handle = f"g{self._begun}"
            self._games[handle] = game
            if len(self._games) > self._most:
                del self._games[next(iter(self._games))]
        return handle if self._most else game.state

    def find(self, handle: str) -> Game:
        """Return the game of a handle. Raises a `Problem` if it is not kept."""
        with self._lock:
            game = self._games.pop(handle, None)
            if game is None:
                newest = ", ".join([*self._games][-3:]) or "none"
                kept = f"this process began {self._begun}, and keeps the {self._most} used last (newest: {newest})"
                why = f"is not a game that is kept: {kept if self._most else 'this server keeps none'}"
                raise problem_at("invalid_request", f"{why}. A token can be sent in its place", "state")
            self._games[handle] = game
        return game


def answer(tool: tools.Tool, service: ServiceClient, games: Games, given: tools.Arguments) -> tools.Result:
    """Return the result of a tool, in which the handle of a game stands for its newest state.

    An argument that is null counts as left out: models send it for what they have no value for. Raises a `Problem` or
    `Refused`.
    """
    arguments = {name: value for name, value in given.items() if value is not None}
    if isinstance(state := arguments.get("state"), str):
        arguments["state"] = state.strip()
    tools.check_arguments(tool.listed.name, tool.listed.input_schema, arguments)
    state = arguments.get("state", "")
    kept = state.startswith(("g", "G"))
    game = games.find(state.lower()) if kept else Game(state)
    how = arguments.get("view") or ("changes" if kept and tool.acts else "full")
    with game.lock:
        if kept:
            arguments["state"] = game.state
        elif how == "changes" and "key" in arguments and tool.acts:
            game.shown(tools.without_empty(tools.view_of(service, arguments)), how)
        result = _called(tool, service, arguments)
        if "state" in result:
            game.state = result["state"]
            result["state"] = state.lower() if kept else game.state if state else games.keep(game)
        if arguments.get("token"):
            result["token"] = game.state
        if "view" in result:
            result["view"], events = game.shown(result["view"], how)
            if tool.acts:
                result["view"].pop("events", None)
                result |= {"events": events} if kept or how == "changes" else {}
    return {name: value for name, value in result.items() if value != []}


def _called(tool: tools.Tool, service: ServiceClient, arguments: tools.Arguments) -> tools.Result:
    """Return the result of a tool. Beside an action that is illegal, or none, is what may be done instead."""
    try:
        result = tool.call(service, tools.with_seat(arguments))
    except (Problem, Refused) as error:
        document = tools.document_of(error)
        if not any(each["pointer"].startswith("/action") for each in document["errors"]):
            raise
        raise Refused({**document, **tools.instead_of(service, arguments)}) from None
    illegal = result.get("legal") is False
    found: tools.Result = tools.without_empty({**result, **(tools.instead_of(service, arguments) if illegal else {})})
    return found


def changes(before: tools.Result, after: tools.Result) -> tools.Result:
    """Return the members that have changed: null if a member is gone, and of an object only what changed in it.

    Of a list of objects that goes on as before, `kept` is how many are the same, and `then` has what follows them.
    """
    gone: tools.Result = {name: None for name in before if name not in after}
    changed = {name: value for name, value in after.items() if value != before.get(name)}
    return gone | {name: _changed(before.get(name), value) for name, value in changed.items()}


def _changed(before: object, after: object) -> object:
    if isinstance(before, dict) and isinstance(after, dict):
        return changes(before, after)
    if isinstance(before, list) and isinstance(after, list):
        same = [one == other for one, other in zip(before, after, strict=False)]
        kept = [*same, False].index(False)
        if kept and isinstance(after[0], dict):
            return {"kept": kept, "then": after[kept:]}
    return after
