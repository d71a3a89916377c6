/** The use Read: a record, step by step, with what it claims and what is right. */

import { pack, show, unpack, whole } from "./address.js";
import { Problem, ask } from "./api.js";
import { board, dialogue, scoreSheet } from "./board.js";
import { make } from "./dom.js";
import { say } from "./live.js";
import { ruleLink, trouble } from "./messages.js";
import { pictureAddress, shareBar } from "./share.js";
import { phrase, t } from "./words.js";

const MOST = 1_048_576; // characters of a record
const MOST_IN_ADDRESS = 200_000;
const AT_ONCE = 100; // actions in one request
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

let reader = null;

/**
 * Shows the record of the address, or the form for one.
 * @param {HTMLElement} root - the element to fill
 * @param {{z?: string, deal?: string, step?: string}} params - the packed record, and where to begin
 */
export async function mount(root, params) {
  reader = new Reader(root);
  if (params.z) await reader.read(await unpack(params.z), Number(params.deal) || 1, Number(params.step) || 0);
}

/** Stops what is under way. */
export function unmount() {
  reader?.stopped.abort(new DOMException("stopped", "AbortError"));
  reader = null;
}

/** What a record claims, or what is right: a score, an action or another value. */
function claim(value, names) {
  if (value === null) return t("read.nothing");
  if (value.type) return `${value.seat ? `${names[value.seat]}${t("colon")} ` : ""}${phrase(asEvent(value), names).text}`;
  if ("A" in Object(value)) return `${value.A ?? "?"}–${value.B ?? "?"}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** An action of a record as `phrase` takes it. */
function asEvent(action) {
  const { type, card, holdings } = action;
  if (type === "play") return { ...action, kind: "played", cards: [card], points: 0 };
  if (type === "reckon") return { ...action, kind: "reckons", cards: (holdings ?? []).flatMap((each) => each.cards ?? []), points: 0 };
  return { ...action, count: action.cards?.length ?? action.count, points: 0 };
}

class Reader {
  stopped = new AbortController();
  deal = 1;
  step = 0;

  constructor(root) {
    this.root = root;
    this.field = make("textarea", { id: "record", rows: "8", spellcheck: "false", maxlength: MOST });
    const file = make("input", { type: "file", id: "file", accept: ".piquet,.txt,.json" });
    file.addEventListener("change", () => file.files[0] && this.take(file.files[0]));
    this.told = make("div.told");
    this.form = make("form", {},
      make("label", { for: "record" }, t("read.record")), this.field,
      make("p.field", {}, make("label", { for: "file" }, t("read.file")), file),
      make("p.actions", {}, make("button.first", { ".type": "submit" }, t("read.read")),
        make("button.quiet", { onclick: () => this.example() }, t("read.example"))));
    this.form.addEventListener("submit", (event) => (event.preventDefault(), this.read(this.field.value)));
    this.source = make("details.source", { open: true }, make("summary", {}, t("read.open")), this.form);
    this.viewer = make("div.viewer");
    root.addEventListener("dragover", (event) => event.preventDefault());
    root.addEventListener("drop", (event) => this.drop(event));
    document.addEventListener("keydown", (event) => this.key(event), { signal: this.stopped.signal });
    root.replaceChildren(this.source, this.told, this.viewer);
  }

  ask(path, body, quiet = true) {
    return ask(path, body, { quiet, signal: this.stopped.signal });
  }

  drop(event) {
    event.preventDefault();
    const { files } = event.dataTransfer;
    if (files[0]) this.take(files[0]);
    else this.read(event.dataTransfer.getData("text"));
  }

  async take(file) {
    this.read(file.size > MOST ? "" : await file.text(), 1, 0, file.size);
  }

  async example() {
    this.read(JSON.stringify(await (await fetch(new URL("../example.json", import.meta.url))).json(), null, 1));
  }

  /** Reads a record as text or JSON, and shows a step of it, or why it is none. */
  async read(text, deal = 1, step = 0, size = text.length) {
    this.field.value = text;
    this.lines = text.split(/\r?\n/);
    this.viewer.replaceChildren();
    this.told.replaceChildren();
    try {
      if (size > MOST) throw new Error(t("read.long"));
      const record = text.trimStart().startsWith("{") ? JSON.parse(text) : text;
      const converted = await this.ask("v1/records/convert", { record, to: "json" });
      const { reports } = await this.ask("v1/records/verify", { records: [record] }, false);
      Object.assign(this, { record: converted.record, report: reports[0], replayed: [] });
      const z = await pack(text);
      this.z = z.length > MOST_IN_ADDRESS ? null : z;
    } catch (error) {
      if (error.name === "SyntaxError") this.told.append(trouble(new Error(`${t("read.json")} ${error.message}`)));
      else if (error instanceof Problem || size > MOST) this.told.append(trouble(error));
      else if (error.name !== "AbortError") throw error;
      return;
    }
    const { A, B } = this.record.players ?? {};
    this.names = { A: A ?? t("name.A"), B: B ?? t("name.B") };
    if (this.names.A === "A" && this.names.B === "B") this.names = { A: t("name.A"), B: t("name.B") };
    this.told.append(this.verdict());
    say(this.told.querySelector("b").textContent);
    this.source.open = !this.record.deals.length;
    if (!this.record.deals.length) return;
    this.layOut();
    await this.go(deal, step);
  }

  /** What the service says of the whole record: every problem at its line, every divergence at its step. */
  verdict() {
    const { agrees, complete, problems, deals } = this.report;
    const divergences = [...deals.map((deal) => deal.divergence), this.report.divergence].filter(Boolean);
    const key = problems.length ? "problems" : divergences.length ? "diverges" : complete ? "agrees" : "incomplete";
    const problem = ({ message, line, column, pointer, code }) =>
      make("li", {}, line ? [make("button.quiet", { onclick: () => this.select(line) }, t("read.line", { line, column })),
        " ", make("code", {}, this.lines[line - 1].slice(0, 200))] : make("code", {}, pointer), " ", message, " ",
      make("span.rule", {}, code));
    const divergence = (each) =>
      make("li", {}, each.deal && [make("button.quiet", { onclick: () => this.go(each.deal, each.step ?? 0) },
        t(each.step ? "read.at" : "read.at.deal", each)), " "], each.message, " ", ruleLink(each.rule));
    return make(`div.verdict.${agrees ? "good" : "notice"}`, {}, make("b", {}, t(`read.${key}`)),
      make("ul", {}, problems.map(problem), divergences.map(divergence)));
  }

  /** Selects a line of the record in the field. */
  select(line) {
    this.source.open = true;
    const from = this.lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.field.focus();
    this.field.setSelectionRange(from, from + this.lines[line - 1].length);
  }

  /** The parts of the viewer that stay when a step is made. */
  layOut() {
    const { event, date, ruleset } = this.record;
    const facts = [event, date, ruleset].filter(Boolean).join(" · ");
    const title = make("h2", {}, `${this.names.A} – ${this.names.B}`, " ", make("span", {}, facts));
    const deals = this.record.deals.map((_, at) => {
      const { agrees, score } = this.report.deals[at] ?? {};
      const points = score ?? this.record.deals[at].score;
      const text = [t("read.deal", { deal: at + 1 }), points && `${points.A}–${points.B}`, agrees === false && t("read.wrong")];
      return make("button.quiet", { onclick: () => this.go(at + 1, 0) }, text.filter(Boolean).join(" · "));
    });
    const list = (this.list = make("div.deals", { role: "group", "aria-label": t("read.deals") }, deals));
    const button = (key, by) => make("button", { onclick: () => this.move(by) }, t(`read.${key}`));
    this.place = make("output.place");
    const steps = make("div.steps", { role: "group", "aria-label": t("read.steps") }, button("first", -Infinity),
      button("back", -1), this.place, button("next", 1), button("last", Infinity));
    this.shown = make("div.shown");
    const controls = make("div.controls", {}, list, steps, make("span.hint", {}, t("read.keys")));
    this.viewer.replaceChildren(title, controls, this.shown);
  }

  key(event) {
    const by = KEYS[event.key];
    if (by === undefined || !this.shown || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, textarea, select, summary")) return;
    event.preventDefault();
    this.move(by);
  }

  move(by) {
    const last = this.steps.length;
    return this.go(this.deal, by === Infinity ? last : Math.max(0, Math.min(last, this.step + by)));
  }

  get steps() {
    return this.record.deals[this.deal - 1].steps ?? [];
  }

  /** The positions of a deal: that after no action, after one, and so on, as far as the service accepts them. */
  positions(at) {
    return (this.replayed[at] ??= this.replay(at));
  }

  async replay(at) {
    const { dealt, dealer, irregular, steps = [] } = this.record.deals[at];
    const { A = [], B = [] } = dealt?.hands ?? {};
    if (!A.length || !B.length || [...A, ...B, ...(dealt.talon ?? [])].includes("?")) return [];
    const before = at > 0 ? (await this.positions(at - 1)).at(-1) : null;
    const goesOn = ["deal", "deal_over"].includes(before?.phase);
    const from = goesOn ? { state: before } : { ruleset: this.record.ruleset ?? "portland", dealer: dealer ?? this.record.first_dealer };
    const states = [];
    try {
      states.push((await this.ask("v1/deals", { ...from, ...dealt, ...(irregular && { irregular, dealer }) })).state);
      while (states.length <= steps.length) {
        const actions = steps.slice(states.length - 1, states.length - 1 + AT_ONCE).map(({ action }) => action);
        const { items } = await this.ask("v1/actions/check-many", { state: states.at(-1), actions });
        states.push(...items.filter(({ legal }) => legal).map(({ state }) => state));
        if (!items.at(-1).legal) break;
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // the report says what is wrong with it
    }
    return states;
  }

  /** Shows a deal after a number of steps. */
  async go(deal, step) {
    this.deal = Math.max(1, Math.min(this.record.deals.length, deal));
    this.step = Math.max(0, Math.min(this.steps.length, step));
    const here = `${this.deal}.${this.step}`;
    const states = await this.positions(this.deal - 1);
    if (here !== `${this.deal}.${this.step}` || this.stopped.signal.aborted) return;
    this.params = { z: this.z, deal: this.deal, step: this.step };
    show("read", this.params);
    this.draw(states[this.step] ?? states.at(-1), states.length - 1);
  }

  draw(state, known) {
    [...this.list.children].forEach((each, at) => each.setAttribute("aria-current", String(at === this.deal - 1)));
    this.place.textContent = t("read.place", { step: this.step, steps: this.steps.length });
    const after = this.steps.slice(Math.max(0, known), this.step).map(({ action }) => asEvent(action));
    const events = [...(state?.events ?? []), ...after];
    const dealing = events.map(({ kind }) => kind).lastIndexOf("dealt");
    const said = dialogue(events.slice(Math.max(0, dealing)), this.names, "A");
    const { notes = [] } = this.record.deals[this.deal - 1];
    const remarks = notes.filter((note) => (note.after ?? 0) <= this.step).map(({ text }) => make("p.remark", {}, text));
    const link = () => (this.z ? whole("read", this.params) : t("read.long"));
    const picture = state && (async () => pictureAddress((await this.ask("v1/states/validate", { state })).text));
    const aside = make("aside", {}, this.judgement(), said, remarks, state && scoreSheet(state, this.names),
      make("div.tools", {}, shareBar({ link, picture })));
    const table = state ? board(state, { bottom: "A", names: this.names }) : make("p.notice", {}, t("read.unknown"));
    this.shown.replaceChildren(table, aside);
    said.scrollTop = said.scrollHeight;
    const words = [...said.children].slice(this.said?.deal === this.deal ? this.said.count : -1);
    this.said = { deal: this.deal, count: said.children.length };
    say([this.place.textContent, ...words.map((each) => each.textContent), this.shown.querySelector(".judged")?.textContent ?? ""].join(" "));
  }

  /** What the record says of this step: the score it claims; where it diverges, what is right. */
  judgement() {
    const { divergence } = this.report.deals[this.deal - 1] ?? {};
    const claimed = this.steps[this.step - 1]?.score;
    if (!divergence || divergence.step !== (this.step || null)) {
      return claimed && make("p.claimed", {}, t("read.claimed"), " ", make("b", {}, claim(claimed, this.names)));
    }
    const { message, rule, reasons, correction } = divergence;
    const others = reasons.filter((each) => each.message !== message);
    const reason = ({ message: text, seat, points, rule: each }) =>
      make("li", {}, text ?? `${this.names[seat]} ${points > 0 ? "+" : ""}${points}`, " ", ruleLink(each));
    const row = (key, value) => make("p", {}, `${t(key)} `, make("b", {}, claim(value, this.names)));
    const by = correction?.by.map((seat) => this.names[seat]).join(", ");
    return make("div.judged.notice", {}, make("b", {}, t("read.divergence")), " ", message, " ", ruleLink(rule),
      row("read.claimed", divergence.claimed), row("read.right", divergence.computed),
      make("ul", {}, others.map(reason)),
      correction && make("p", {}, t(by ? "read.correct" : "read.late", { by })));
  }
}
