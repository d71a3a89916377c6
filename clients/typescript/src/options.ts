/** The options of a call. */

/**
 * The options of a call. Throws `TypeError` for anything but an object, and for a name that is not one of `names`: a program without
 * types would not notice that they are ignored.
 */
export function members<T extends object>(how: T, ...names: (string & keyof T)[]): T {
  if (typeof how !== "object" || how === null) throw new TypeError(`options are an object with some of: ${names.join(", ")}`);
  for (const name of Object.keys(how)) {
    if (names.some((known) => known === name)) continue;
    const near = names.find((known) => alike(known, name));
    throw new TypeError(`there is no option ${name}${near ? ` (did you mean ${near}?)` : ""}; there are: ${names.join(", ")}`);
  }
  return how;
}

/** Whether one name has the letters of the other in their order, as `firstDealer` has those of `dealer`. */
function alike(one: string, other: string): boolean {
  const [long, short] = [one, other].map((name) => name.toLowerCase()).sort((a, b) => b.length - a.length) as [string, string];
  let found = 0;
  for (const letter of long) {
    if (letter === short[found]) found += 1;
  }
  return found > 1 && found === short.length;
}
