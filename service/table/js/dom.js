/** Makes elements without markup in strings, so that no text of a request or a response becomes markup. */

/**
 * Makes an element.
 * @param {string} name - its tag name, with classes after dots: `button.quiet`
 * @param {object} [properties] - attributes; `on…` listens to an event; a property that is no attribute begins with `.`
 * @param {...(Node|string|null|Array)} children
 * @returns {HTMLElement}
 */
export function make(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  if (tag === "button") element.type = "button";
  for (const [key, value] of Object.entries(properties)) {
    if (value == null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key.startsWith(".")) element[key.slice(1)] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}
