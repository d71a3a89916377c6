/** Keys for what buttons do, and the list of them, which has the sounds. In a hand the arrow keys are its own. */
import { recall, remember } from "./address.js";

const HAND = ".near > card-hand button[tabindex='0']";
/** What each key presses, or gives the focus to if it is a card. */
const KEYS = {
  e: ".discard:not([hidden])", h: ".help:not([hidden])", u: ".back", "?": "#keys", Escape: ".close",
  ArrowLeft: `.step-back, ${HAND}`, ArrowRight: `.step-next, ${HAND}`, Home: ".step-first", End: ".step-last",
};

document.getElementById("keys").onclick = () => document.getElementById("key-list").showModal();
addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, textarea, select, dialog")) return;
  const found = document.querySelector(KEYS[key] ?? KEYS[key.toLowerCase()] ?? "[none]");
  if (!found) return;
  event.preventDefault();
  if (found.matches(HAND)) found.focus();
  else found.click();
});

/** Short sounds: the height of each in hertz, and its length in seconds. They are off until the reader wants them. */
const SOUNDS = { card: [190, 0.06], word: [520, 0.09], end: [660, 0.35] };
let context = null;
const wanted = document.getElementById("sounds");
wanted.checked = recall("sounds") === true;
wanted.onchange = () => {
  remember("sounds", wanted.checked);
  sound("word");
};

export function sound(kind) {
  if (!wanted.checked) return;
  context ??= new AudioContext();
  const [height, length] = SOUNDS[kind];
  const volume = new GainNode(context, { gain: 0.12 });
  const tone = new OscillatorNode(context, { type: "triangle", frequency: height });
  tone.connect(volume).connect(context.destination);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + length);
  tone.start();
  tone.stop(context.currentTime + length);
}
