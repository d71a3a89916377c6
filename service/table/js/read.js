/** The use Read: a record, step by step, with what it claims and what is right. */
import { asEvent, reviewButton } from "./actions.js";
import { LONGEST_TEXT, pack, show, unpack, whole } from "./address.js";
import { Problem } from "./api.js";
import { board, dialogue, scoreSheet } from "./board.js";
import { make, say } from "./dom.js";
import { SEATS } from "./multiplayer/seats.js";
import { Use, pictureOf, reason, ruleLink, shareBar, trouble } from "./use.js";
import { phrase, rulesetName, t, unversioned } from "./words.js";

const MOST_IN_ADDRESS = 200_000;
const AT_ONCE = 100; // actions in one request
const button = (text, onclick) => make("button.quiet", { onclick }, text);

/** Shows the record of the address (`z`, packed; `deal` and `step` say where to begin), or the form for one. */
export async function mount(root, { z, deal, step, review }) {
  const reader = new Reader(root);
  if (z) await reader.read(await unpack(z), Number(deal) || 1, Number(step) || 0);
  if (review && z) reader.viewer.querySelector(".review-of > button")?.click();
}

/** What a divergence is, in the reader's language if there are words for it. */
const said = (divergence) => reason(divergence.reasons.find(({ code }) => code === divergence.code) ?? divergence);

/** No positions where the service refuses a deal, which the report explains. Throws what is another failure. */
function refusedOnly(error) {
  if (!error.final) throw error;
  return [];
}

class Reader extends Use {
  field = make("textarea", { id: "record", rows: "8", spellcheck: "false", maxlength: LONGEST_TEXT });
  notices = make("div.notices");
  viewer = make("div.viewer");

  constructor(root) {
    super(root);
    const textOf = (file) => (file.size > LONGEST_TEXT ? null : file.text());
    const take = async ([file], text = "") => this.read(file ? await textOf(file) : text);
    const file = make("input", { type: "file", id: "file", onchange: ({ target }) => take(target.files) });
    const drop = (event) => {
      event.preventDefault();
      take(event.dataTransfer.files, event.dataTransfer.getData("text"));
    };
    const submit = () => this.read(this.field.value);
    const example = async () => this.read(await (await fetch(new URL("../example.json", import.meta.url))).text());
    const form = make("form", { onsubmit: submit }, make("label", { for: "record" }, t("read.record")), this.field,
      make("p.field", {}, make("label", { for: "file" }, t("read.file")), file),
      make("p.actions", {}, make("button.first", { ".type": "submit" }, t("read.read")),
        button(t("read.example"), () => this.attempt(example))));
    this.source = make("details.source", { open: true }, make("summary", {}, t("read.open")), form);
    root.addEventListener("dragover", (event) => event.preventDefault());
    root.addEventListener("drop", drop);
    root.replaceChildren(this.source, this.notices, this.viewer);
  }

  attempt(work) {
    this.failure?.remove();
    return super.attempt(work, (notice) => this.notices.append((this.failure = notice)));
  }

  /** Reads a record as text or JSON, and shows a step of it, or why it is none. A text that is too long may be null. */
  async read(text, deal = 1, step = 0) {
    this.field.value = text;
    for (const each of [this.notices, this.viewer]) each.replaceChildren();
    try {
      if (text === null || text.length > LONGEST_TEXT) throw new Problem(400, { title: t("read.long") });
      const record = text.trimStart().startsWith("{") ? JSON.parse(text) : text;
      const game = unversioned(record.ruleset?.name ?? record.ruleset ?? "");
      const { recordOf } = Object.hasOwn(SEATS, game) ? await import("./multiplayer/game.js") : this;
      const found = await recordOf(record, game, this.asker);
      const z = await pack(text);
      this.z = z.length > MOST_IN_ADDRESS ? null : z;
      if (this.record) show("read", { z: this.z }, true); // Back leads to the record before
      Object.assign(this, found, { lines: text.split(/\r?\n/), replayed: [] });
    } catch (error) {
      if (error.name === "AbortError") return;
      const title = `${t("read.json")} ${error.message}`;
      const shown = error instanceof SyntaxError ? new Problem(400, { title }) : error;
      this.notices.append(trouble(shown, () => this.read(text, deal, step)));
      return;
    }
    const verdict = this.verdict();
    this.notices.append(verdict);
    say(verdict.textContent);
    this.source.open = !this.record.deals.length;
    if (this.source.open) return;
    this.layOut();
    await this.go(deal, step);
  }

