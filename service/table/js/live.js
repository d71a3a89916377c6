/** The one live region of the page: what happened, for whoever hears the page instead of seeing it. */

const region = document.getElementById("live");
let waiting = "";

/** Says a text. Texts that come at the same time are said as one. */
export function say(text) {
  if (!waiting) setTimeout(() => ([region.textContent, waiting] = [waiting, ""]), 60);
  waiting = `${waiting} ${text}`;
  region.textContent = ""; // so that the same text is said again
}
