import type { Attribute } from "../../../model/resource-type/attribute.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { widened } from "../decide/widened.ts";
import type { LiveIndex } from "../live-index.ts";
import {
  type AttributeChange,
  type CreateStep,
  type Danger,
  type DangerKind,
  dangerMeanings,
  type PlanStep,
} from "../plan.ts";

/** Kinds of dangers, worst first. */
export const dangerKinds = Object.keys(dangerMeanings) as readonly DangerKind[];

interface TypesAndLive {
  readonly types: TypeIndex;
  readonly live: LiveIndex;
}

/** Finds the dangers of the steps, as the types declare them, worst first. */
export function dangersOf(world: TypesAndLive, steps: readonly PlanStep[]): readonly Danger[] {
  const found = steps.flatMap((step, at) => ofStep(world, step).map((danger) => ({ step: at, ...danger })));
  return dangerKinds.flatMap((kind) => found.filter((danger) => danger.kind === kind));
}

type Found = Omit<Danger, "step">;

function ofStep(world: TypesAndLive, step: PlanStep): readonly Found[] {
  switch (step.action) {
    case "delete":
    case "replace":
      return [{ kind: step.action, address: step.address, ...urlOf(world, step.type, step.id) }];
    case "patch":
      return step.changes.flatMap((change) => ofPatch(world, step, change));
    case "create":
      return ofCreate(world.types.get(step.type), step);
    case "move":
    case "import":
    case "forget":
      return [];
  }
}

function ofPatch(
  world: TypesAndLive,
  { address, type, id }: Extract<PlanStep, { action: "patch" }>,
  { attribute, before, after }: AttributeChange,
): readonly Found[] {
  return dangersOfChange(world.types.get(type), attribute, before, after)
    .filter((kind) => kind !== "address" || isVisibleToReaders(world, type, id))
    .map((kind) => ({
      kind,
      address,
      attribute,
      ...(kindsWithUrl.has(kind) ? urlOf(world, type, id) : {}),
    }));
}

/** Kinds whose line shows where readers find the object now. */
const kindsWithUrl: ReadonlySet<DangerKind> = new Set(["address", "unpublish", "unlist"]);

/** With a new object readers lose nothing, but it may show them something that was hidden. */
function ofCreate(type: ResourceType, { address, attributes }: CreateStep): readonly Found[] {
  return Object.entries(attributes)
    .filter(([name, value]) => isShowing(type.attributes[name], value))
    .map(([attribute]) => ({ kind: "visibility", address, attribute }));
}

/** Whether this value shows a new object to readers who would not see it otherwise. */
function isShowing({ publishes, default: usual }: Partial<Attribute> = {}, value: Json): boolean {
  return publishes !== undefined && value === publishes && usual !== publishes;
}

/** The dangers of a change of one field: an attribute, or the mark of the default among siblings. */
export function dangersOfChange(
  type: ResourceType,
  name: string,
  before: Json,
  after: Json,
): readonly DangerKind[] {
  const attribute = type.attributes[name];
  if (attribute === undefined) return type.defaultRole?.publicAddress === true ? ["address"] : [];
  const { publishes, staysReachable } = attribute;
  const lost = staysReachable === true ? "unlist" : "unpublish";
  const isUnpublished = publishes !== undefined && before === publishes && after !== publishes;
  const wider = widened(attribute, before, after);
  return [
    ...(isUnpublished ? ([lost] as const) : []),
    ...(wider === undefined ? [] : [wider]),
    ...(attribute.publicAddress === true ? (["address"] as const) : []),
  ];
}

/** False only if the object or its scope is known to be unpublished. */
function isVisibleToReaders({ types, live }: TypesAndLive, type: string, id: string): boolean {
  const object = live.get(type, id);
  const scope = types.get(type).scope;
  const around =
    scope === undefined || object?.scopeId === undefined ? undefined : live.get(scope, object.scopeId);
  return [object, around].every((each) => each === undefined || isPublished(types.get(each.type), each));
}

/** Whether readers can open the object, according to its own values. */
export function isPublished({ attributes }: ResourceType, { attributes: values }: LiveObject): boolean {
  return Object.entries(attributes).every(
    ([name, { publishes, staysReachable }]) =>
      publishes === undefined || staysReachable === true || (values[name] ?? publishes) === publishes,
  );
}

/** The URL where readers find the object now, if the service shows one. */
function urlOf({ types, live }: TypesAndLive, type: string, id: string): Pick<Found, "url"> {
  const computed = live.get(type, id)?.computed ?? {};
  for (const [name, { publicAddress }] of Object.entries(types.get(type).computed ?? {})) {
    const url = publicAddress === undefined ? undefined : fieldOf(computed[name], publicAddress);
    if (typeof url === "string" && url !== "") return { url };
  }
  return {};
}

function fieldOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? (value as JsonObject)[name] : undefined;
}
