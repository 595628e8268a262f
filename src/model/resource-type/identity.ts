import { attributesIn, type KeyField } from "../key-field.ts";
import type { FoundObject } from "../snapshot.ts";
import type { CallContext } from "./call-context.ts";

/** How docsform tells one object from another. */
export interface Identified {
  readonly identity: Identity;
  readonly unique?: readonly UniqueRule[];
  /** Its objects are people, with user ids. docsform never deletes the token's own user. */
  readonly arePeople?: true;
}

/** How docsform matches objects, with the best key first. Each address matches one object. */
export interface Identity {
  /** The natural key, by which a person would name the object. */
  readonly key: readonly KeyField[];
  /** Key of fields in the create call. docsform finds the object by it if the call gets no response. */
  readonly createKey: readonly KeyField[];
  /** Weaker keys, for objects in a scope, which the layout covers completely. docsform tries them after both others. */
  readonly fallbackKeys?: readonly (readonly KeyField[])[];
  /**
   * Matches by key, then by fallback keys, then by create key. For types whose create key is weaker than a fallback key: a site space
   * that gets another space matches by its path before it matches by its space.
   */
  readonly matchByCreateKeyLast?: boolean;
  /**
   * What the object contains, as its readers see it. docsform recognizes an object under another key by its contents. If the object also
   * keeps its name, or if objects exchange their keys, the contents count more than the key. It recognizes none if several could be the same.
   */
  readonly contents?: Contents;
  /** The attribute by which people name the object, if the key does not have it. */
  readonly name?: string;
  /** It is the same object if it has the same place among its siblings and its key differs only in what it refers to. */
  readonly recognizedByPlace?: true;
  /** Whether the service refuses a second object with the same key. */
  readonly keyIsUnique: boolean;
  /** The attribute whose value is the object's id. Absent: the service assigns an id. */
  readonly idAttribute?: string;
}

/**
 * Fields, by which docsform also recognizes an object that left its parent and has another one in the same scope; or more than half of the
 * children.
 */
export type Contents = readonly KeyField[] | "most children";

export interface UniqueRule {
  readonly attribute: string;
  readonly within: "organization" | "scope" | "container";
  /**
   * The service derives the value at creation as the slug of this attribute, until a write sets another value. So a new object may occupy a
   * value that another object needs.
   */
  readonly derivedFrom?: string;
}

/** Whether an object is the user that the token acts for. */
export function isOwnUser(type: Identified, id: string, currentUser: CallContext["currentUser"]): boolean {
  return type.arePeople === true && currentUser?.id === id;
}

/** The names by which values name a person, in lower case: the id and the key. */
export function namesOfPerson({ identity }: Identified, { id, attributes }: FoundObject): readonly string[] {
  const key = attributesIn(identity.key).map((name) => attributes[name]);
  return [id, ...key].flatMap((name) => (typeof name === "string" ? [name.toLowerCase()] : []));
}
