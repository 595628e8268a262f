/** Makes something when it is first asked for, and gives the same each time. A promise that fails is made anew. */
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
