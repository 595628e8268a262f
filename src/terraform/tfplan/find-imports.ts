import type { Alike } from "../../engine/plan/match/pair-by-keys.ts";
import type { Address } from "../../model/address.ts";
import { type DesiredObject, isReference } from "../../model/desired-world.ts";
import { keyOf } from "../../model/object-key.ts";
import { withScope } from "../../model/resource-type/call-at.ts";
import { isOrganization } from "../../model/resource-type/layout-syntax.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { pairObjects, type Subject, subjectAfter } from "./pair-resources.ts";
import type { PlanJson } from "./plan-json.ts";
import { namesByAddress, objectAddress, readPlanWorld, splitThroughLocals } from "./plan-world.ts";

export interface Import {
  readonly to: string;
  readonly id: string;
  /** The stack of a synthesized app that has the resource, and the path of its construct. */
  readonly stack?: string;
  readonly constructPath?: string;
}

/** Resources that are alike, and the live objects that each may be. */
export interface UndecidedImports {
  readonly created: readonly string[];
  /** The ids with which each may be imported. */
  readonly ids: readonly string[];
}

/** Objects that exist although a plan would create them, with the imports that prevent it. */
export interface FoundImports {
  readonly imports: readonly Import[];
  readonly undecided: readonly UndecidedImports[];
  /** Resources for which no live object has the key. */
  readonly created: readonly string[];
  /**
   * Other resources that the plan creates. They refer to objects through local values, which a plan does not contain, so docsform does not
   * know their keys.
   */
  readonly throughLocals: readonly string[];
}

interface ImportsFrom {
  readonly live: readonly LiveObject[];
  /** Whether a configuration of the provider is for the organization of the live objects. */
  readonly isOwn: (provider: string | undefined) => boolean;
}

/** Finds the live objects of the resources that a plan creates, by the keys of their types. */
export function findImports(
  types: readonly ResourceType[],
  plan: PlanJson,
  { live, isOwn }: ImportsFrom,
): FoundImports {
  const world = readPlanWorld(types, plan);
  const created = world.resources.filter(({ fate, provider }) => fate === "create" && isOwn(provider));
  const managed = new Set([...world.liveOf.values()].map(keyOf));
  const known = new Map<Address, LiveObject>();
  for (const { schema, name } of created) {
    if (schema.kind !== "object" || !isOrganization(schema.type)) continue;
    const own = live.find(({ type }) => type === schema.type.name);
    if (own !== undefined) known.set(objectAddress(schema.type, name), own);
  }
  const own = namesByAddress(created);
  const isWanted = ({ address, container }: DesiredObject) =>
    own.has(address) || (isReference(container) && own.has(container.$ref));
  const { byAddress, undecided } = pairObjects(types, world, {
    wanted: [
      ...world.created.filter(({ address }) => own.has(address)),
      ...world.createdChildren.filter(isWanted),
    ],
    free: live.filter((object) => !managed.has(keyOf(object))),
    live,
    known,
  });
  const imports = created.flatMap((resource): readonly Import[] => {
    const { schema, name: to } = resource;
    const id =
      schema.kind === "object"
        ? importId(byAddress.get(objectAddress(schema.type, to)))
        : subjectId(subjectAfter(resource, world, byAddress));
    return id === undefined ? [] : [{ to, id }];
  });
  const alike = undecidedImports(undecided, (address) => own.get(address));
  const named = new Set([...imports.map(({ to }) => to), ...alike.flatMap((each) => each.created)]);
  return {
    imports: [...imports].sort((a, b) => (a.to < b.to ? -1 : 1)),
    undecided: alike,
    ...splitThroughLocals(
      created.map(({ name }) => name).filter((name) => !named.has(name)),
      world,
    ),
  };
}

/** The resources that several live objects may be. `nameOf`: the name of the created resource of an object. */
export function undecidedImports(
  undecided: readonly Alike[],
  nameOf: (address: Address) => string | undefined,
): readonly UndecidedImports[] {
  return undecided
    .map(({ objects, live }) => ({
      created: objects.flatMap(({ address }) => nameOf(address) ?? []),
      ids: live.flatMap((each) => importId(each) ?? []),
    }))
    .filter(({ created }) => created.length > 0);
}

/** The id with which the provider imports an object. */
export function importId(live: LiveObject | undefined): string | undefined {
  return live && withScope(live.id, live.scopeId);
}

function subjectId(subject: Subject | undefined): string | undefined {
  return subject && [subject.scopeId, subject.parentId].filter((id) => id !== undefined).join("/");
}
