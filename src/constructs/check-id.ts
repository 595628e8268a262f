import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { failInApp } from "./problem-text.ts";

/** Throws if a text cannot be the id of an existing object: an empty text, the address of a page, or several words. */
export function checkId(construct: IConstruct, objectId: unknown): void {
  const { path } = construct.node;
  checkNotEmpty(path, "the id", objectId);
  if (Token.isUnresolved(objectId) || !/[/\s]/u.test(String(objectId))) return;
  throw failInApp("constructs/invalid-id", { case: "notId", path, id: String(objectId) });
}

/** Throws if a text that names an existing object is empty. */
export function checkNotEmpty(path: string, field: string, value: unknown): void {
  const isText = typeof value === "string" && value.trim() !== "";
  if (!isText && !Token.isUnresolved(value))
    throw failInApp("constructs/invalid-id", { case: "empty", path, field });
}

/** The id of a new construct. Throws if it is no text, such as the properties of a construct without an id. */
export function idGiven(scope: IConstruct, id: unknown): string {
  if (typeof id === "string") return id;
  throw failInApp("constructs/invalid-id", { case: "notText", path: pathBelow(scope, "") });
}

/** The path of a construct that is not created yet. An app without types may pass anything as its scope. */
export function pathBelow(scope: IConstruct | undefined, id: string): string {
  return [scope?.node?.path, id].filter((part) => part !== undefined && part !== "").join("/");
}
