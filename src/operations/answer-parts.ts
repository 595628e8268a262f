import * as z from "zod";

// Parts that answers have in common. All of them are optional: nothing that docsform does depends on them, so an answer without
// one is read all the same.

/** What kind of object an answer is, as it says itself. */
export function kind<const Name extends string>(name: Name) {
  return z.literal(name).optional();
}

/** Where an object is found: its addresses, by what is there. */
export function urls<const Name extends string>(...names: readonly Name[]) {
  return each(names, z.string().optional()).optional();
}

/** What the token's user may do with an object. */
export function permissionsObject<const Name extends string>(...names: readonly Name[]) {
  return each(names, z.boolean().optional()).optional();
}

function each<Name extends string, Field extends z.ZodType>(names: readonly Name[], field: Field) {
  const shape = Object.fromEntries(names.map((name) => [name, field])) as { [N in Name]: Field };
  return z.looseObject(shape);
}
