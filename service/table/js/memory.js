/** What the browser keeps for the reader alone. Where it has no storage for the page, that is kept until it is left. */
const kept = {};

/** What was kept under a name, or null. What is in `sessionStorage` is kept until the tab is closed. */
export function recall(name, storage = "localStorage") {
  try {
    return JSON.parse(window[storage].getItem(`piquet-${name}`));
  } catch {
    return kept[name] ?? null;
  }
}

/** Keeps a value under a name; null forgets it. */
export function remember(name, value, storage = "localStorage") {
  kept[name] = value;
  try {
    if (value === null) window[storage].removeItem(`piquet-${name}`);
    else window[storage].setItem(`piquet-${name}`, JSON.stringify(value));
  } catch {
    // the storage is blocked or full
  }
}
