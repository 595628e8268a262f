/** It has no properties, and never will. */
const nothing: object = Object.freeze(Object.create(null));

/**
 * An object with nothing in it: any key is safe, `__proto__` too. V8 keeps one without a prototype as a hash table, which
 * takes twice the time; this one has an empty one. For few keys that are the same from object to object.
 */
export function bareObject<T>(): Record<string, T> {
  return Object.create(nothing) as Record<string, T>;
}
