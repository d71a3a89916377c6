/** What every use of the page does: it asks, can be stopped, says what was refused, offers a second try, and shares. */
import { UnreadableAddress } from "./address.js";
import { Problem, address, ask, curl, ruleAddress } from "./api.js";
import { make, say } from "./dom.js";
import { capital, has, language, t, translated, worded } from "./words.js";

export class Use {
  stopped = new AbortController();
  static shown = null; // the use on the page

  asker = (...asked) => this.ask(...asked);

  constructor(root) {
    Use.shown?.stopped.abort(); // what is under way on the page
    this.root = root;
    Use.shown = this;
  }

  /** Asks an operation; what is `quiet` is not worth copying. */
  ask(path, body, quiet = true) {
    return ask(path, body, { quiet, signal: this.stopped.signal });
  }

  /** Does something that may fail; `report` gets the notice of what fails, with a button that tries again. */
  async attempt(work, report = (notice) => this.root.prepend(notice)) {
    try {
      await work();
    } catch (error) {
      if (error.name !== "AbortError") report(trouble(error, () => this.attempt(work, report)));
    }
  }
}

const link = (text, href, title) => make("a.rule", { href, title, target: "_blank" }, text);
export const ruleLink = (id) => link(id, ruleAddress(id), t("rule", { id }));

/** What a violation or another fault says, in the reader's language if it has words for it. */
export function reason({ code, message, params = {}, text }) {
  const key = [`violation.${code}`, `problem.${code}`].find(has);
  return text ?? (key ? capital(t(key, worded(params))) : translated(message));
}

export function violations(found) {
  const links = ({ rule, law, code }) =>
    [rule && ruleLink(rule), law && ruleLink(law), link(code, address(`docs/errors#${code}`), t("code"))];
  const why = (each) => make("details.why", {}, make("summary", {}, t("why")), links(each).map((one) => [" ", one]));
  return make("ul.violations", {}, found.map((each) => make("li", {}, `${reason(each)} `, why(each))));
}

/** What a problem says in the reader's language, if it has words for it; else each reason, as the service gives it. */
export const refusal = ({ document, reasons }) =>
  reason({ code: document?.code, message: reasons.map(reason).join("; ") });

/** An error in words, which are also said: each reason with its place in the request. A button tries `again`. */
export function trouble(error, again) {
  const known = error instanceof Problem;
  const kind = error instanceof UnreadableAddress ? ".address" : known && !error.status ? ".network" : "";
  const key = `trouble${kind}`;
  if (error instanceof TypeError) console.error(error); // a fault of the page itself
  const reasons = known ? error.reasons : kind ? [] : [{ message: error.message }];
  const line = ({ message, pointer }) => make("li", {}, pointer && make("code", {}, pointer), " ", message);
  const found = error.document?.violations;
  const worded = !found && has(`problem.${error.document?.code}`) && refusal(error);
  say([t(key), worded || (found ?? reasons).map(reason).join(" ")].join(" "));
  const retry = ({ currentTarget }) => {
    currentTarget.closest(".notice").remove();
    return again();
  };
  const list = make("ul", { lang: "en" }, reasons.map(line));
  const all = worded ? [" ", worded, " ", make("details.why", {}, make("summary", {}, t("why")), list)] : list;
  return make("div.notice", {}, make("b", {}, t(key)), found ? violations(found) : all,
    again && !error.final && make("button.quiet", { onclick: retry }, t("again")));
}

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
