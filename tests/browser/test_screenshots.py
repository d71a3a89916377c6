"""The pictures of the table in the documentation show it as it is (`make screenshots`)."""

from base64 import b64encode
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.helpers.prerequisites import requires
from tests.helpers.running_service import Server
from tools.screenshots import IMAGES, PICTURES, browser_of, open_page, shoot

pytestmark = requires("browser")

#: The sizes of two pictures, and the part of their squares of 20 by 20 pixels whose mean colours differ: in red, green
#: or blue by more than a sixteenth of the range. Small shifts of a letter or a line do not count.
COMPARE = """async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const [width, height] = [Math.round(image.width / 20), Math.round(image.height / 20)];
    const small = await createImageBitmap(image, { resizeWidth: width, resizeHeight: height, resizeQuality: "high" });
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(small, 0, 0);
    return { size: [image.width, image.height], data: context.getImageData(0, 0, width, height).data };
  }));
  const squares = one.data.length / 4;
  let differ = 0;
  for (let at = 0; at < squares; at += 1) {
    differ += [0, 1, 2].some((channel) => Math.abs(one.data[4 * at + channel] - other.data[4 * at + channel]) > 16);
  }
  return { sizes: [one.size, other.size], differ: differ / squares };
}"""
MOST = 0.01


@pytest.fixture(scope="module")
def page(browser: Browser, service: Server) -> Iterator[Page]:
    """The page of which the pictures are taken, and in which they are compared."""
    opened = open_page(browser, service.url)
    yield opened
    opened.close()


def compared(page: Page, *pictures: bytes) -> dict:
    """Compares two pictures, see `COMPARE`."""
    found: dict = page.evaluate(COMPARE, [b64encode(each).decode() for each in pictures])
    return found


def kept(name: str) -> bytes:
    return (IMAGES / f"{name}.png").read_bytes()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_in_the_documentation_shows_the_page_as_it_is(browser: Browser, page: Page, name: str) -> None:
    found = compared(page, kept(name), shoot(page, PICTURES[name]))
    same = found["sizes"][0] == found["sizes"][1] and found["differ"] <= MOST
    if not same and browser_of(kept(name)) != browser.version:
        pytest.skip(f"taken with Chromium {browser_of(kept(name))}, and this is {browser.version}")
    assert same, f"run make screenshots, and look at the pictures: {found}"


def test_pictures_of_different_pages_differ(page: Page) -> None:
    assert compared(page, kept("play"), kept("read"))["differ"] > 10 * MOST
