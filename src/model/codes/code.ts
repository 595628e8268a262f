import type { codes } from "./codes.ts";

/**
 * Names what went wrong, for programs, and never changes: `room/what`. A new one is declared beside the others of its room, in this
 * folder, with its cause, an example and a remedy: `docsform explain` and docs/reference/codes.md tell them.
 */
export type Code = DeclaredCode | `synth/${CodeOf<"layout">}` | TypeCode | Another;
export type DeclaredCode = keyof typeof codes;

/** Programs may use codes of their own. That docsform itself has declared each of its codes is tested without this. */
type Another = string & {};

/** The code of a check that a resource type declares among its own `codes`. */
export type TypeCode = string & { readonly [ofType]: true };
declare const ofType: unique symbol;

/** What a type calls the failure of a check. */
export function codeOfType(code: string): TypeCode {
  return code as TypeCode;
}

/** The codes of a room, without its name. */
export type CodeOf<Room extends string> = CodeIn<Room, DeclaredCode> | Another;
type CodeIn<Room extends string, Each> = Each extends `${Room}/${infer What}` ? What : never;
