/** Buttons that copy addresses and requests, and save pictures. */

import { address, ask, curl } from "./api.js";
import { make } from "./dom.js";
import { say } from "./live.js";
import { trouble } from "./messages.js";
import { language, t } from "./words.js";

/** Copies a text, or shows it for copying where the browser forbids that. */
async function copy(text, name, bar) {
  bar.querySelector("output")?.remove();
  try {
    await navigator.clipboard.writeText(text);
    say(t("copied", { name }));
    bar.append(make("output", {}, t("copied", { name })));
  } catch {
    const field = make("input", { readonly: true, "aria-label": name, ".value": text });
    bar.append(make("output", {}, field));
    field.select();
  }
}

/** The address of the picture of a position, as `seat` may see it; everything without `seat`. */
export function pictureAddress(state, seat) {
  const given = Object.entries({ state, seat, lang: language() }).filter(([, value]) => value);
  return `${address("v1/states/picture")}?${given.map(([name, value]) => `${name}=${value}`).join("&")}`;
}

/** The picture of a state whose address is too long or has what nobody may see; `path` is that of the operations. */
export const pictureOf = (path, state, seat) =>
  ask(`${path}states/picture`, { state, seat, lang: language() }, { quiet: true, as: "blob" });

function save(picture) {
  const href = URL.createObjectURL(picture);
  make("a", { href, download: "piquet.svg" }).click();
  URL.revokeObjectURL(href);
}

/**
 * A row of buttons that copy `link()`, the address of what is shown, `challenge()`, that of the same cards, `record()`,
 * what was played, `picture()`, the picture's address, and the `request`; and one that saves `image()`, the picture.
 */
export function shareBar({ link, challenge, record, picture, image, request = true }) {
  const bar = make("div.share", { role: "group", "aria-label": t("share") });
  const press = async (key, made, use) => {
    bar.querySelector(".notice")?.remove();
    try {
      await use((await made()) ?? "", t(key), bar);
    } catch (error) {
      if (error.name !== "AbortError") bar.append(trouble(error, () => press(key, made, use)));
    }
  };
  const button = (key, made, use = copy) =>
    made && make("button.quiet", { onclick: () => press(key, made, use) }, t(key));
  const buttons = [button("share.link", link), button("share.challenge", challenge),
    button("share.record", record), button("share.picture", picture), button("share.image", image, save),
    button("share.curl", request && curl)];
  bar.append(...buttons.filter(Boolean));
  return bar;
}
