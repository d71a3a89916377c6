/** The frame of the page: it reads the address, speaks the language, and mounts the use that is asked for. */
import { format, here, lastOf, parse } from "./address.js";
import { make } from "./dom.js";
import "./keys.js";
import { SEATS } from "./multiplayer/seats.js";
import { Use, trouble } from "./use.js";
import { LANGUAGES, language, speak, t } from "./words.js";

/** The uses, loaded when they are asked for. Each exports `mount(root, params)`. */
const USES = {
  play: ({ game }) => (Object.hasOwn(SEATS, game ?? "") ? import("./multiplayer/game.js") : import("./play.js")),
  learn: () => import("./learn.js"),
  read: () => import("./read.js"),
  try: () => import("./try.js"),
  rule: () => import("./rule.js"),
};

const main = document.getElementById("main");
let turn = 0;

/** Shows what the address asks for, or what is wrong with it and where its use begins. */
async function show() {
  const mine = (turn += 1);
  const { use, params } = parse(location.hash);
  const name = Object.hasOwn(USES, use) ? use : "play";
  Use.shown?.stopped.abort();
  const loading = USES[name](params);
  loading.catch(() => {}); // told below
  await speak(params.lang);
  if (mine !== turn) return; // another address was opened meanwhile
  drawFrame(name);
  const root = make(`div.use.${name}`);
  main.replaceChildren(root);
  if (mine > 1 && document.activeElement === document.body) main.focus(); // the link that was followed is gone
  const open = async (given, last) => {
    try {
      const module = await loading;
      if (mine !== turn) return;
      await module.mount(root, given);
    } catch (error) {
      if (error.name === "AbortError" || mine !== turn) return;
      root.before(trouble(error, show));
      if (error.final && !last) await open({ game: params.game }, true);
    }
  };
  await open(params, false);
}

function drawFrame(name) {
  document.title = `${t(`use.${name}`)} · ${t("title")}`;
  const link = (use) => make("a", use === name ? { href: format(use), "aria-current": "page" } : { href: lastOf(use) },
    t(`use.${use}`));
  document.getElementById("uses").replaceChildren(...Object.keys(USES).map(link));
  const next = Object.keys(LANGUAGES).find((each) => each !== language());
  const button = document.getElementById("language");
  button.textContent = LANGUAGES[next];
  button.lang = next;
  button.onclick = () => {
    const { use, params } = parse(here());
    location.hash = format(use || name, params, next);
  };
}

document.querySelector(".skip").onclick = () => main.focus();
addEventListener("hashchange", show);
show();
