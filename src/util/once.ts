/** Calls `make` at the first call and returns the same result each time. After a promise that failed, the next call calls `make` again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    if (made !== undefined) return made.value;
    const own = { value: make() };
    made = own;
    if (own.value instanceof Promise)
      own.value.catch(() => {
        if (made === own) made = undefined;
      });
    return own.value;
  };
}
