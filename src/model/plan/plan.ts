import type { Json } from "../../util/json.ts";
import type { Address } from "../address.ts";
import type { Code } from "../codes/code.ts";
import type { ApiVersion } from "../endpoint.ts";
import type { Reach } from "../resource-type/opens.ts";
import type { Origin } from "../state.ts";
import type { MatchedBy } from "./matched-by.ts";
import type { PermissionFlag, ThresholdName, thresholdFlags } from "./permission-flags.ts";
import type { Selection } from "./selection.ts";

/**
 * A value in a plan: JSON; `{ $ref: address }` for an object's id; `{ $secret: … }` for a secret, with its source and a hash of its
 * value when the plan was made. The hash is salted for this plan. In the JSON of a plan, long texts stand apart (`long-texts.ts`).
 */
export type PlanValue = Json;

/** Purpose of a plan: to make the service match the layout, or to delete what the layout declares. */
export const purposes = ["apply", "destroy"] as const;
export type Purpose = (typeof purposes)[number];

/** Version of the format of a plan. */
export const planVersion = 3;

/** Everything that an apply will do, as JSON. Steps are for people, nodes for the order. */
export interface Plan {
  /** Version of the format. */
  readonly docsformPlan: typeof planVersion;
  readonly organizationId: string;
  readonly apiVersion: ApiVersion;
  /** Random, hex: salts the hashes of secrets in this plan. */
  readonly salt: string;
  /** Random: ends the temporary values in this plan. */
  readonly temporarySuffix: string;
  readonly steps: readonly PlanStep[];
  /** The effects that a person must look at first, worst first. They explain the steps and add nothing to them. */
  readonly dangers: readonly Danger[];
  /** What else becomes different for readers and members. */
  readonly effects: readonly Effect[];
  readonly nodes: readonly PlanNode[];
  /** Every existing object that steps or nodes name, by address. */
  readonly existing: Readonly<Record<Address, ExistingObject>>;
  /** Ids of the live objects of a type in a scope when the plan was made, by the name that creates have. All others have appeared since. */
  readonly knownIds: Readonly<Record<string, readonly string[]>>;
  /** Ids of siblings in one parent, in their order, when the plan was made, by the name that moves have. */
  readonly siblings: Readonly<Record<string, readonly string[]>>;
  /** Objects of the state after a complete apply, without ids for objects that are not created yet. */
  readonly managed: Readonly<Record<Address, ManagedObject>>;
  /** Orders of siblings at the end, for each parent in which a step changes something. */
  readonly orders: readonly DesiredOrder[];
  /** Unconfirmed objects that docsform found by their keys alone. An apply with the permission to import confirms them. */
  readonly found: readonly UnconfirmedObject[];
  /** Live objects of the organization that no layout declares and that stay as they are. */
  readonly unmanaged: readonly UnmanagedObject[];
  readonly notes: readonly PlanNote[];
  readonly guard: GuardVerdict;
  /** Number of requests that write if nothing fails: one for each call of each node. */
  readonly writeCalls: number;
  /** The selection, and the steps that it omits. Absent: this is the whole plan. */
  readonly selection?: PlanSelection;
}

export interface PlanSelection extends Selection {
  /** Steps of the whole plan that are not in this one. Their objects and the state's entries for them do not change. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly address: Address;
  readonly action: PlanStep["action"];
  /** The object that it needs and that the selection omits. */
  readonly needs?: Address;
  /** It would open something before `needs` closes or removes something there. */
  readonly opens?: true;
}

export type PlanStep =
  | CreateStep
  | PatchStep
  | MoveStep
  | DeleteStep
  | ReplaceStep
  | ImportStep
  | RecordStep
  | ForgetStep;

interface StepBase {
  readonly address: Address;
  readonly type: string;
  /** A name for people: title, label, slug or path. */
  readonly title: string;
  /** Address in the state. The layout has the object under another address. */
  readonly renamedFrom?: Address;
}

export interface CreateStep extends StepBase {
  readonly action: "create";
  readonly attributes: Readonly<Record<string, PlanValue>>;
  /** What people see of those attributes, by name, that are secret or long. */
  readonly shown?: Readonly<Record<string, string>>;
  readonly container?: PlanValue;
  readonly isDefault?: true;
  /** The create call of this object creates it too. */
  readonly createdWith?: Address;
  /** The object was deleted on the service after the last apply. */
  readonly undoes?: true;
  /** Attributes whose former values docsform cannot set on the object that it puts back. */
  readonly lostAttributes?: readonly string[];
  /** Objects that may be the same object under another name. */
  readonly possibleMatches?: readonly PossibleMatch[];
  readonly expects: CreateExpectation;
}

