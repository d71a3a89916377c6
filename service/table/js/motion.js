/** Lets a card move from where it was to where it is. Nothing moves if the reader's system wants less motion. */
const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOVING = { duration: 180, easing: "ease-out" };
const CARDS = ".trick [code] .face, .lain [code] .face, .near > card-hand [code] .face";
const codeOf = (face) => face.parentElement.getAttribute("code");

/** Notes where the cards in `root` are, and where others come from: the hands of other seats, and the talon. */
export function placesIn(root) {
  const places = new Map();
  if (still.matches || !root.querySelector(".board")) return places;
  const note = (key, element) => element && places.set(key, element.getBoundingClientRect());
  for (const side of root.querySelectorAll(".side.far")) note(side.dataset.seat, side.querySelector(".face"));
  note("talon", root.querySelector(".pile .face"));
  for (const face of root.querySelectorAll(CARDS)) note(codeOf(face), face);
  return places;
}

/** Moves the cards in `root` from where they were, as `placesIn` has noted before it was drawn anew. */
export function moveFrom(places, root) {
  if (!places.size) return;
  for (const face of root.querySelectorAll(CARDS)) {
    const from = places.get(codeOf(face)) ?? places.get(face.closest("figure")?.dataset.seat ?? "talon");
    const to = face.getBoundingClientRect();
    const [x, y] = [from?.x + (from?.width - to.width) / 2 - to.x, from?.y + (from?.height - to.height) / 2 - to.y];
    if (!(Math.abs(x) + Math.abs(y) > 2)) continue; // it has not moved, or nobody knows from where
    const transform = `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
    face.animate([{ transform, zIndex: 3, offset: 0 }], MOVING);
  }
}
