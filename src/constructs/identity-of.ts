import type { IConstruct } from "constructs";

/** The part of an object that identifies it. */
interface Identified extends IConstruct {
  readonly id: string;
}

/** The identity of an object. Two references to one foreign object have the same identity. */
export function identityOf(object: Identified): string {
  if ("resource" in object) return object.node.path;
  return "identity" in object ? String(object.identity) : `@${object.id}`;
}
