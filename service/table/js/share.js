/** Buttons that copy addresses and requests. */

import { address, curl } from "./api.js";
import { make } from "./dom.js";
import { say } from "./live.js";
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

/**
 * A row of buttons that copy `link()`, the address of what is shown, `challenge()`, that of the same cards, `record()`,
 * what was played, `picture()`, the picture's address, and the request.
 */
export function shareBar({ link, challenge, record, picture }) {
  const bar = make("div.share", { role: "group", "aria-label": t("share") });
  const button = (key, text) =>
    text && make("button.quiet", { onclick: async () => copy((await text()) ?? "", t(key), bar) }, t(key));
  const buttons = [button("share.link", link), button("share.challenge", challenge),
    button("share.record", record), button("share.picture", picture), button("share.curl", curl)];
  bar.append(...buttons.filter(Boolean));
  return bar;
}
