import type { Address } from "../model/address.ts";
import type { Code } from "./../model/codes/code.ts";
import type { ApiVersion } from "../model/endpoint.ts";
import type { Json } from "../model/json.ts";
import type { Origin } from "../model/state.ts";
import type { MatchedBy } from "./match/matched-by.ts";
import type { PermissionFlag, ThresholdName, thresholdFlags } from "./permissions.ts";
import type { Selection } from "./select/selection.ts";

/**
 * A value in a plan: JSON; `{ $ref: address }` for an object's id; `{ $secret: … }` for a secret, which tells where to read
 * it again and a hash, salted for this plan, of what it was when the plan was made.
 */
export type PlanValue = Json;

/** What apply will do, whole, as JSON. Steps are for people, nodes for the order. */
export interface Plan {
  readonly docsformPlan: 2;
  readonly organizationId: string;
  readonly apiVersion: ApiVersion;
  /** Random, hex: salts the hashes of secrets in this plan. */
  readonly salt: string;
  /** Random: ends the temporary values in this plan. */
  readonly temporarySuffix: string;
  readonly steps: readonly PlanStep[];
  /** What of the steps a person must not miss, worst first. Says nothing that the steps do not: only what it means. */
  readonly dangers: readonly Danger[];
  readonly nodes: readonly PlanNode[];
  /** Every existing object that steps or nodes name, by address. */
  readonly existing: Readonly<Record<Address, ExistingObject>>;
  /** What the state will hold after a complete apply, without the ids of objects that are yet to be created. */
  readonly managed: Readonly<Record<Address, ManagedObject>>;
  /** Orders that must hold at the end, for each container in which a step changes something. */
  readonly orders: readonly DesiredOrder[];
  /** What only its key says to be meant, and nobody has confirmed. Applying the plan with the permission to confirm does. */
  readonly found: readonly FoundByKey[];
  /** Live objects of the organization that no layout declares and that stay as they are. */
  readonly unmanaged: readonly UnmanagedObject[];
  readonly notes: readonly PlanNote[];
  readonly guard: GuardVerdict;
  /** Requests that apply's writes will make when nothing fails: one for each call of each node. */
  readonly writeCalls: number;
  /** What was selected, and what was left out of the whole plan. Absent: this is the whole. */
  readonly selection?: PlanSelection;
}

export interface PlanSelection extends Selection {
  /** Steps of the whole plan that are not in this one: their objects stay as they are, and so does what the state has of them. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly address: Address;
  readonly action: PlanStep["action"];
  /** What it needs, and what was left out: else it would have been selected. */
  readonly needs?: Address;
}

export type PlanStep = CreateStep | PatchStep | MoveStep | DeleteStep | ReplaceStep | ImportStep | ForgetStep;

interface StepBase {
  readonly address: Address;
  readonly type: string;
  /** A name for people: title, label, slug or path. */
  readonly title: string;
  /** What the state calls it until now: the layout has it under another address. */
  readonly renamedFrom?: Address;
}

export interface CreateStep extends StepBase {
  readonly action: "create";
  readonly attributes: Readonly<Record<string, PlanValue>>;
  readonly container?: PlanValue;
  readonly isDefault?: true;
  /** It comes into being by the creating call of this object. */
  readonly createdWith?: Address;
  /** Somebody has deleted it on the service since it was last applied. */
  readonly undoes?: true;
  /** What it may be under another name: nothing says which. */
  readonly possibleMatches?: readonly PossibleMatch[];
  readonly expects: CreateExpectation;
}

/** An object that is deleted or forgotten beside a new one, and what the layout says where the two are one. */
export interface PossibleMatch {
  readonly address: Address;
  readonly id: string;
  readonly title: string;
  /** As people write it in the new object's entry: `was: guides`. */
  readonly line: string;
  /** The line is all of the entry, which may be no more than a name as yet. */
  readonly isWholeEntry?: true;
}

export interface PatchStep extends StepBase {
  readonly action: "patch";
  readonly id: string;
  readonly changes: readonly AttributeChange[];
}

/** A change of container, of the place among siblings, or of both. */
export interface MoveStep extends StepBase {
  readonly action: "move";
  readonly id: string;
  readonly from: Address | null;
  readonly to: Address | null;
  /** The sibling that it will directly follow; null: the first. Absent: the type has no order. */
  readonly after?: Address | null;
  /** Somebody has moved it on the service since its place was last applied. */
  readonly undoes?: true;
  readonly expects: MoveExpectation;
}

