/** What is to be done after a file of tests: helpers are loaded once for many files, so that an `afterAll` of theirs would be the first file's. */

const ends: (() => unknown)[] = [];

/** Has something be done after the file at hand, last things first. */
export function atEnd(end: () => unknown): void {
  ends.push(end);
}

export async function endFile(): Promise<void> {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
}
