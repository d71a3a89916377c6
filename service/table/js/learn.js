/** The use Learn: lessons from prepared positions, and a first deal in which a line says what is to be done. */
import { format, show } from "./address.js";
import { isOver } from "./board.js";
import { make, say } from "./dom.js";
import { Game, open } from "./play.js";
import { ruleLink } from "./use.js";
import { language, t } from "./words.js";

/** The cards of the first deal are always the same: its first hand has a point, a sequence and a set to call. */
const SEED = "first deal 311";
const FIRST_DEAL = "deal"; // in place of the number of a lesson in an address
/** What the line of the first deal may be about, the most urgent first. */
const DUE = ["claim_carte_blanche", "exchange", "call", "pass", "reply", "state_tie_break", "reckon", "play"];
const load = async (name) => (await fetch(new URL(`../lessons/${name}.json`, import.meta.url))).json();
const matches = (pattern, action) => new RegExp(`^(?:${pattern})$`).test(action);

/** Shows the task of the address: `lesson` and `task` count from 1. After the last lesson comes the first deal. */
export async function mount(root, { lesson, task, z }) {
  const [{ terms, lessons }, texts] = await Promise.all([load("lessons"), load(language())]);
  const course = { lessons, texts, words: { meanings: texts.terms, rules: terms } };
  const first = lesson === FIRST_DEAL;
  root.classList.add("learn", first ? "deal" : "tasks");
  const game = first ? new FirstDeal(root, course) : new Lesson(root, course);
  if (first) return open(game, { z, house: "B", level: "easy" });
  const at = lessons[lesson - 1] ? lesson - 1 : 0;
  return game.begin(at, lessons[at].tasks[task - 1] ? task - 1 : 0);
}

function contents({ lessons, texts }, current) {
  const link = (lesson, text, name) =>
    make("a", { href: format("learn", { lesson }), title: name, "aria-current": lesson === current && "step" }, text,
      make("span.unseen", {}, name));
  const links = lessons.map(({ id }, at) => link(at + 1, `${at + 1} `, texts.lessons[id].title));
  return make("nav.lessons", { "aria-label": t("learn.lessons") }, links, link(FIRST_DEAL, t("learn.deal")));
}

/** Tasks of lessons: each is a position in which one action is right. The service judges all others. */
class Lesson extends Game {
  panel = make("section.lesson", { tabindex: "-1", "aria-labelledby": "lesson" });

  constructor(root, course) {
    super(make("div.play"));
    Object.assign(this, { frame: root, course });
  }

  async begin(lesson, number) {
    const { lessons, texts, words } = this.course;
    const { id, tasks } = lessons[lesson];
    const { title, text, tasks: { [number]: said } } = texts.lessons[id];
    const { seat, state } = tasks[number];
    const next = tasks[number + 1] ? [lesson, number + 1] : lessons[lesson + 1] && [lesson + 1, 0];
    Object.assign(this, { task: tasks[number], said, next, state, done: false, house: seat === "A" ? "B" : "A" });
    show("learn", { lesson: lesson + 1, task: number + 1 });
    const place = make("span.hint", {}, t("learn.task", { task: number + 1, tasks: tasks.length }));
    this.panel.replaceChildren(make("h2", { id: "lesson" }, `${lesson + 1}. ${title} `, place),
      make("p", {}, number === 0 && explained(text, words)), make("p.ask", {}, explained(said.ask, words)));
    this.frame.replaceChildren(contents(this.course, lesson + 1), this.panel, this.root);
    say(plain(`${title}. ${number === 0 ? text : ""} ${said.ask}`)); // before what `draw` says
    await this.guard(async () => this.draw(await this.view(seat)));
    this.panel.focus({ preventScroll: true });
    this.panel.scrollIntoView({ block: "nearest" });
  }

  /** The view of a seat with what the task offers, legal or not; with nothing when the task is done. */
  async view(seat) {
    const view = await super.view(seat);
    const offered = this.task.offer?.map((action) => ({ ...action, actions: [action] }));
    return this.done ? { ...view, options: [], to_act: null } : { ...view, options: offered ?? view.options };
  }

  analysed = false; // so that no advice is offered: it would do the task
  tools = () => null;

