import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { fail } from "./fail.ts";

/** Throws if a text cannot be the id of an existing object: an empty text, the address of a page, or several words. */
export function checkId(construct: IConstruct, objectId: unknown): void {
  const { path } = construct.node;
  checkNotEmpty(path, "the id", objectId);
  if (Token.isUnresolved(objectId) || !/[/\s]/u.test(String(objectId))) return;
  throw fail("constructs/invalid-id", { case: "notId", path, id: String(objectId) });
}

/** Throws if a text that names an existing object is empty. */
export function checkNotEmpty(path: string, field: string, value: unknown): void {
  const isText = typeof value === "string" && value.trim() !== "";
  if (!isText && !Token.isUnresolved(value))
    throw fail("constructs/invalid-id", { case: "empty", path, field });
}
