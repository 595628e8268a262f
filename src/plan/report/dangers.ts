import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Attribute, ResourceType } from "../../model/resource-type.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { LiveIndex } from "../live-index.ts";
import type { AttributeChange, CreateStep, Danger, DangerKind, PlanStep } from "../plan.ts";

/** Worst first. */
export const dangerKinds = [
  "delete",
  "replace",
  "unpublish",
  "visibility",
  "access",
  "address",
] as const satisfies readonly DangerKind[];

interface PublishedWorld {
  readonly types: TypeIndex;
  readonly live: LiveIndex;
}

/** What is dangerous about the steps, as the types declare it, worst first. */
export function dangersOf(published: PublishedWorld, steps: readonly PlanStep[]): readonly Danger[] {
  const found = steps.flatMap((step, at) =>
    ofStep(published, step).map((danger) => ({ step: at, ...danger })),
  );
  return dangerKinds.flatMap((kind) => found.filter((danger) => danger.kind === kind));
}

type Found = Omit<Danger, "step">;

function ofStep(published: PublishedWorld, step: PlanStep): readonly Found[] {
  switch (step.action) {
    case "delete":
    case "replace":
      return [{ kind: step.action, address: step.address, ...urlOf(published, step.type, step.id) }];
    case "patch":
      return step.changes.flatMap((change) => ofPatch(published, step, change));
    case "create":
      return ofCreate(published.types.get(step.type), step);
    case "move":
    case "import":
    case "forget":
      return [];
  }
}

function ofPatch(
  published: PublishedWorld,
  { address, type, id }: Extract<PlanStep, { action: "patch" }>,
  { attribute, before, after }: AttributeChange,
): readonly Found[] {
  return dangersOfChange(published.types.get(type), attribute, before, after)
    .filter((kind) => kind !== "address" || isVisibleToReaders(published, type, id))
    .map((kind) => ({
      kind,
      address,
      attribute,
      ...(kind === "address" || kind === "unpublish" ? urlOf(published, type, id) : {}),
    }));
}

/** What is new is nobody's loss; but what it puts before readers may have been hidden until now. */
function ofCreate(type: ResourceType, { address, attributes }: CreateStep): readonly Found[] {
  return Object.entries(attributes)
    .filter(([name, value]) => isShowing(type.attributes[name], value))
    .map(([attribute]) => ({ kind: "visibility", address, attribute }));
}

/** Whether a new object is before readers because of the value, and would not be without it. */
function isShowing({ publishes, default: usual }: Partial<Attribute> = {}, value: Json): boolean {
  return publishes !== undefined && value === publishes && usual !== publishes;
}

/** What is dangerous about a change of one field: an attribute, or the mark of the default among siblings. */
export function dangersOfChange(
  type: ResourceType,
  name: string,
  before: Json,
  after: Json,
): readonly DangerKind[] {
  const attribute = type.attributes[name];
  if (attribute === undefined) return type.defaultRole?.publicAddress === true ? ["address"] : [];
  const { publishes } = attribute;
  const isGone = publishes !== undefined && before === publishes && after !== publishes;
  const wider = widened(attribute, before, after);
  return [
    ...(isGone ? (["unpublish"] as const) : []),
    ...(wider === undefined ? [] : [wider]),
    ...(attribute.publicAddress === true ? (["address"] as const) : []),
  ];
}

/** What gives access, and does not say which way is wider, counts as wider whenever it changes. */
function widened(
  { widens, givesAccess, publishes }: Attribute,
  before: Json,
  after: Json,
): "visibility" | "access" | undefined {
  if (widens === undefined && publishes !== undefined)
    return before !== publishes && after === publishes ? "visibility" : undefined;
  if (widens === undefined) return givesAccess === true ? "access" : undefined;
  return widens.isWider(before, after) ? widens.kind : undefined;
}

/** False only where the object, or what addresses it, is known not to be published. */
function isVisibleToReaders({ types, live }: PublishedWorld, type: string, id: string): boolean {
  const object = live.get(type, id);
  const scope = types.get(type).scope;
  const around =
    scope === undefined || object?.scopeId === undefined ? undefined : live.get(scope, object.scopeId);
  return [object, around].every((each) => each === undefined || isPublished(types.get(each.type), each));
}

/** Whether readers see it, as far as its own values say. */
export function isPublished({ attributes }: ResourceType, { attributes: values }: LiveObject): boolean {
  return Object.entries(attributes).every(
    ([name, { publishes }]) => publishes === undefined || (values[name] ?? publishes) === publishes,
  );
}

/** Where readers find it until now, as far as the service says. */
function urlOf({ types, live }: PublishedWorld, type: string, id: string): Pick<Found, "url"> {
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
