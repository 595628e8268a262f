import type { codes } from "./codes.ts";

/**
 * Names an error or a note for programs: `room/what`. A code never changes. A new code is declared in this folder, beside the others of its
 * room, with its message and a remedy, and in `prose/` with its cause and an example. `docsform explain` and docs/reference/codes show them.
 */
export type Code = DeclaredCode | InApp<DeclaredCode> | TypeCode;
export type DeclaredCode = keyof typeof codes;

/** The code of an error that a layout and a synthesized app can have alike. */
type InApp<Each> = Each extends `layout/${infer What}` ? `synth/${What}` : never;

/** The code of a check that a resource type declares among its own `codes`. */
export type TypeCode = string & { readonly [ofType]: true };
declare const ofType: unique symbol;

/** Marks the code of a type's check as a code. */
export function codeOfType(code: string): TypeCode {
  return code as TypeCode;
}