export interface DeleteStep extends StepBase {
  readonly action: "delete";
  readonly id: string;
  /** It goes with this object; no call of its own is made. */
  readonly deletedWith?: Address;
  /** Somebody has made it on the service since what it is in was last applied. */
  readonly undoes?: true;
  /** Attributes that no layout declares, whose values go for good. */
  readonly lostAttributes?: readonly string[];
  readonly expects: DeleteExpectation;
}

export interface ReplaceStep extends StepBase {
  readonly action: "replace";
  /** Of the object that goes. */
  readonly id: string;
  readonly changes: readonly AttributeChange[];
  readonly attributes: Readonly<Record<string, PlanValue>>;
  readonly container?: PlanValue;
  readonly isDefault?: true;
  readonly reason: string;
  /** Somebody has moved it on the service since its place was last applied. */
  readonly undoes?: true;
  /** Attributes whose values the new object cannot be given. */
  readonly lostAttributes?: readonly string[];
  readonly expects: DeleteExpectation;
}

/** A live object becomes managed because the layout asks for it: by its id, or by declaring what docsform never creates. Calls nothing. */
export interface ImportStep extends StepBase {
  readonly action: "import";
  readonly id: string;
  readonly matchedBy: Exclude<MatchedBy, "state" | "journal">;
}

/** The state forgets an object that is no longer declared, or is gone. Calls nothing. */
export interface ForgetStep extends StepBase {
  readonly action: "forget";
  readonly id: string;
  readonly reason: "gone" | "undeclared";
}

/** Whether a step changes only what docsform remembers. */
export function isOfState(step: PlanStep): step is ImportStep | ForgetStep {
  return step.action === "import" || step.action === "forget";
}

/** What people call ids; what has no name but its id is not in it. */
export type NamesById = Readonly<Record<string, string>>;

export interface AttributeChange {
  readonly attribute: string;
  readonly before: PlanValue;
  readonly after: PlanValue;
  /** For people: what the ids among these values are called, by address or else title. */
  readonly namesById?: NamesById;
  /** Values are not shown. */
  readonly sensitive?: true;
  /** Somebody has changed it on the service since it was last applied, and the layout still says what it said then. */
  readonly undoes?: true;
}

/**
 * `unpublish`: readers no longer see it. `visibility`: more people can see it. `access`: more people may do something, or some may do
 * more. `address`: it is no longer where readers found it.
 */
export type DangerKind = "delete" | "replace" | "unpublish" | "visibility" | "access" | "address";

/** What of a step may hurt somebody. */
export interface Danger {
  readonly kind: DangerKind;
  /** Index of the step. */
  readonly step: number;
  readonly address: Address;
  /** Absent: it is about the object as a whole. */
  readonly attribute?: string;
  /** Where readers find the object until now. */
  readonly url?: string;
}

/** Checked in bulk before the first write: no live object has one of these keys. */
export interface CreateExpectation {
  /** Ids of live objects of the type in the same scope when the plan was made: none other may match. */
  readonly knownIds: readonly string[];
}

export interface MoveExpectation {
  readonly container: string | null;
  /** Ids of the siblings in the container that it goes to, in their order, when the plan was made. */
  readonly siblings: readonly string[];
}

/** Checked in bulk before the first write, and again just before the DELETE. */
export interface DeleteExpectation {
  /** Hash of its writable attributes, salted for this plan. */
  readonly fingerprint: string;
  /** Ids of everything inside it, sorted, when the plan was made. */
  readonly contents: readonly string[];
}

/** Names one node in a plan: `create site.docs`. Put together by `nodeId` alone. */
export type NodeId = `${PlanNode["kind"] | "temporary"} ${Address}`;

/** One thing to do, with what must be done before it. */
export type PlanNode = CreateNode | WriteNode | ReparentNode | ReorderNode | SetDefaultNode | DeleteNode;

interface NodeBase {
  readonly id: NodeId;
  /** Index of the step that it belongs to. */
  readonly step: number;
  /** What must be done before. */
  readonly after: readonly NodeId[];
  /** Requests that it makes when nothing fails. */
  readonly calls: number;
  readonly address: Address;
  /** The object whose id addresses the node's object. Absent: the organization. */
  readonly scope?: Address;
}