/** An object that is deleted or forgotten, and the line for the layout if a new object is the same one. */
export interface PossibleMatch {
  readonly address: Address;
  readonly id: string;
  readonly title: string;
  /** The line for the entry of the new object, such as `was: guides`. */
  readonly line: string;
  /** The line replaces the whole entry, which may be only a name. */
  readonly isWholeEntry?: true;
}

export interface PatchStep extends StepBase {
  readonly action: "patch";
  readonly id: string;
  readonly changes: readonly AttributeChange[];
}

/** A change of the parent, of the place among siblings, or of both. */
export interface MoveStep extends StepBase {
  readonly action: "move";
  readonly id: string;
  readonly from: Address | null;
  readonly to: Address | null;
  /** The sibling that it will directly follow; null: the first. Absent: the type has no order. */
  readonly after?: Address | null;
  /** The object was moved on the service after the last apply. */
  readonly undoes?: true;
  readonly expects: MoveExpectation;
}

export interface DeleteStep extends StepBase {
  readonly action: "delete";
  readonly id: string;
  /** The service deletes it together with this object, without a call of its own. */
  readonly deletedWith?: Address;
  /** The object was created on the service after the last apply of its parent. */
  readonly undoes?: true;
  /** Undeclared attributes whose values are permanently lost. */
  readonly lostAttributes?: readonly string[];
  readonly expects: DeleteExpectation;
}

export interface ReplaceStep extends StepBase {
  readonly action: "replace";
  /** Id of the deleted object. */
  readonly id: string;
  readonly changes: readonly AttributeChange[];
  readonly attributes: Readonly<Record<string, PlanValue>>;
  readonly container?: PlanValue;
  readonly isDefault?: true;
  readonly reason: string;
  /** The object was moved on the service after the last apply. */
  readonly undoes?: true;
  /** Attributes whose values docsform cannot set on the new object. */
  readonly lostAttributes?: readonly string[];
  readonly expects: DeleteExpectation;
}

/**
 * Makes a live object managed. The layout pins it by its id, or declares a type that docsform can only import. The step makes no call. It
 * makes no call.
 */
export interface ImportStep extends StepBase {
  readonly action: "import";
  readonly id: string;
  readonly matchedBy: Exclude<MatchedBy, "state" | "journal">;
}

/** The state remembers whether an object is protected. It makes no call. */
export interface RecordStep extends StepBase {
  readonly action: "record";
  readonly id: string;
  readonly protect: boolean;
}

/** The state forgets an object that is undeclared or no longer exists. It makes no call. */
export interface ForgetStep extends StepBase {
  readonly action: "forget";
  readonly id: string;
  readonly reason: "gone" | "undeclared";
}

/** Names of ids, for people. Absent: the object has no name. */
export type NamesById = Readonly<Record<string, string>>;

export interface AttributeChange {
  readonly attribute: string;
  readonly before: PlanValue;
  readonly after: PlanValue;
  /** What people see of these values, which are secret or long. */
  readonly shown?: { readonly before?: string; readonly after?: string };
  /** Names of the ids in these values, for people: an address, or else a title. */
  readonly namesById?: NamesById;
  /** The values are secret. */
  readonly sensitive?: true;
  /** The value was changed on the service after the last apply, and the layout did not change it, or only other parts of it. */
  readonly undoes?: true;
  /** The parts of the value that the step reverts, if the layout changed other parts. Absent: the layout did not change the value. */
  readonly undoneParts?: readonly string[];
}

/** The kinds of dangers, worst first, and what each means. */
export const dangerMeanings = {
  delete: "the object is deleted",
  replace: "the object is deleted and created again",
  opens: "more people can read existing content",
  "sign-in": "people can become members or log in in another way",
  access: "members get more rights",
  "other-content": "readers find other content at a URL",
  "url-ends": "a URL for readers ends without a redirect",
} as const;

export type DangerKind = keyof typeof dangerMeanings;

export const dangerKinds = Object.keys(dangerMeanings) as readonly DangerKind[];

/** The kinds of the other effects, and what each means. */
export const effectMeanings = {
  shows: "readers see new content",
  lists: "the navigation lists content that readers could open before",
  closes: "fewer people can read content",
  unlists: "the navigation omits content, and its URL still works",
  "ends-access": "members get fewer rights",
  "url-moves": "a URL for readers changes, and the service redirects the old one",
} as const;

