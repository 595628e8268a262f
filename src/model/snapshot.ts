import type { ApiVersion } from "./endpoint.ts";
import type { Json, JsonObject } from "./json.ts";

/** One object as the service has it, in the names and shapes of its type's declaration. */
export interface LiveObject {
  readonly type: string;
  readonly id: string;
  /** The id of the object that addresses it (the site of a section). Absent: the organization. */
  readonly scopeId?: string;
  /** What it is inside of. null: the root of its scope. */
  readonly container: { readonly type: string; readonly id: string } | null;
  /** Managed attributes, by name; what the service does not show or has cleared is null. References are ids. */
  readonly attributes: JsonObject;
  /** Whether it is the default among its siblings. */
  readonly isDefault: boolean;
  /** Place among its siblings, from 0. Only the order is meaningful. */
  readonly rank: number;
  readonly externalOwner?: ExternalOwner;
  /** What the service tells and nobody sets: URLs, states, dates. For data sources and for people. */
  readonly computed?: JsonObject;
  /** Attributes that nobody has set: they are what an object that it refers to has. */
  readonly inherited?: readonly string[];
  /** Attributes that were not read, because nobody asked for them (team members) or the token may not see them. */
  readonly unreadAttributes?: readonly string[];
}

/** What something beside the interface keeps as it wants it, for example Git Sync: writing it here would not last. */
export interface ExternalOwner {
  /** What owns it, and what of it, as a sentence. */
  readonly reason: string;
  /** Where to change it instead. */
  readonly remedy: string;
  /** Attributes that it owns. */
  readonly attributes?: readonly string[];
  /** It owns what is in the object: all that the object addresses. */
  readonly contents?: true;
}

/** What the service said that a list holds, where that is more than what it gave. */
export interface Missing {
  readonly expected: number;
  readonly received: number;
}

/** The service as it was read. */
export interface Snapshot {
  readonly organization: { readonly id: string; readonly title: string };
  /** As its answers show it; as it was said, remembered or usual where they show none. */
  readonly apiVersion: ApiVersion;
  readonly objects: readonly LiveObject[];
  /** Ids of the objects whose contents were read (sites whose structure is in `objects`). */
  readonly contentsReadOf: ReadonlySet<string>;
  /** Lists that stayed shorter than the service says that they are: what is not in one may be there all the same. */
  readonly incompleteLists?: readonly IncompleteList[];
  /** Objects that are there, as asking by their ids has shown, and that their lists leave out. */
  readonly omittedObjects?: readonly ObjectName[];
  /** Objects that somebody knew by their ids, and that are in the trash: they count as absent. */
  readonly trashed?: readonly ObjectName[];
  /** Objects that somebody knew by their ids, and that were handed to another organization: here they count as absent. */
  readonly transferredObjects?: readonly TransferredObject[];
  /** Objects of kinds that docsform does not know. They count as contents. */
  readonly unknownObjects?: readonly UnknownObject[];
  /** Lists that the token may not read, where the reader goes on without them: what they hold may be there all the same. */
  readonly forbiddenLists?: readonly ForbiddenList[];
  /** Fields that count as absent because they cannot be read. */
  readonly unreadable?: readonly UnreadableField[];
  /** The user that the token acts for, where the service tells it. */
  readonly currentUser?: { readonly id: string; readonly email?: string };
}

/** A list that the token may not read. */
export interface ForbiddenList {
  /** Types of object that it lists. */
  readonly types: readonly string[];
  /** The object whose contents they are. Absent: the organization. */
  readonly of?: ObjectName;
}

/** Something of a kind that docsform does not know: it is neither managed nor deleted. */
export interface UnknownObject {
  /** As the service calls it: `site-external-link`. */
  readonly kind: string;
  /** What it is directly inside of. */
  readonly container: ObjectName;
}

/** A field of an answer that is not what the contract says: docsform does without it. */
export interface UnreadableField {
  readonly operation: string;
  /** What has it, for people. */
  readonly object: string;
  /** From that object on. */
  readonly field: readonly string[];
}

/** What an object showed in a read of its own. */
export interface ViewValues extends ObjectName {
  /** As the type's declaration calls it. */
  readonly view: string;
  readonly values: Json;
}

/** Which object, and nothing of what it is like. */
export interface ObjectName {
  readonly type: string;
  readonly id: string;
}

/** An object that is in another organization. */
export interface TransferredObject extends ObjectName {
  readonly organizationId: string;
}

/** A list that is not the whole of what there is. */
export interface IncompleteList extends Missing {
  /** Types of object that it lists. */
  readonly types: readonly string[];
}

/** An object in the answer of a read, before the machinery adds its scope and rank. */
export interface FoundObject {
  readonly type: string;
  readonly id: string;
  readonly container: { readonly type: string; readonly id: string } | null;
  readonly attributes: Readonly<Record<string, Json>>;
  readonly isDefault?: boolean;
  readonly externalOwner?: ExternalOwner;
  readonly computed?: JsonObject;
  /** Attributes that nobody has set: they are what an object that it refers to has. */
  readonly inherited?: readonly string[];
  /** True for an object in the trash: it counts as absent. */
  readonly deleted?: boolean;
  /** The organization that it is in. Absent: the answer does not say. */
  readonly organizationId?: string;
}
