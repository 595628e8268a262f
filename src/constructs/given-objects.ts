import type { IConstruct } from "constructs";
import type { ObjectPlace } from "./check-place.ts";

/** An object of an app, as the app declares it. */
export interface GivenObject {
  readonly construct: IConstruct;
  readonly kind: string;
  /** Its properties. They contain its attributes. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly place: ObjectPlace;
}

type Listener = (object: GivenObject) => void;

const objectsByRoot = new WeakMap<IConstruct, GivenObject[]>();
const listeners = new WeakMap<IConstruct, Listener[]>();

/** Records an object of an app, and tells those that listen to a construct around it. */
export function recordObject(object: GivenObject): void {
  objectsIn(object.construct).push(object);
  for (const scope of object.construct.node.scopes)
    for (const listener of listeners.get(scope) ?? []) listener(object);
}

/** The objects of the app of a construct, in the order of the code. */
export function objectsIn({ node }: IConstruct): GivenObject[] {
  const known = objectsByRoot.get(node.root);
  if (known !== undefined) return known;
  const objects: GivenObject[] = [];
  objectsByRoot.set(node.root, objects);
  return objects;
}

/** Calls the listener for each object of a construct, now or when the app creates it. */
export function onObject(scope: IConstruct, listener: Listener): void {
  listeners.set(scope, [...(listeners.get(scope) ?? []), listener]);
  for (const object of objectsIn(scope)) if (object.construct.node.scopes.includes(scope)) listener(object);
}