export type EffectKind = keyof typeof effectMeanings;

/** What becomes different for readers or members. It is about a content, a container, or an object whose values decide. */
export interface Effect<Kind extends string = EffectKind> {
  readonly kind: Kind;
  /** Indexes of the steps that cause it. */
  readonly steps: readonly number[];
  readonly address: Address;
  readonly type: string;
  /** A name for people. */
  readonly title: string;
  /** The attribute, if its values decide. */
  readonly attribute?: string;
  /** Who can read it now, and afterwards. */
  readonly readers?: { readonly before: Readers | null; readonly after: Readers | null };
  /** What members may do now, and afterwards. null: nothing. Absent for secrets, lists and unread values. */
  readonly levels?: { readonly before: string | null; readonly after: string | null };
  /** Where readers find it: afterwards, or before if nobody does afterwards. */
  readonly url?: string;
  /** The URL that ends or moves. */
  readonly formerUrl?: string;
  /** The content that readers found at the URL before. */
  readonly formerContent?: NamedObject;
  /** Number of further places where the same happens to the content. */
  readonly otherPlaces?: number;
  /** It opens what a person closed on the service after the last apply, or closes what a person opened. */
  readonly undoes?: true;
  /** docsform did not read these contents. */
  readonly isUnread?: true;
  /** It rests on a rule that no document of the service states. */
  readonly isAssumed?: true;
}

export type Danger = Effect<DangerKind>;

/** A group of people that can read something. */
export interface Readers {
  readonly who: Exclude<Reach, "none">;
  /** All conditions that visitors must meet. */
  readonly conditions?: readonly string[];
  /** The navigation omits it. */
  readonly isUnlisted?: true;
}

/** An apply checks in bulk before the first write that no object with the key of the new one has appeared. */
export interface CreateExpectation {
  /** Name of the plan's list of live objects of the type in the same scope. */
  readonly knownIds: string;
}

/** An apply checks in bulk before the first write that the object and its new siblings are where they were. */
export interface MoveExpectation {
  readonly container: string | null;
  /** Name of the plan's list of the siblings in the new parent. */
  readonly siblings: string;
}

/** An apply checks in bulk before the first write, and again just before the DELETE, that the object is as it was. */
export interface DeleteExpectation {
  /** Hash of its writable attributes, salted for this plan. */
  readonly fingerprint: string;
  /** Ids of everything inside it, sorted, when the plan was made. */
  readonly contents: readonly string[];
}

/** Names one node in a plan: `create site.docs`. Only `nodeId` builds it. */
export type NodeId = `${PlanNode["kind"] | "temporary"} ${Address}`;

/** One action, and the nodes that must finish before it. */
export type PlanNode = CreateNode | WriteNode | ReparentNode | ReorderNode | SetDefaultNode | DeleteNode;

interface NodeBase {
  readonly id: NodeId;
  /** Index of its step. */
  readonly step: number;
  /** Ids of the nodes that must finish first. */
  readonly after: readonly NodeId[];
  /** Number of its requests if nothing fails. 0: the call of another node does its work too. */
  readonly calls: number;
  /** The node whose call does the work of this one too. */
  readonly inCallOf?: NodeId;
  readonly address: Address;
  /** The object that owns the node's object in the API. Absent: the organization. */
  readonly scope?: Address;
  /** It opens an existing object to more people, so it waits for everything that closes or removes something there. */
  readonly opens?: true;
}

export interface CreateNode extends NodeBase {
  readonly kind: "create";
  /** Attributes of the create call. */
  readonly attributes: Readonly<Record<string, PlanValue>>;
  /** Parent in the create call: an address, or null for the top level. Absent: the call names none. */
  readonly container?: Address | null;
  /** The node that makes the object visible to readers. Absent: they see it at once, or never. */
  readonly shownBy?: NodeId;
  /** The child that is created together with it, and the child's attributes in the create call. */
  readonly firstChild?: {
    readonly address: Address;
    readonly attributes: Readonly<Record<string, PlanValue>>;
  };
}

export interface WriteNode extends NodeBase {
  readonly kind: "write";
  readonly writer: string;
  readonly values: Readonly<Record<string, PlanValue>>;
  readonly before: Readonly<Record<string, PlanValue>>;
  /** A temporary value that frees a unique value. Another node writes the declared value. */
  readonly temporary?: true;
}

