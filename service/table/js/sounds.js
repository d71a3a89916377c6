/** Short sounds for cards and words. They are off until the reader wants them. */
import { recall, remember } from "./memory.js";

/** The height of a sound in hertz, and its length in seconds. */
const SOUNDS = { card: [190, 0.06], word: [520, 0.09], end: [660, 0.35] };

let context = null;
const wanted = document.getElementById("sounds");
wanted.checked = recall("sounds") === true;
wanted.onchange = () => {
  remember("sounds", wanted.checked);
  sound("word");
};

/** Makes a sound, if sounds are wanted. */
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