export interface CreateNode extends NodeBase {
  readonly kind: "create";
  /** What the creating call carries. */
  readonly attributes: Readonly<Record<string, PlanValue>>;
  /** Where the creating call places it: an address, an id's address, or null for the root. Absent: it does not say. */
  readonly container?: Address | null;
  /** The write that shows it to readers, who do not see it until then. Absent: they see it at once, or not at all. */
  readonly shownBy?: NodeId;
  /** The child that is made together with it, and what the creating call carries of it. */
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
  /** A stopgap to free a unique value; another node writes the declared one. */
  readonly temporary?: true;
}

/** Moves an object into a container; null: the root. In the format its kind is called `enter`. */
export interface ReparentNode extends NodeBase {
  readonly kind: "reparent";
  readonly from: Address | null;
  readonly to: Address | null;
}

export interface ReorderNode extends NodeBase {
  readonly kind: "reorder";
  readonly position: { readonly before: Address } | { readonly after: Address };
}

/** Makes an object the default among its siblings. In the format its kind is called `point`. */
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
  /** Absent: it is yet to be created. */
  readonly id?: string;
  /** How it came under management. Absent: unconfirmed, or yet to be created. */
  readonly origin?: Origin;
  readonly scope?: Address;
  /** Declared attributes. */
  readonly attributes: Readonly<Record<string, PlanValue>>;
  /** Values that decide who sees it and that nobody declares. */
  readonly undeclared?: Readonly<Record<string, PlanValue>>;
  /** Attributes of that kind whose values are known only once it is made. */
  readonly unknown?: readonly string[];
  readonly container?: PlanValue;
  readonly isDefault?: true;
  /** Place among its siblings as declared. Absent: the type has no order. */
  readonly rank?: number;
  readonly protect?: true;
}

export interface DesiredOrder {
  /** The scope's object. */
  readonly scope: Address;
  /** null: the root of the scope. */
  readonly container: Address | null;
  readonly siblings: readonly Address[];
}

export interface UnmanagedObject {
  readonly address: Address;
  readonly type: string;
  readonly id: string;
  readonly title: string;
}

/** A live object that the layout means by its key alone: no step, because nobody has asked for it. */
export interface FoundByKey extends UnmanagedObject {
  readonly matchedBy: MatchedBy;
}

export interface PlanNote {
  /** Stable, for programs: `plan/cannot-compare`. */
  readonly code: Code;
  readonly address?: Address;
  readonly message: string;
}

/** Whether apply may go on, and why not. */
export interface GuardVerdict {
  readonly refusals: readonly GuardRefusal[];
  readonly deletes: number;
  readonly changes: number;
  /** Objects that the shares are of: paired, or to be deleted. */
  readonly managed: number;
}

export interface GuardRefusal {
  /** Stable: `guard/deletes`, `guard/too-many-deletes`, `guard/protected`, `guard/create-beside`, `guard/cascade` … */
  readonly code: Code;
  readonly message: string;
  readonly remedy: string;
  readonly addresses: readonly Address[];
  /** It is about what would be forgotten, which happens without any delete. */
  readonly forgets?: true;
  /** It is about what would be deleted, and about nothing else that the code stands for. */
  readonly deletes?: true;
  /** What was read is not whole: nothing that the plan says can be relied on, nor that it says nothing. */
  readonly unreliable?: true;
  /** The flag that permits it; absent where no flag does, or one with a number. */
  readonly permittedBy?: PermissionFlag;
  /** The flag of the threshold that the plan goes beyond, and the least number with which it permits the whole plan. */
  readonly threshold?: { readonly flag: (typeof thresholdFlags)[ThresholdName]; readonly atLeast: number };
}

/** The refusals that say that what was read is not whole. */
export function gapsIn(refusals: readonly GuardRefusal[]): readonly GuardRefusal[] {
  return refusals.filter(({ unreliable }) => unreliable === true);
}

const replacedSuffix = "~replaced";

/** Address of the object that a replace deletes. */
export function replacedAddress(address: Address): Address {
  return `${address}${replacedSuffix}`;
}

/** Address of the step that deletes an object: of a replaced one, that of what takes its place. */
export function stepAddress(address: Address): Address {
  return address.endsWith(replacedSuffix) ? address.slice(0, -replacedSuffix.length) : address;
}
