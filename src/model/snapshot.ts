import type { Json, JsonObject } from "../util/json.ts";
import type { ApiVersion } from "./endpoint.ts";

/** One object of the service, with the names and the shapes of its resource type. */
export interface LiveObject {
  readonly type: string;
  readonly id: string;
  /** Id of the object that owns it in the API, such as the site of a section. Absent: the organization. */
  readonly scopeId?: string;
  /** Parent. null: the top level of its scope. */
  readonly container: { readonly type: string; readonly id: string } | null;
  /** Attributes, by name. null: the service does not show the value, or the value is cleared. References are ids. */
  readonly attributes: JsonObject;
  /** Whether it is the default among its siblings. */
  readonly isDefault: boolean;
  /** Place among its siblings, from 0. Only the order has a meaning. */
  readonly rank: number;
  readonly externalOwner?: ExternalOwner;
  /** Values that the service computes, such as URLs, states and dates. For data sources and for people. */
  readonly computed?: JsonObject;
  /** Attributes that are not set: the object has the values of an object that it refers to. */
  readonly inherited?: readonly string[];
  /** Attributes that the refresh did not read: it did not need them, or the token may not see them. */
  readonly unreadAttributes?: readonly string[];
}

/** Something else that owns values of an object, such as Git Sync. It would overwrite what docsform writes. */
export interface ExternalOwner {
  /** What owns which values, as a sentence. */
  readonly reason: string;
  /** Where to change it instead. */
  readonly remedy: string;
  /** Attributes that it owns. */
  readonly attributes?: readonly string[];
  /** It owns the contents of the object too. */
  readonly contents?: true;
}

/** How many items the service counts in a list, and how many it returned. */
export interface ItemCounts {
  readonly expected: number;
  readonly received: number;
}

/** The service as one refresh has read it. */
export interface Snapshot {
  readonly organization: { readonly id: string; readonly title: string };
  /** The API version that the responses show. If they show none: the version that a person set, else the state's, else the usual one. */
  readonly apiVersion: ApiVersion;
  readonly objects: readonly LiveObject[];
  /** The types of contents that were read, by the id of the object that contains them. Contents of other types are unknown. */
  readonly contentsReadOf: ContentsRead;
  /** Lists with fewer items than the service counts. An object that such a list lacks may exist. */
  readonly incompleteLists?: readonly IncompleteList[];
  /** Objects that exist, as a read by id has shown, and that their lists omit. */
  readonly omittedObjects?: readonly ObjectName[];
  /** Known objects that are in the trash. They count as absent. */
  readonly trashed?: readonly ObjectName[];
  /** Known objects that are now in another organization. They count as absent. */
  readonly transferredObjects?: readonly TransferredObject[];
  /** Objects of kinds that docsform does not know. They count as contents of their parents. */
  readonly unknownObjects?: readonly UnknownObject[];
  /** Lists that the token may not read, if the refresh continues without them. Their objects may exist. */
  readonly forbiddenLists?: readonly ForbiddenList[];
  /** Fields that count as absent because docsform cannot read them. */
  readonly unreadable?: readonly UnreadableField[];
  /** The token's own user, if the service shows it. */
  readonly currentUser?: { readonly id: string; readonly email?: string };
}

/** Names of types, by the id of the object whose contents of these types were read. */
export type ContentsRead = ReadonlyMap<string, ReadonlySet<string>>;

/** A list that the token may not read. */
export interface ForbiddenList {
  /** Types of object that it lists. */
  readonly types: readonly string[];
  /** The object whose contents they are. Absent: the organization. */
  readonly of?: ObjectName;
}

/** An object of a kind that docsform does not know. docsform neither manages nor deletes it. */
export interface UnknownObject {
  /** The service's name of the kind, such as `site-banner`. */
  readonly kind: string;
  /** Its parent. */
  readonly container: ObjectName;
}

/** A field of a response that differs from the contract. docsform ignores it. */
export interface UnreadableField {
  readonly operation: string;
  /** The object with the field, for people. */
  readonly object: string;
  /** Path of the field in that object. */
  readonly field: readonly string[];
}

/** Values of an object from a separate read. */
export interface ViewValues extends ObjectName {
  /** Name of the view in the resource type. */
  readonly view: string;
  readonly values: Json;
}

/** Type and id of an object. */
export interface ObjectName {
  readonly type: string;
  readonly id: string;
}

/** An object that is in another organization. */
export interface TransferredObject extends ObjectName {
  readonly organizationId: string;
}

/** A list that is incomplete. */
export interface IncompleteList extends ItemCounts {
  /** Types of object that it lists. */
  readonly types: readonly string[];
}

/** An object in the response of a read, before docsform adds its scope and rank. */
export interface FoundObject {
  readonly type: string;
  readonly id: string;
  readonly container: { readonly type: string; readonly id: string } | null;
  readonly attributes: Readonly<Record<string, Json>>;
  readonly isDefault?: boolean;
  readonly externalOwner?: ExternalOwner;
  readonly computed?: JsonObject;
  /** Attributes that are not set: the object has the values of an object that it refers to. */
  readonly inherited?: readonly string[];
  /** True for an object in the trash: it counts as absent. */
  readonly deleted?: boolean;
  /** The organization that it is in. Absent: the response does not name it. */
  readonly organizationId?: string;
}
