import type { IConstruct } from "constructs";

/** An object, as far as it tells which one it is. */
interface Identified extends IConstruct {
  readonly id: string;
}

/** What tells an object of the app, or of elsewhere, from others: two references to one foreign object are one. */
export function identityOf(object: Identified): string {
  return "resource" in object ? object.node.path : `@${object.id}`;
}
