/** Buttons that copy addresses and requests, and save pictures. */
import { address, ask, curl } from "./api.js";
import { make, say } from "./dom.js";
import { Use } from "./use.js";
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

/** The picture of a state, as `seat` may see it; everything without `seat`. `path` is that of the operations. */
export const pictureOf = (path, state, seat) =>
  ask(`${path}states/picture`, { state, seat, lang: language() }, { quiet: true, as: "blob" });

export function save(blob, download) {
  const href = URL.createObjectURL(blob);
  make("a", { href, download }).click();
  URL.revokeObjectURL(href);
}

/** A menu of buttons that copy what `link()`, `challenge()` and `record()` return, and save the `picture()`. */
export function shareBar({ link, challenge, record, picture, request = true }) {
  const bar = make("div.share");
  const press = (key, made, use) => {
    bar.querySelector(".notice")?.remove();
    return Use.shown.attempt(async () => use((await made()) ?? "", t(key), bar), (notice) => bar.append(notice));
  };
  const button = (key, made, use = copy) =>
    made && make("button.quiet", { onclick: () => press(key, made, use) }, t(key));
  const buttons = [button("share.link", link), button("share.challenge", challenge), button("share.record", record),
    button("share.image", picture, (made) => save(made, "piquet.svg")), button("share.curl", request && curl)];
  bar.append(...buttons.filter(Boolean), make("a", { href: address("docs/table") }, t("about")));
  return make("details.sharing", {}, make("summary", {}, t("share")), bar);
}
