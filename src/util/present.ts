/** The type `T` with optional fields in place of fields that may be undefined. */
type Present<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without the fields that are undefined, for spreading. */
export function present<T extends object>(fields: T): Present<T> {
  const having: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name as keyof T];
    if (value !== undefined) having[name] = value;
  }
  return having as Present<T>;
}
