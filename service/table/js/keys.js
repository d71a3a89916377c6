/** Keys for what buttons do, and the list of them. Inside a hand, the arrow keys are those of the hand. */
const HAND = ".near > card-hand button[tabindex='0']";
/** What each key presses, or gives the focus to if it is a card. */
const KEYS = {
  e: ".discard:not([hidden])", h: ".help:not([hidden])", u: ".back", "?": "#keys", Escape: ".close",
  ArrowLeft: `.step-back, ${HAND}`, ArrowRight: `.step-next, ${HAND}`, Home: ".step-first", End: ".step-last",
};
const list = document.getElementById("key-list");

document.getElementById("keys").onclick = () => list.showModal();
addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, textarea, select, dialog")) return;
  const found = document.querySelector(KEYS[key] ?? KEYS[key.toLowerCase()] ?? "[none]");
  if (!found) return;
  event.preventDefault();
  if (found.matches(HAND)) found.focus();
  else found.click();
});