  /** Asks the service about an action, and says why it is not allowed, or not the one that is asked for. */
  act(action, place) {
    const { state, task, said } = this;
    for (const each of this.root.querySelectorAll(".refusal, .answer")) each.remove();
    return this.guard(async () => {
      const checked = await this.ask("v1/actions/check", { state, action }, false);
      if (this.done) return;
      const done = checked.text?.split("_").at(-1);
      if (done && matches(task.right, done)) return this.goOn(checked.text);
      if (done) return this.answer(said.wrong[task.wrong.findIndex((each) => matches(each, done))] ?? said.else);
      this.refuse(checked.violations, place);
      const refused = checked.violations.map(({ code }) => said.refused[code]).find(Boolean);
      if (refused) this.answer(refused);
    });
  }

  answer(text, kind = "wrong", more = []) {
    const answer = make(`div.answer.${kind}`, {}, make("p", {}, explained(text, this.course.words)), more);
    this.root.querySelector(".actions").append(answer);
    answer.scrollIntoView({ block: "nearest" });
    say(plain(text));
  }

  async goOn(state) {
    const { task: { seat, then: actions }, said, next } = this;
    const { items } = actions.length ? await this.ask("v1/actions/check-many", { state, actions }) : { items: [] };
    Object.assign(this, { state: items.at(-1)?.state ?? state, done: true });
    this.draw(await this.view(seat), []);
    const go = () => (next ? this.begin(...next) : (location.hash = format("learn", { lesson: FIRST_DEAL })));
    const button = make("button.first", { onclick: go }, t(next ? "learn.next" : "learn.deal"));
    this.answer(said.right, "right", button);
    button.focus({ preventScroll: true });
  }
}

/** A partie against the house at its easy level. A line says what is to be done, with the words of the lessons. */
class FirstDeal extends Game {
  level = "easy";

  constructor(root, course) {
    super(make("div.play"));
    const panel = make("section.lesson", {}, make("h2", {}, t("learn.deal")), make("p", {}, course.texts.deal.about));
    root.replaceChildren(contents(course, FIRST_DEAL), panel, this.root);
    this.course = course;
  }

  async prepare(another) {
    show("learn", { lesson: FIRST_DEAL }, another);
    Object.assign(this, { house: "B", past: [], seen: null });
    await this.accept(await this.ask("v1/deals", { ruleset: "portland", dealer: "B", seed: SEED }, false));
  }

  putAddress() {
    show("learn", { lesson: FIRST_DEAL, z: this.params.z });
  }

  draw(view, status) {
    super.draw(view, status);
    const { texts, words } = this.course;
    const text = texts.deal[due(view)];
    if (!text) return;
    this.root.querySelector(".actions").prepend(make("p", {}, explained(text, words)));
    say(plain(text));
  }
}

function due({ seat, phase, options = [], tricks }) {
  if (isOver({ phase })) return "over";
  const own = options.filter((option) => option.seat === seat && !option.none);
  const { type, category } = DUE.map((each) => own.find((option) => option.type === each)).find(Boolean) ?? {};
  if (type === "play") return tricks.at(-1)?.winner === null ? "follow" : "lead";
  return type === "call" ? `call.${category}` : type;
}

const MARKED = /\[([^\]|]+)(?:\|([^\]]+))?\]/; // [word], or [word|term] where the term is called otherwise
const plain = (text) => text.replaceAll(new RegExp(MARKED, "g"), "$1");
let made = 0;

/** A text as nodes. Each marked word is a button that opens its meaning; `meanings` and `rules` are by term. */
function explained(text, { meanings, rules }) {
  const parts = text.split(MARKED); // a text, a word, its term, a text …
  return parts.flatMap((part, at) => {
    if (at % 3 === 0) return [part];
    const term = (parts[at + 1] ?? part).toLowerCase();
    return at % 3 === 1 ? word(part, meanings[term], rules[term]) : [];
  });
}

function word(text, meaning, rule) {
  const id = `meaning-${(made += 1)}`;
  const ontoggle = ({ newState }) => newState === "open" && say(meaning);
  const note = make("span.meaning", { id, popover: true, role: "note", ontoggle }, meaning, " ", ruleLink(rule));
  return [make("button.word", { popovertarget: id }, text), note];
}
