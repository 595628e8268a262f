/** The fields that may be undefined become fields that may be absent. */
type Present<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The fields that have a value, for spreading: one that is undefined is left out, as if it had not been written. */
export function present<T extends object>(fields: T): Present<T> {
  const having: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name as keyof T];
    if (value !== undefined) having[name] = value;
  }
  return having as Present<T>;
}