/** Moves an object to another parent. null: the top level. */
export interface ReparentNode extends NodeBase {
  readonly kind: "reparent";
  readonly from: Address | null;
  readonly to: Address | null;
}

export interface ReorderNode extends NodeBase {
  readonly kind: "reorder";
  readonly position: { readonly before: Address } | { readonly after: Address };
}

/** Makes an object the default among its siblings. */
export interface SetDefaultNode extends NodeBase {
  readonly kind: "set-default";
  readonly container: Address | null;
}

export interface DeleteNode extends NodeBase {
  readonly kind: "delete";
}

export interface ExistingObject {
  readonly type: string;
  readonly id: string;
  readonly scopeId?: string;
}

export interface ManagedObject {
  /** Absent: the object is not created yet. */
  readonly id?: string;
  /** How it came under management. Absent: unconfirmed, or not created yet. */
  readonly origin?: Origin;
  readonly scope?: Address;
  /** Declared attributes. */
  readonly attributes: Readonly<Record<string, PlanValue>>;
  /** Undeclared values that decide who sees the object. */
  readonly undeclared?: Readonly<Record<string, PlanValue>>;
  /** Names of undeclared attributes that decide who sees the object, and whose values are known only after it is created. */
  readonly unknown?: readonly string[];
  readonly container?: PlanValue;
  readonly isDefault?: true;
  /** Declared place among its siblings. Absent: the type has no order. */
  readonly rank?: number;
  readonly protect?: true;
  /** The values of the former key that `was:` declares. */
  readonly was?: readonly Json[];
}

export interface DesiredOrder {
  /** The scope's object. */
  readonly scope: Address;
  /** null: the top level of the scope. */
  readonly container: Address | null;
  readonly siblings: readonly Address[];
}

export interface UnmanagedObject extends NamedObject {
  /** The other layout that manages it, as far as the states beside this layout's show. */
  readonly layout?: string;
}

/** An object with its name for people. */
export interface NamedObject {
  readonly address: Address;
  readonly type: string;
  readonly id: string;
  readonly title: string;
}

/**
 * A live object that docsform found by its key alone, or after the response to its create was lost. It is no step, because the layout does
 * not ask for it by id.
 */
export interface UnconfirmedObject extends NamedObject {
  readonly matchedBy: MatchedBy;
  /** An interrupted run probably created it. */
  readonly origin?: "recovered";
}

export interface PlanNote {
  /** Stable, for programs: `plan/cannot-compare`. */
  readonly code: Code;
  readonly address?: Address;
  readonly message: string;
}

/** The verdict of the guards on a plan. */
export interface GuardVerdict {
  readonly refusals: readonly GuardRefusal[];
  readonly deletes: number;
  readonly changes: number;
  /** Number of matched objects and objects to delete. A threshold in percent is a share of it. */
  readonly managed: number;
}

export interface GuardRefusal {
  /** Stable: `guard/deletes`, `guard/too-many-deletes`, `guard/protected`, `guard/create-beside`, `guard/cascade` … */
  readonly code: Code;
  readonly message: string;
  readonly remedy: string;
  readonly addresses: readonly Address[];
  /** The refusal is about objects to forget, not to delete. */
  readonly forgets?: true;
  /** The refusal is only about deletes, and about nothing else of its code. */
  readonly deletes?: true;
  /** The refresh is incomplete, so the plan is unreliable, even if it is empty. */
  readonly unreliable?: true;
  /** Lines for the layout, or properties for the app: each makes a created object a former one that it may be, so that nothing is refused. */
  readonly renamed?: readonly string[];
  /** The flag that permits it. Absent: no flag does, or a flag with a number. */
  readonly permittedBy?: PermissionFlag;
  /** The flag of the exceeded threshold, and the lowest value that permits the whole plan. */
  readonly threshold?: { readonly flag: (typeof thresholdFlags)[ThresholdName]; readonly atLeast: number };
}

/** Returns the refusals that report an incomplete refresh. */
export function gapsIn(refusals: readonly GuardRefusal[]): readonly GuardRefusal[] {
  return refusals.filter(({ unreliable }) => unreliable === true);
}

const replacedSuffix = "~replaced";

/** Address of the object that a replace deletes. */
export function replacedAddress(address: Address): Address {
  return `${address}${replacedSuffix}`;
}

/** Returns the address of the step that deletes an object. The step of a replaced object has the address of its replacement. */
export function stepAddress(address: Address): Address {
  return address.endsWith(replacedSuffix) ? address.slice(0, -replacedSuffix.length) : address;
}
