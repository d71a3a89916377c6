"""Mutation operators: the mutants of a module, each of which is one small change of its source text.

Annotations, docstrings, decorators, imports, assertions (`strict=` of `zip` is one), type aliases, `__slots__` and
texts for people (all strings with a space) are not changed.
"""

import ast
import re
from typing import NamedTuple

_COMPARISONS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
_ARITHMETIC = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*", ast.Div: "*", ast.Mod: "*",
    ast.BitAnd: "|", ast.BitOr: "&", ast.BitXor: "&", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_CODE = re.compile(r"[\w.:/@-]{1,40}")
_ENCODINGS = {"ascii", "latin-1", "utf-8", "utf-8-sig"}  # Python ignores what is added to them
_ALIAS = re.compile(r"_?[A-Z][a-zA-Z]*[a-z][a-zA-Z]*")
_REMOVABLE = (ast.Raise, ast.AugAssign, ast.Delete, ast.Continue, ast.Break)


class Mutant(NamedTuple):
    """A change of a module: `text` replaces the bytes from `start` to `end`.

    `function` is the qualified name of the function that contains it, or empty. `line` and `becomes` are the first line
    that changes, before and after.
    """

    module: str
    function: str
    number: int
    line: str
    becomes: str
    start: int
    end: int
    text: str

    @property
    def key(self) -> tuple[str, str, str]:
        """The key of the mutant, which does not change with the lines around it."""
        return self.module, self.line, self.becomes

    def apply(self, source: bytes) -> bytes:
        """Return the source of the module with this change."""
        return source[: self.start] + self.text.encode() + source[self.end :]


def mutants(module: str, source: bytes) -> list[Mutant]:
    """The mutants of the module with the path `module`, in the order of the source."""
    finder = _Finder(module, source)
    finder.visit(ast.parse(source))
    return sorted(set(finder.found), key=lambda mutant: (mutant.start, mutant.end, mutant.text))


class _Finder(ast.NodeVisitor):
    def __init__(self, module: str, source: bytes) -> None:
        self.found: list[Mutant] = []
        self._module, self._source = module, source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._names: list[str] = []
        self._inside = False  # whether the visitor is within a function

    # ------------------------------------------------------------ positions

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    def _replace(self, start: int, end: int, text: str) -> None:
        number = self._source.count(b"\n", 0, start) + 1
        first, last = self._starts[number - 1], (self._source + b"\n").index(b"\n", end)
        before = self._source[first : self._starts[number]].decode().strip()
        after = (self._source[first:start] + text.encode() + self._source[end:last]).decode().strip().split("\n")[0]
        function = ".".join(self._names) if self._inside else ""
        self.found.append(Mutant(self._module, function, number, before, after, start, end, text))

    def _operator(self, left: ast.expr, right: ast.expr, becomes: str) -> None:
        """Replace the operator between two operands. Parentheses are not part of it."""
        start, end = self._end(left), self._start(right)
        found = re.search(rb"not\s+in\b|is\s+not\b|[^\s()#]+", self._source[start:end])
        assert found is not None
        self._replace(start + found.start(), start + found.end(), becomes)

    def _negate(self, condition: ast.expr) -> None:
        if isinstance(condition, ast.Name | ast.Call | ast.Attribute | ast.Subscript | ast.NamedExpr):
            start, end = self._start(condition), self._end(condition)
            self._replace(start, end, f"(not ({self._source[start:end].decode()}))")

    # ------------------------------------------------------------ what is not changed

    def visit_Module(self, node: ast.Module) -> None:
        self._body(node.body)

    def visit_Import(self, node: ast.Import) -> None: ...

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None: ...

    def visit_Assert(self, node: ast.Assert) -> None: ...

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None: ...  # positions within are exact only since Python 3.12

    def _body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                self.visit(statement)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._names.append(node.name)
        self._body(node.body)
        self._names.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(default)
        if self._inside:  # a nested function counts as part of the outer one
            self._body(node.body)
            return
        self._names.append(node.name)
        self._inside = True
        self._body(node.body)
        self._inside = False
        self._names.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    # ------------------------------------------------------------ statements

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if not self._inside and isinstance(target, ast.Name) and (_ALIAS.fullmatch(target.id) or target.id[:2] == "__"):
            return
        if self._inside and isinstance(target, ast.Attribute | ast.Subscript) and not self._in_init():
            self._replace(self._start(node), self._end(node), "pass")
        self.generic_visit(node)

    def _in_init(self) -> bool:
        return self._names[-1] == "__init__"

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        start, end = self._end(node.target), self._start(node.value)
        at = self._source.index(b"=", start, end)
        operator = _ARITHMETIC.get(type(node.op))
        if operator is not None:
            self._replace(start, at + 1, f" {operator}=")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self._replace(self._start(node), self._end(node), "pass")
        self.generic_visit(node)

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, _REMOVABLE):
            self._replace(self._start(node), self._end(node), "pass")
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            self._negate(node.test)
        super().visit(node)

    # ------------------------------------------------------------ expressions

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._negate(condition)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for at, operator in enumerate(node.ops):
            self._operator(operands[at], operands[at + 1], _COMPARISONS[type(operator)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._operator(left, right, "or" if isinstance(node.op, ast.And) else "and")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start = self._start(node)
            self._replace(start, start + len("not "), "")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        texts = [part for part in (node.left, node.right) if _is_text(part)]
        if not texts and type(node.op) in _ARITHMETIC:
            self._operator(node.left, node.right, _ARITHMETIC[type(node.op)])
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("cast", "TypeVar", "NewType"):
            return
        if name in _CALLS:
            self._replace(self._start(node.func), self._end(node.func), _CALLS[name])
        if isinstance(node.func, ast.Attribute) and node.func.attr == "get" and len(node.args) == 2:
            self._replace(self._end(node.args[0]), self._end(node.args[1]), "")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end, value = self._start(node), self._end(node), node.value
        if isinstance(value, bool):
            self._replace(start, end, str(not value))
        elif isinstance(value, int):
            for other in (value + 1, value - 1):
                self._replace(start, end, str(other))
        elif isinstance(value, float):
            self._replace(start, end, str(value + 1))
        elif (
            isinstance(value, str)
            and _CODE.fullmatch(value)
            and value not in _ENCODINGS
            and self._source[start:end].count(b"\n") == 0
        ):
            self._replace(end - 1, end - 1, "~")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
