// How many of several things a view shows.

/** The first of several, and how many more there are; a single one is not left out, which would take as much room. */
export function some(things, most) {
  const left = things.length - most;
  return left > 1 ? { shown: things.slice(0, most), leftOut: left } : { shown: things, leftOut: 0 };
}
