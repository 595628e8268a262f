/** Makes something when it is first asked for, and gives the same each time. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
