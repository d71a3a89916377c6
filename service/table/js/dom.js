/** Makes elements, without markup in strings, so that no text becomes markup; and says what happened. */
import { t } from "./words.js";

const busy = new WeakSet();

/** Does something unless what was begun with the same key is still under way: the second press of a button. */
export async function once(key, work) {
  if (busy.has(key)) return;
  busy.add(key);
  await Promise.resolve(work()).finally(() => busy.delete(key));
}

/** What listens to an event of an element: one event at a time. A form never leaves the page. */
const listener = (element, work) => (event) => {
  if (event.type === "submit") event.preventDefault();
  return once(element, async () => {
    element.ariaBusy = "true";
    await Promise.resolve(work(event)).finally(() => (element.ariaBusy = null));
  });
};

/** Makes an element. `name` is its tag with classes after dots: `button.quiet`. A property is an attribute; `on…`
 * listens to an event, and `.…` sets a property of the element. Of the children, null and false are left out. */
export function make(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  if (tag === "button") element.type = "button";
  for (const [key, value] of Object.entries(properties)) {
    if (value == null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), listener(element, value));
    else if (key.startsWith(".")) element[key.slice(1)] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child != null && child !== false));
  return element;
}

/** A button, and Escape, that close something: `close()`. */
export const closeButton = (close) => make("button.quiet.close", { onclick: close, "aria-label": t("close") }, "×");

/** The one live region of the page: what happened, for whoever hears the page instead of seeing it. */
const region = document.getElementById("live");
let waiting = "";

/** Says a text. Texts that come at the same time are said as one. */
export function say(text) {
  if (!waiting) setTimeout(() => ([region.textContent, waiting] = [waiting, ""]), 60);
  waiting = `${waiting} ${text}`;
  region.textContent = ""; // so that the same text is said again
}
