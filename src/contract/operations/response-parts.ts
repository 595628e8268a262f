import * as z from "zod";
import type { Promised } from "./operation.ts";
import { promised } from "./promised.ts";

// Parts that several responses share. docsform depends on none of them, so it accepts a response without one.

/** The kind of object, in the response's `object` field. */
export function kind<const Name extends string>(name: Name) {
  return promised(z.literal(name));
}

/** The URLs of an object. The contract promises those without a `?`. */
export function urls<const Name extends string>(...names: readonly Name[]) {
  return promised(each(names, z.string()));
}

/** Permissions of the token's user on an object. The contract promises those without a `?`. */
export function permissionsObject<const Name extends string>(...names: readonly Name[]) {
  return promised(each(names, z.boolean()));
}

type Fields<Name extends string, Field extends z.ZodType> = {
  [N in Name as N extends `${infer Plain}?` ? Plain : N]: N extends `${string}?`
    ? z.ZodOptional<Field>
    : Promised<Field>;
};

function each<Name extends string, Field extends z.ZodType>(names: readonly Name[], field: Field) {
  const shape = Object.fromEntries(
    names.map((name) =>
      name.endsWith("?") ? [name.slice(0, -1), field.optional()] : [name, promised(field)],
    ),
  );
  return z.looseObject(shape as Fields<Name, Field>);
}