  /** What this has of a record for two. `multiplayer/game.js` has it for three and four. */
  async recordOf(given, game, ask) {
    const { record } = await ask("v1/records/convert", { record: given, to: "json" });
    const { reports } = await ask("v1/records/verify", { records: [given] }, false);
    const { A = "A", B = "B" } = record.players ?? {};
    const names = A === "A" && B === "B" ? { A: t("name.A"), B: t("name.B") } : { A, B };
    return { path: "v1/", asSeen: (state) => state, names, record, report: reports[0] };
  }

  /** What the service says of the whole record: every problem at its line, every divergence at its step. */
  verdict() {
    const { agrees, complete, problems, deals } = this.report;
    const divergences = [...deals.map((deal) => deal.divergence), this.report.divergence].filter(Boolean);
    const key = problems.length ? "problems" : divergences.length ? "diverges" : complete ? "agrees" : "incomplete";
    const problem = ({ line, column, pointer, code, ...more }) => {
      const place = line && button(t("read.line", { line, column }), () => this.select(line));
      const what = make("code", {}, line ? this.lines[line - 1].slice(0, 200) : pointer);
      return make("li", {}, place, " ", what, ` ${reason({ code, ...more })} `, make("span.rule", {}, code));
    };
    const divergence = (each) => {
      const { deal, step, rule } = each;
      const text = t(step ? "read.at" : "read.deal", { deal, step });
      return make("li", {}, deal && button(text, () => this.go(deal, step ?? 0)), ` ${said(each)} `, ruleLink(rule));
    };
    return make(`div.verdict${agrees ? "" : ".notice"}`, {}, make("b", {}, t(`read.${key}`)), " ",
      make("ul", {}, problems.map(problem), divergences.map(divergence)));
  }

  select(line) {
    this.source.open = true;
    const from = this.lines.slice(0, line - 1).reduce((length, each) => length + each.length + 1, 0);
    this.field.focus();
    this.field.setSelectionRange(from, from + this.lines[line - 1].length);
  }

  layOut() {
    const { event, date, ruleset, deals } = this.record;
    const rules = ruleset && rulesetName(ruleset.name ?? ruleset);
    const facts = [event, date, rules].filter(Boolean).join(" · ");
    const seats = Object.entries(this.names).filter(([seat]) => seat.length === 1);
    const players = seats.map(([, name]) => name).join(" – ");
    const title = make("h2", {}, `${players} `, make("span.facts", {}, facts));
    const choice = (deal, at) => {
      const { agrees, score = deal.score } = this.report.deals[at] ?? {};
      const points = score && Object.values(score).join("–");
      const text = [t("read.deal", { deal: at + 1 }), points, agrees === false && t("read.wrong")].filter(Boolean);
      return button(text.join(" · "), () => this.go(at + 1, 0));
    };
    const step = (key, by) =>
      make(`button.quiet.step-${key}`, { onclick: () => this.go(this.deal, this.step + by) }, t(`read.${key}`));
    this.list = make("div.deals", { role: "group", "aria-label": t("read.deals") }, deals.map(choice));
    this.place = make("output.place");
    const steps = make("div.steps", { role: "group", "aria-label": t("read.steps") }, step("first", -Infinity),
      step("back", -1), this.place, step("next", 1), step("last", Infinity));
    this.shown = make("div.shown");
    const controls = make("div.controls", {}, this.list, steps, make("span.hint", {}, t("read.keys")));
    const review = make("div.review-of", {},
      reviewButton(this.asker, () => this.reviewed(), (work) => this.attempt(work)));
    this.viewer.replaceChildren(title, controls, this.path === "v1/" ? review : "", this.shown);
  }

  /** What is reviewed: all deals whose play is known. Each decision leads to the position before it. */
  reviewed() {
    const deals = this.record.deals.flatMap(({ steps }, at) => (steps?.length ? [at + 1] : []));
    const place = (deal, step, text) => button(text, () => this.go(deal, step - 1));
    return { record: this.record, deals, seats: ["A", "B"], names: this.names, place };
  }

  get steps() {
    return this.record.deals[this.deal - 1].steps ?? [];
  }

  /** The positions of a deal, which are asked for once; again if that failed. */
  statesOf(at) {
    this.replayed[at] ??= this.replay(at).catch((error) => {
      delete this.replayed[at];
      throw error;
    });
    return this.replayed[at];
  }

