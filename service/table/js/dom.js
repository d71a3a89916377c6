/** Makes elements without markup in strings, so that no text of a request or a response becomes markup. */

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
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key.startsWith(".")) element[key.slice(1)] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child != null && child !== false));
  return element;
}
