"""Write the drawings of docs/architecture.md: the path of a request, of a record and of a cached result.

    python -m tools.drawings

A drawing has a column for each package, in the order of the layers, with its modules in the order in which they are
passed. Solid arrows are the way in, dashed ones the way back.
"""

from html import escape
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent.parent / "docs" / "paths"

WIDTH, GAP, HEIGHT, STEP, HEAD, MARGIN = 160, 26, 30, 44, 34, 12  # pixels


class Column(NamedTuple):
    """A package: its path in service/, the modules on the way in, and those on the way back."""

    package: str
    way_in: tuple[str, ...]
    way_back: tuple[str, ...] = ()


DRAWINGS = {
    "check": (
        "POST /v1/actions/check",
        Column("server", ("worker", "connection", "parser"), ("connection",)),
        Column("middleware", ("observability", "admission", "rate_limits"), ("observability", "access_log")),
        Column("api/http", ("routing", "negotiation", "request_body"), ("responses",)),
        Column("api/game_states", ("codec", "given_states", "seals", "verification"), ("codec", "seals")),
        Column("api/resources", ("actions",), ("actions",)),
        Column("piquet", ("engine", "rules", "scoring")),
    ),
    "record": (
        "piquet-referee verify",
        Column("cli", ("main", "record_files", "verify"), ("verify",)),
        Column("records", ("stream",)),
        Column("records/text", ("parser", "action_syntax", "tokens")),
        Column("records/verification", ("verify", "deals", "card_inference"), ("report",)),
        Column("piquet", ("engine", "rules", "scoring")),
    ),
    "analysis": (
        "POST /v1/exchanges/analyse",
        Column("api/resources", ("exchanges",), ("exchanges",)),
        Column("cache", ("single_flight", "redis_store", "bounded_call"), ("redis_store", "single_flight")),
        Column("pool", ("processes", "worker"), ("processes",)),
        Column("analysis", ("exchange", "case_counts", "odds")),
    ),
}

STYLE = """
    text { font: 13px ui-sans-serif, system-ui, sans-serif; fill: #1f2933; text-anchor: middle }
    .package { fill: #eef4f4; stroke: #5b8a8a }
    .of-package { font-weight: 600 }
    .module { fill: #ffffff; stroke: #9fb3b3 }
    .way { stroke: #2f5d5d; stroke-width: 1.5; fill: none; marker-end: url(#head) }
    .back { stroke-dasharray: 5 4 }
"""


def _box(kind: str, x: float, y: float, width: float, height: float, text: str) -> str:
    rect = f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'
    return f'{rect}<text class="of-{kind}" x="{x + width / 2}" y="{y + 20}">{escape(text)}</text>'


def _arrow(points: list[tuple[float, float]], back: bool = False) -> str:
    line = " ".join(f"{x},{y}" for x, y in points)
    return f'<polyline class="way{" back" if back else ""}" points="{line}"/>'


def drawing(title: str, *columns: Column) -> str:
    """The picture of a path, as SVG."""
    rows_in = max(len(column.way_in) for column in columns)
    rows_back = max(len(column.way_back) for column in columns)
    below = MARGIN + HEAD + rows_in * STEP + STEP / 2
    height = below + rows_back * STEP + MARGIN
    parts: list[str] = []
    ways: list[str] = []
    ends_in: list[tuple[float, float]] = []
    ends_back: list[tuple[float, float]] = []
    for at, column in enumerate(columns):
        x = MARGIN + at * (WIDTH + GAP)
        parts.append(_box("package", x, MARGIN, WIDTH, height - 2 * MARGIN, column.package))
        for modules, top, ends, back in (
            (column.way_in, MARGIN + HEAD, ends_in, False),
            (column.way_back, below, ends_back, True),
        ):
            for row, module in enumerate(modules):
                y = top + row * STEP
                parts.append(_box("module", x + 10, y, WIDTH - 20, HEIGHT, module))
                if row:
                    ways.append(_arrow([(x + WIDTH / 2, y - STEP + HEIGHT), (x + WIDTH / 2, y - 1)], back))
            if modules:
                first, last = top + HEIGHT / 2, top + (len(modules) - 1) * STEP + HEIGHT / 2
                ends.append((x, first if not back else last))
                if not back and ends[:-1]:
                    before = ends[-2]
                    ways.append(_arrow([(before[0] + WIDTH - 10, first), (x + 9, first)]))
    turn = columns[-1]
    x, y = MARGIN + (len(columns) - 1) * (WIDTH + GAP), MARGIN + HEAD + (len(turn.way_in) - 1) * STEP + HEIGHT
    path = [(x + WIDTH / 2, y), (x + WIDTH / 2, below + HEIGHT / 2)]
    for left, _ in reversed(ends_back):
        ways.append(_arrow([*path, (left + WIDTH - 9, below + HEIGHT / 2)], back=True))
        path = [(left + 10, below + HEIGHT / 2)]
    width = 2 * MARGIN + len(columns) * (WIDTH + GAP) - GAP
    head = '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">\n'
        f"<title>The path of {escape(title)}</title>\n<style>{STYLE}</style>\n"
        f'<defs>{head}<path d="M0 0 8 4 0 8z" fill="#2f5d5d"/></marker></defs>\n'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n' + "\n".join([*parts, *ways]) + "\n</svg>\n"
    )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (title, *columns) in DRAWINGS.items():
        (FOLDER / f"{name}.svg").write_text(drawing(title, *columns), encoding="utf-8")


if __name__ == "__main__":
    main()
