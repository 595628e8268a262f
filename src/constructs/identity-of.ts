import type { IConstruct } from "constructs";

/** The part of an object that identifies it. */
interface Identified extends IConstruct {
  readonly id: string;
}

/** The identity of an object. Two references to one foreign object have the same identity. */
export function identityOf(object: Identified): string {
  return "resource" in object ? object.node.path : `@${object.id}`;
}
