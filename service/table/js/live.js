/** The one live region of the page: what happened, for whoever hears the page instead of seeing it. */

const region = document.getElementById("live");
let waiting = [];

/** Says a text. Texts that come at the same time are said as one. */
export function say(text) {
  waiting.push(text);
  if (waiting.length > 1) return;
  setTimeout(() => {
    region.textContent = "";
    const said = waiting.join(" ");
    waiting = [];
    requestAnimationFrame(() => (region.textContent = said));
  }, 50);
}
