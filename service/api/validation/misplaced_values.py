"""Values in the wrong place of a request: a whole response or request for one member of it, or members without it.

Each is one message, in place of a list of all members that are missing and unknown.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import msgspec

from service.api.validation.typed_decoders import chosen_type, first_byte, structs_of
from service.piquet.suggestions import listed

Path = tuple[str | int, ...]

#: The member that every response has and no request.
_OF_RESPONSES = "engine_version"

# The members that have a value of this name; the others have the member of the same name.
_MEMBERS_WITH = {"state": ("state", "concealed"), "deal": ("score",), "game": ("score",)}
# What else has to be said of a member that is sent on its own.
_BESIDES = {"score": " (partie.deals has the deals before the current one: add the score of the state for that one)"}
_NAMED = 3  # names in a message

#: Members of options that no action has.
_OF_OPTIONS = {"calls", "categories", "elections", "max", "min", "of", "replies", "suits", "tops", "values"}

_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])


class WrappedValue(NamedTuple):
    """A value that is one member of the object that was sent: the message, its name, and the value if it is there."""

    message: str
    name: str = ""
    value: msgspec.Raw | None = None


def wrapped(value: bytes | msgspec.Raw, type_: Any, path: Path) -> WrappedValue | None:
    """Whether an object that is no value of `type_` has the value in one of its members, or is another thing."""
    structs = structs_of(type_)
    if not structs or first_byte(value) != b"{":
        return None
    members = _MEMBERS.decode(value)
    own = _names(structs)
    tag_field = structs[0].__struct_config__.tag_field
    answer = _OF_RESPONSES in members and _OF_RESPONSES not in own
    whole = "a whole response" if answer else "an object around it"
    wanted = _name_of(path)
    for name in _MEMBERS_WITH.get(wanted, (wanted,)):
        inner = members.get(name)
        if inner is None or (tag_field in members if tag_field else name in own):
            continue
        if answer or first_byte(inner) == b"{" or not own.intersection(members.keys() - {name}):
            message = f"is {whole}: {name} is one member of it; send the value of that member{_BESIDES.get(name, '')}"
            return WrappedValue(message, name, inner)
    if wanted == "action" and _OF_OPTIONS.intersection(members):
        return WrappedValue("is an option: choose one of its actions, or let `sample` of /v1/actions/options draw some")
    if "hand" in members and "hands" in own:
        return WrappedValue("is a view, not a state: send the state (advice takes a view, as its member view)")
    if not (answer and wanted):
        return None
    what = "choose an action of its options" if "options" in members and wanted == "action" else f"it has no {wanted}"
    return WrappedValue(f"is a whole response: {what}")


def _name_of(path: Path) -> str:
    """Return the name of the value at a path: of an item, the name of its array in the singular."""
    name = next((token for token in reversed(path) if isinstance(token, str)), "")
    return name.removesuffix("s") if path and isinstance(path[-1], int) else name


def _names(structs: list[Any]) -> set[str]:
    """Return the names of all members of structs, with that of their tag."""
    fields = {field.encode_name for form in structs for field in msgspec.structs.fields(form)}
    return fields | {form.__struct_config__.tag_field for form in structs if form.__struct_config__.tag_field}


class MisplacedMembers(NamedTuple):
    """The member of which a request has the members in its place, their names, and the message."""

    name: str
    members: set[str]
    message: str


def without_their_member(members: Collection[str], types: Mapping[str, Any]) -> MisplacedMembers | None:
    """Return the member of which a request has the members in its place; None if there is none.

    `types` are those of the members of the request, by name.
    """
    stray = [name for name in members if name not in types]
    for name, type_ in types.items():
        if not stray or name in members:
            continue
        for form in structs_of(chosen_type(type_, msgspec.json.encode(dict.fromkeys(members)))):
            required = {field.encode_name for field in msgspec.structs.fields(form) if field.required}
            if tag_field := form.__struct_config__.tag_field:
                required = {tag_field}
            if required and required <= set(members) and _names([form]).issuperset(stray):
                first = listed([*stray[:_NAMED], *(["more"] if len(stray) > _NAMED else [])])
                verb = "are members" if len(stray) > 1 else "is a member"
                message = f'has {first}, which {verb} of {name}: send {{"{name}": {{ … }}}}'
                return MisplacedMembers(name, _names([form]), message)
    return None


def whole_response(members: Collection[str], types: Mapping[str, Any]) -> str:
    """Return the message for a whole response that was sent as a request; empty if it is none."""
    if _OF_RESPONSES not in members or _OF_RESPONSES in types:
        return ""
    own = [name for name in members if name in types and name != "seed"]  # sent again, it deals the same cards
    return f"is a whole response: send only {listed(own)} of it" if own else "is a whole response"
