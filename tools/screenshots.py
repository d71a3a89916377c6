"""Write the pictures for README.md and the documentation, with the browser of this machine.

    python -m tools.screenshots

It starts the service, opens an address for each use of the table, for a hint and for a game of four, and the review of
a deal that the command writes. The pictures are docs/images/*.png. Each has a palette of 256 colours, which makes it a
third as large, and names the browser that took it.
"""

import contextlib
import io
import json
import re
import struct
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from service.cli.main import main
from tests.api.multiplayer.deals import actions_until, state_after
from tests.browser.addresses import address
from tests.browser.pages import PATIENCE, launch
from tests.helpers.prerequisites import missing
from tests.helpers.running_service import running

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
VIEWPORT: ViewportSize = {"width": 1180, "height": 760}

DEAL = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
PLAYED = "_AxSKD98C87_BxS7H97_Ap5_Be_Av49_Bg_Ar_As4-A_Bg_Ar_At3-J_Bn_A.AH_Br_B.TH_A.KH_B.7D_A.QH_B.TD"
RECORD = (ROOT / "examples" / "w1.piquet").read_text(encoding="utf-8")

FOUR = json.dumps(state_after("VW1", actions_until("VW1", "play") + 12))  # after three tricks


class Picture(NamedTuple):
    """What a picture shows: an address, the element that completes the page, and a button to press before that."""

    address: str
    complete: str
    press: str | None = None
    viewport: ViewportSize = VIEWPORT
    scheme: Literal["light", "dark"] = "light"


PICTURES = {
    "play": Picture(address("play", DEAL + PLAYED, house="B"), ".sheet"),
    "hint": Picture(address("play", DEAL, house="B"), ".advice", "Hint", {"width": 820, "height": 1060}, "dark"),
    "read": Picture(address("read", RECORD.replace("JH = 13-17", "JH = 14-17"), deal=1, step=20), ".judged"),
    "try": Picture(address("try", DEAL), ".answers ul:nth-of-type(1)"),
    "voleur": Picture(address("play", FOUR, game="voleur", house="BCD"), ".sheet"),
}

#: The review of a deal, as arguments of the command.
REVIEW = ["review", "--html", "--deal", "3", str(ROOT / "examples" / "partie.piquet")]


def open_page(browser: Browser, base: str) -> Page:
    """Return a page for `shoot`, with the service at `base`."""
    page = browser.new_page(base_url=base, locale="en", reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    return page


def shoot(page: Page, picture: Picture) -> bytes:
    """Return a picture of what the page then shows, as PNG in RGB."""
    place, complete, press, viewport, scheme = picture
    page.set_viewport_size(viewport)
    page.emulate_media(color_scheme=scheme)
    page.goto("about:blank")
    page.goto(place)
    if press:
        page.get_by_role("button", name=press).click()
    page.locator(complete).first.wait_for()
    page.wait_for_load_state("networkidle")
    return page.screenshot()


def take(folder: Path) -> None:
    """Write each picture into a folder."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        running(Path(scratch) / "log") as service,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        page = open_page(browser, service.url)
        for name, picture in PICTURES.items():
            taken = shoot(page, picture)
            (folder / f"{name}.png").write_bytes(with_palette(taken, browser.version))
        written = io.StringIO()
        with contextlib.redirect_stdout(written):
            main(REVIEW)
        page = browser.new_page(viewport=VIEWPORT, color_scheme="light", locale="en")
        page.set_content(written.getvalue())
        (folder / "review.png").write_bytes(with_palette(page.screenshot(), browser.version))
        browser.close()


def browser_of(png: bytes) -> str | None:
    """Return the version of the browser that took a picture of `take`."""
    found = re.search(rb"tEXtSoftware\0([\d.]+)", png)
    return found[1].decode() if found else None


def with_palette(png: bytes, software: str) -> bytes:
    """The same picture (8 bits, RGB) with a palette of 256 colours, and the version of the browser that took it."""
    pixels = _pixels(png)
    height, width, _ = pixels.shape
    colours, at, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    palette, index = np.zeros((256, 3), np.uint8), np.zeros(len(colours), np.uint8)
    for number, box in enumerate(_boxes(colours.astype(int), counts)):
        palette[number] = np.average(colours[box], axis=0, weights=counts[box]).round()
        index[box] = number
    rows = b"".join(b"\0" + row.tobytes() for row in index[at.reshape(-1)].reshape(height, width))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    text = b"Software\0" + software.encode("latin-1")
    chunks = [
        (b"IHDR", header),
        (b"tEXt", text),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    ]
    return png[:8] + b"".join(_chunk(kind, data) for kind, data in chunks)


def _boxes(colours: np.ndarray, counts: np.ndarray) -> list[np.ndarray]:
    """Up to 256 groups of similar colours, by median cut: the group that differs most is divided in the middle."""
    boxes = [np.arange(len(colours))]
    while len(boxes) < min(256, len(colours)):
        spread = [np.ptp(colours[box], axis=0).max() * counts[box].sum() ** 0.25 for box in boxes]
        box = boxes.pop(int(np.argmax(spread)))
        channel = np.ptp(colours[box], axis=0).argmax()
        low, high = colours[box][:, channel].min(), colours[box][:, channel].max()
        above = colours[box][:, channel] > (low + high) // 2
        boxes += [box[~above], box[above]]
    return boxes


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _pixels(png: bytes) -> np.ndarray:
    """The pixels of a PNG of 8 bits in RGB, without the filters of its rows."""
    data, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack_from(">IIBB", png, at + 8)
            assert (depth, colour) == (8, 2), "the browser writes RGB"
        elif kind == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    raw = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * 3)
    pixels = np.zeros((height + 1, width + 1, 3), np.uint8)  # with a row above and a column before
    for y, row in enumerate(raw, 1):
        pixels[y, 1:] = _unfiltered(int(row[0]), row[1:].reshape(width, 3), pixels[y - 1])
    return pixels[1:, 1:]


def _unfiltered(kind: int, row: np.ndarray, above: np.ndarray) -> np.ndarray:
    if kind == 0:
        return row
    if kind == 1:
        return np.cumsum(row, axis=0, dtype=np.uint8)
    if kind == 2:
        return row + above[1:]
    found = np.zeros((len(row) + 1, 3), int)
    for x, given in enumerate(row.astype(int), 1):
        left, up, corner = found[x - 1], above[x].astype(int), above[x - 1].astype(int)
        if kind == 3:
            guess = (left + up) // 2
        else:
            far = [abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)]
            guess = np.where((far[0] <= far[1]) & (far[0] <= far[2]), left, np.where(far[1] <= far[2], up, corner))
        found[x] = (given + guess) % 256
    return found[1:].astype(np.uint8)


if __name__ == "__main__":
    if reason := missing("browser"):
        sys.exit(f"There is no browser: {reason}")
    IMAGES.mkdir(exist_ok=True)
    take(IMAGES)
