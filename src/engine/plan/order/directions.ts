import { typeOfAddress } from "../../../model/address.ts";
import type { ObjectKey } from "../../../model/object-key.ts";
import type { PlanNode } from "../../../model/plan/plan.ts";
import { decidesAccess } from "../../../model/resource-type/opens.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { type Audience, isOpen, type Limits, noLimits, ownLimits, rulesOf } from "../../audience/audience.ts";
import { type Direction, directionOf } from "../../audience/compare-audiences.ts";
import { type Doing, keyIn, type PlannedWorlds } from "../audience/planned-worlds.ts";
import { valuesBeforeFinalWrite } from "../audience/simulate.ts";

type Node = PlanNode;
type WriteNode = Extract<PlanNode, { kind: "write" }>;
type CreateNode = Extract<PlanNode, { kind: "create" }>;

/** A node with the object that it changes, and whether that object lets more or fewer people through afterwards. */
export interface Directed extends Direction {
  readonly node: Node;
  readonly key: ObjectKey;
  /** The plan creates the object. */
  readonly isNew: boolean;
  /** Afterwards, what is around it in the planned world decides more about it or its content. */
  readonly enters: boolean;
  /** What is around it in the live world decides less about it or its content. */
  readonly leaves: boolean;
  readonly showsContent: boolean;
  /** It lets the conditions inside have an effect, or takes that away, while readers see what is inside. */
  readonly switchesConditions: boolean;
  /** Whether a write of its level lets the object inherit it. Undefined: it writes no level. */
  readonly inheritsLevel?: boolean;
}

const neither: Direction = { narrows: false, widens: false };

/** The directions of all nodes of a plan. */
export function directionsOf(types: TypeIndex, doing: Doing, worlds: PlannedWorlds): readonly Directed[] {
  const creates = new Map(
    doing.nodes.flatMap((node) => (node.kind === "create" ? [[node.address, node]] : [])),
  );
  return doing.nodes.map((node): Directed => {
    const key = keyIn(doing, node.address);
    const type = types.get(typeOfAddress(node.address));
    const created = creates.get(node.address);
    const direction = nodeDirection(type, worlds, node, { key, created });
    return {
      node,
      key,
      isNew: created !== undefined,
      ...direction,
      ...passage(type, worlds, node, key),
      switchesConditions: switchesConditions(type, worlds, node, key),
    };
  });
}

/** Whether a node may let more or fewer people through. Creates alone do not. */
export function mayDirect(type: ResourceType, node: Node): boolean {
  if (node.kind === "reparent") return true;
  return (
    node.kind === "write" &&
    Object.keys(node.values).some((name) => decidesAccess(type.attributes[name]?.opens))
  );
}

/** Whether a node brings something into a place, or takes something out of one: an object, a content, or the level of an object. */
function passage(
  type: ResourceType,
  { live }: PlannedWorlds,
  node: Node,
  key: ObjectKey,
): Pick<Directed, "enters" | "leaves" | "showsContent" | "inheritsLevel"> {
  if (node.kind !== "write") {
    const isMove = node.kind === "reparent";
    return {
      enters: isMove || node.kind === "create",
      leaves: isMove || node.kind === "delete",
      showsContent: false,
    };
  }
  const levels = rulesOf(type, "level").filter(([name]) => name in node.values);
  const showsContent = rulesOf(type, "content").some(([name]) => name in node.values);
  const before = live.get(key)?.attributes;
  const inheritsLevel = levels.some(([name]) => node.values[name] === inherited);
  return {
    showsContent,
    enters: showsContent || inheritsLevel,
    leaves: showsContent || levels.some(([name]) => before?.[name] === inherited),
    ...(levels.length > 0 && { inheritsLevel }),
  };
}

const inherited = "inherit";

/** The direction of the whole object, from before the run to after it: a part of its values alone may widen what another part closes. */
function nodeDirection(
  type: ResourceType,
  { live, planned }: PlannedWorlds,
  node: Node,
  { key, created }: { readonly key: ObjectKey; readonly created: CreateNode | undefined },
): Direction {
  if (!mayDirect(type, node)) return neither;
  const isMove = node.kind === "reparent";
  const levels = isMove || rulesOf(type, "level").some(([name]) => name in (node as WriteNode).values);
  const levelDirection = levels ? directionOfLevels(worldsLevel(live, planned, key, created)) : neither;
  const direction = isMove
    ? directionOf(limitsAround(live, key), limitsAround(planned, key))
    : directionOf(...ownLimitsOf(type, { live, planned }, key, created));
  return {
    narrows: direction.narrows || levelDirection.narrows,
    widens: direction.widens || levelDirection.widens,
  };
}

/** What an object itself lets through before and after. What nobody knows of a new one says nothing. */
function ownLimitsOf(
  type: ResourceType,
  { live, planned }: Pick<PlannedWorlds, "live" | "planned">,
  key: ObjectKey,
  created: CreateNode | undefined,
): readonly [before: Limits, after: Limits] {
  if (created === undefined) return [live.ownOf(key), planned.ownOf(key)];
  const attributes = { ...valuesBeforeFinalWrite(type), ...created.attributes } as JsonObject;
  const before = ownLimits(type, { ...newObject, attributes }, key);
  return [
    { ...before, unknown: [] },
    { ...planned.ownOf(key), unknown: [] },
  ];
}

function switchesConditions(
  type: ResourceType,
  { live, planned }: PlannedWorlds,
  node: Node,
  key: ObjectKey,
): boolean {
  if (node.kind !== "write" || !rulesOf(type, "filters").some(([name]) => name in node.values)) return false;
  const [before, after] = [live.ownOf(key), planned.ownOf(key)];
  const isSeen = live.get(key) !== undefined && isOpen(before) && isOpen(after);
  return isSeen && before.isFiltered !== after.isFiltered;
}

function limitsAround(audience: Audience, key: ObjectKey): Limits {
  const outer = audience.around(key);
  return outer === undefined ? noLimits : audience.limitsOf(outer);
}

const newObject = { type: "", id: "", container: null, isDefault: false, rank: 0 } as const;

type Levels = readonly [
  before: Json | undefined,
  after: Json | undefined,
  isWider: (a: Json, b: Json) => boolean,
];

function worldsLevel(
  live: PlannedWorlds["live"],
  planned: PlannedWorlds["planned"],
  key: ObjectKey,
  created: PlanNode | undefined,
): Levels | undefined {
  const after = planned.levelOf(key);
  if (after === undefined) return undefined;
  // A new object inherits its level until it gets its own.
  const around = planned.around(key);
  const inherited = around === undefined ? "inherit" : (planned.levelOf(around)?.level ?? "inherit");
  const before = created === undefined ? live.levelOf(key)?.level : inherited;
  return [before, after.level, after.isWider];
}

function directionOfLevels(levels: Levels | undefined): Direction {
  if (levels === undefined) return neither;
  const [before, after, isWider] = levels;
  if (before === undefined || after === undefined) return { narrows: true, widens: true };
  return { narrows: isWider(after, before), widens: isWider(before, after) };
}
