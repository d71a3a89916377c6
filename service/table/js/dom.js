/** Makes elements without markup in strings, so that no text of a request or a response becomes markup. */

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

/**
 * Makes an element. `name` is its tag with classes after dots: `button.quiet`. A property is an attribute; `on…`
 * listens to an event, and `.…` sets a property of the element. Of the children, null and false are left out.
 */
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
