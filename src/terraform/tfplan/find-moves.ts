import { keyOf, type ObjectKey } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { groupBy } from "../../util/groups.ts";
import { pairObjects, type Subject, subjectAfter, subjectBefore } from "./pair-resources.ts";
import type { PlanJson } from "./plan-json.ts";
import { namesByAddress, type PlannedResource, readPlanWorld, splitThroughLocals } from "./plan-world.ts";

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Resources that are alike, so that only a person can decide which is which. */
export interface UndecidedMoves {
  readonly deleted: readonly string[];
  readonly created: readonly string[];
}

/** The moves in a plan that deletes resources and creates them at other addresses. */
export interface FoundMoves {
  readonly moves: readonly Move[];
  readonly undecided: readonly UndecidedMoves[];
  /** Other resources that the plan deletes. No created resource has their key. */
  readonly deleted: readonly string[];
  /** Other resources that the plan creates. No deleted resource has their key. */
  readonly created: readonly string[];
  /**
   * Other resources that the plan creates. They refer to objects through local values, which a plan does not contain, so docsform does not
   * know their keys.
   */
  readonly throughLocals: readonly string[];
  /** Number of resources of other providers that the plan creates or deletes. */
  readonly others: number;
}

/** Pairs the resources that a plan deletes with those that it creates, by the keys of their types. */
export function findMoves(types: readonly ResourceType[], plan: PlanJson): FoundMoves {
  const world = readPlanWorld(types, plan);
  const deleted = world.resources.filter(({ fate }) => fate === "delete");
  const created = world.resources.filter(({ fate }) => fate === "create");
  const nameOf = new Map<ObjectKey, string>();
  const free: LiveObject[] = [];
  for (const resource of deleted) {
    const live = world.liveOf.get(resource);
    if (live === undefined) continue;
    free.push(live);
    nameOf.set(keyOf(live), resource.name);
  }
  const { byAddress, undecided } = pairObjects(types, world, {
    wanted: world.created,
    free,
    live: world.live,
  });
  const createdAt = namesByAddress(created);
  const moves = [...createdAt].flatMap(([address, to]): readonly Move[] => {
    const live = byAddress.get(address);
    const from = live && nameOf.get(keyOf(live));
    return from === undefined ? [] : [{ from, to }];
  });
  const subjects = movesBySubject(deleted, created, (resource) => subjectAfter(resource, world, byAddress));
  const rest = withRest(
    [...moves, ...subjects],
    deleted,
    created,
    undecided.map(({ objects, live }) => ({
      deleted: live.map((each) => nameOf.get(keyOf(each)) ?? each.id),
      created: objects.map(({ address }) => createdAt.get(address) ?? address),
    })),
  );
  return { ...rest, ...splitThroughLocals(rest.created, world), others: world.others };
}

/** Final writes and orders have no identity of their own. They move with the object that they are about. */
function movesBySubject(
  deleted: readonly PlannedResource[],
  created: readonly PlannedResource[],
  after: (resource: PlannedResource) => Subject | undefined,
): readonly Move[] {
  const before = groupBy(deleted, (resource) => subjectKey(resource, subjectBefore(resource)));
  const now = groupBy(created, (resource) => subjectKey(resource, after(resource)));
  return [...now].flatMap(([key, resources]): readonly Move[] => {
    const [to, ...moreTo] = resources;
    const [from, ...moreFrom] = key === undefined ? [] : (before.get(key) ?? []);
    if (to === undefined || from === undefined || moreTo.length + moreFrom.length > 0) return [];
    return [{ from: from.name, to: to.name }];
  });
}

function subjectKey({ schema }: PlannedResource, subject: Subject | undefined): string | undefined {
  return subject && JSON.stringify([schema.name, subject.scopeId, subject.parentId ?? null]);
}

function withRest(
  moves: readonly Move[],
  deleted: readonly PlannedResource[],
  created: readonly PlannedResource[],
  undecided: readonly UndecidedMoves[],
) {
  const named = new Set([
    ...moves.flatMap(({ from, to }) => [from, to]),
    ...undecided.flatMap((each) => [...each.deleted, ...each.created]),
  ]);
  const rest = (resources: readonly PlannedResource[]) =>
    resources.map(({ name }) => name).filter((name) => !named.has(name));
  const byTarget = [...moves].sort((a, b) => (a.to < b.to ? -1 : 1));
  return { moves: byTarget, undecided, deleted: rest(deleted), created: rest(created) };
}
