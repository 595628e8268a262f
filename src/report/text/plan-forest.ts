import { type Address, typeOfAddress } from "../../model/address.ts";
import { isReference } from "../../model/desired-world.ts";
import { append } from "../../model/groups.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import { once } from "../../model/once.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { indexTypes, type TypeIndex } from "../../model/type-index.ts";
import type { Plan, PlanStep, PlanValue } from "../../plan/plan.ts";

/** An object with its own steps and with the objects inside it that have steps. */
export interface StepBranch {
  readonly address: Address;
  readonly steps: readonly PlanStep[];
  readonly branches: readonly StepBranch[];
}

/** The steps of a plan in the structure of the organization. */
export interface PlanForest {
  /** Scopes, such as sites, with all steps inside them. */
  readonly trees: readonly StepBranch[];
  /** The other steps, by type. */
  readonly rest: ReadonlyMap<string, readonly PlanStep[]>;
}

/** The types and the live objects of a plan. */
export interface ForestInput {
  readonly types: readonly ResourceType[];
  readonly live?: Snapshot;
}

/** Arranges the steps by their place after the plan. A deleted object keeps its present place. */
export function forestOf(plan: Plan, steps: readonly PlanStep[], { types, live }: ForestInput): PlanForest {
  const index = indexTypes(types);
  const scopes = new Set(types.flatMap(({ scope }) => scope ?? []));
  const parentOf = parentLookup(plan, index, live);
  const tree = new Map<Address, PlanStep[]>();
  const rest = new Map<string, PlanStep[]>();
  for (const step of steps) {
    const isInTree = index.find(step.type)?.scope !== undefined || scopes.has(step.type);
    append(isInTree ? tree : rest, isInTree ? step.address : step.type, step);
  }
  return { trees: treesOf(plan, tree, parentOf), rest };
}

/** The parent of an object. Undefined: the object is at the top. */
type ParentLookup = (address: Address, step: PlanStep | undefined) => Address | undefined;

function parentLookup(plan: Plan, types: TypeIndex, live: Snapshot | undefined): ParentLookup {
  const liveByKey = once(
    () => new Map<ObjectKey, LiveObject>((live?.objects ?? []).map((object) => [keyOf(object), object])),
  );
  const addresses = once(
    () =>
      new Map<ObjectKey, Address>(
        Object.entries(plan.existing).map(([address, { type, id }]) => [objectKey(type, id), address]),
      ),
  );
  const addressOf = (type: string | undefined, id: string | undefined) =>
    type === undefined || id === undefined ? undefined : addresses().get(objectKey(type, id));

  const declaredContainer = (type: string, value: PlanValue | undefined): Address | undefined => {
    if (isReference(value)) return value.$ref;
    if (typeof value !== "string") return undefined;
    const candidates = types.find(type)?.container?.types ?? [];
    return candidates.map((each) => addressOf(each, value)).find((each) => each !== undefined);
  };
  const containerOf = (address: Address, step: PlanStep | undefined): Address | undefined => {
    if (step?.action === "move") return step.to ?? undefined;
    const declared = plan.managed[address]?.container;
    if (declared !== undefined) return declaredContainer(typeOfAddress(address), declared);
    const container = liveAt(address)?.container;
    return addressOf(container?.type, container?.id);
  };
  const liveAt = (address: Address): LiveObject | undefined => {
    const existing = plan.existing[address];
    return existing && liveByKey().get(objectKey(existing.type, existing.id));
  };
  const scopeOf = (address: Address, scopeType: string): Address | undefined =>
    plan.managed[address]?.scope ??
    addressOf(scopeType, plan.existing[address]?.scopeId ?? liveAt(address)?.scopeId);

  return (address, step) => {
    const scopeType = types.find(typeOfAddress(address))?.scope;
    if (scopeType === undefined) return undefined;
    return containerOf(address, step) ?? scopeOf(address, scopeType);
  };
}

interface Growing extends StepBranch {
  readonly steps: PlanStep[];
  readonly branches: Growing[];
}

function treesOf(
  plan: Plan,
  tree: ReadonlyMap<Address, readonly PlanStep[]>,
  parentOf: ParentLookup,
): readonly StepBranch[] {
  const grown = new Map<Address, Growing>();
  const trees: Growing[] = [];
  const grow = (address: Address): Growing => {
    const known = grown.get(address);
    if (known !== undefined) return known;
    const steps = [...(tree.get(address) ?? [])];
    const branch: Growing = { address, steps, branches: [] };
    grown.set(address, branch);
    const parent = parentOf(address, steps.find(({ action }) => action === "move") ?? steps[0]);
    (parent === undefined || parent === address ? trees : grow(parent).branches).push(branch);
    return branch;
  };
  for (const address of tree.keys()) grow(address);
  const rank = ({ address }: StepBranch) => plan.managed[address]?.rank ?? Number.MAX_SAFE_INTEGER;
  for (const { branches } of grown.values()) branches.sort((a, b) => rank(a) - rank(b));
  return trees;
}