  /** The positions of a deal: that after no action, after one, and so on, as far as the service accepts them. */
  async replay(at) {
    const { dealt, dealer = this.record.first_dealer, irregular, steps = [] } = this.record.deals[at];
    const { A = [], B = [] } = dealt?.hands ?? {};
    if (!A.length || !B.length || [...A, ...B, ...(dealt.talon ?? [])].includes("?")) return [];
    const before = at > 0 ? (await this.statesOf(at - 1)).at(-1) : null;
    const goesOn = ["deal", "deal_over"].includes(before?.phase);
    const from = goesOn ? { state: before } : { ruleset: this.record.ruleset ?? "portland", dealer };
    const deal = { ...from, ...dealt, ...(irregular && { irregular, dealer }) };
    const states = await this.ask(`${this.path}deals`, deal).then(({ state }) => [state], refusedOnly);
    let many = states.length && AT_ONCE;
    while (many > 0 && states.length <= steps.length) {
      const first = states.length - 1;
      const actions = steps.slice(first, first + many).map(({ action }) => action);
      try {
        const { items } = await this.ask(`${this.path}actions/check-many`, { state: states[first], actions });
        states.push(...items.filter(({ legal }) => legal).map(({ state }) => state));
        if (!items.at(-1).legal) break;
      } catch (error) {
        refusedOnly(error);
        // The report says what is wrong. The actions before one that is not complete can be shown all the same.
        many = Number(error.document?.errors?.[0]?.pointer?.match(/^\/actions\/(\d+)/)?.[1] ?? 0);
      }
    }
    return states;
  }

  go = (deal, step) => this.attempt(async () => {
    this.deal = Math.max(1, Math.min(this.record.deals.length, deal));
    this.step = Math.max(0, Math.min(this.steps.length, step));
    const params = { z: this.z, deal: this.deal, step: this.step };
    this.params = params;
    const states = await this.statesOf(this.deal - 1);
    if (this.params !== params || this.stopped.signal.aborted) return; // another step was made meanwhile
    show("read", params);
    const state = states[this.step] ?? states.at(-1);
    this.draw(state && this.asSeen(state), states.length - 1, state);
  });

  /** Draws a step: a position as it is seen, and as it is `written`. */
  draw(state, known, written) {
    [...this.list.children].forEach((each, at) => each.setAttribute("aria-current", at === this.deal - 1));
    this.place.textContent = t("read.place", { step: this.step, steps: this.steps.length });
    const beyond = this.steps.slice(Math.max(0, known), this.step).map(({ action }) => asEvent(action));
    const events = [...(state?.events ?? []), ...beyond];
    const dealing = events.map(({ kind }) => kind).lastIndexOf("dealt");
    const said = dialogue(events.slice(Math.max(0, dealing)), this.names, "A");
    const notes = (this.record.deals[this.deal - 1].notes ?? []).filter(({ after = 0 }) => after <= this.step);
    const link = () => (this.z ? whole("read", this.params) : t("read.long"));
    const picture = state && (() => pictureOf(this.path, written));
    const judged = this.judgement();
    const behind = state && this.step > known && make("p.notice", {}, t("read.behind", { step: known }));
    const table = state ? board(state, { bottom: "A", names: this.names }) : make("p.notice", {}, t("read.unknown"));
    const remarks = notes.map(({ text }) => make("p.remark", {}, text));
    const sheet = state && scoreSheet(state, this.names);
    const tools = make("div.tools", {}, shareBar({ link, picture }));
    this.shown.replaceChildren(table, make("aside", {}, behind, judged, said, remarks, sheet, tools));
    said.scrollTop = said.scrollHeight;
    const lines = [...said.children].slice(this.notices.deal === this.deal ? this.notices.lines : -1);
    Object.assign(this.notices, { deal: this.deal, lines: said.children.length });
    say([this.place, ...lines, judged].map((each) => each?.textContent).join(" "));
  }

  /** What the record says of this step: the score it claims; where it diverges, what is right. */
  judgement() {
    const { divergence } = this.report.deals[this.deal - 1] ?? {};
    const score = this.steps[this.step - 1]?.score;
    const row = (key, value) => value != null && make("p", {}, `${t(key)} `, make("b", {}, this.claim(value)));
    if (divergence?.step !== (this.step || null)) return row("read.claimed", score);
    const { message, rule, reasons, correction, claimed, computed } = divergence;
    const line = ({ seat, points, ...each }) => {
      const text = each.code ? reason(each) : `${this.names[seat]} ${points > 0 ? "+" : ""}${points}`;
      return make("li", {}, `${text} `, each.rule && ruleLink(each.rule));
    };
    const by = correction?.by.map((seat) => this.names[seat]).join(", ");
    return make("div.judged.notice", {}, make("b", {}, t("read.divergence")), ` ${said(divergence)} `, ruleLink(rule),
      row("read.claimed", claimed), row("read.right", computed),
      make("ul", {}, reasons.filter((each) => each.message !== message).map(line)),
      correction && make("p", {}, t(by ? "read.correct" : "read.late", { by })));
  }

  claim(value) {
    const said = value.type && phrase(asEvent(value), this.names).text;
    if (said) return `${this.names[value.seat]}${t("colon")} ${said}`;
    return "A" in Object(value) ? `${value.A ?? "?"}–${value.B ?? "?"}` : JSON.stringify(value);
  }
}
