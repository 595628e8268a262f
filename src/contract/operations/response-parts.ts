import * as z from "zod";

// Parts that several responses share. All of them are optional: docsform does not depend on them, so it accepts a response without
// one.

/** The kind of object, in the response's `object` field. */
export function kind<const Name extends string>(name: Name) {
  return z.literal(name).optional();
}

/** The URLs of an object. */
export function urls<const Name extends string>(...names: readonly Name[]) {
  return each(names, z.string().optional()).optional();
}

/** Permissions of the token's user on an object. */
export function permissionsObject<const Name extends string>(...names: readonly Name[]) {
  return each(names, z.boolean().optional()).optional();
}

function each<Name extends string, Field extends z.ZodType>(names: readonly Name[], field: Field) {
  const shape = Object.fromEntries(names.map((name) => [name, field])) as { [N in Name]: Field };
  return z.looseObject(shape);
}
