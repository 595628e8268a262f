import { fail } from "../../model/codes/provider-words.ts";
import { opensMore } from "../../model/resource-type/opens.ts";
import { defaultValue } from "../../model/resource-type/writes.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { ObjectName } from "../../model/snapshot.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import type { JsonObject } from "../../util/json.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import { sameValue } from "../plugin/values/equal.ts";
import type { Session } from "../session/session.ts";
import { textOfField } from "./object-values.ts";
import { plannedObjects } from "./planned-object.ts";
import { parsePrivate } from "./private-state.ts";
import { ctyTypeOf } from "./shape.ts";

// The provider found some objects after the responses to their creates were lost, and nothing shows that it created them. It neither deletes
// nor opens one of them before a person imports it.

/** A change of a resource, as a plan or an apply has it. */
interface Change {
  /** null: the object is new. */
  readonly prior: CtyObject | null;
  readonly planned: CtyObject;
  readonly config: CtyObject;
  readonly private: Uint8Array;
}

/** Refuses to destroy or to replace an object that nobody has confirmed. */
export function refuseToDelete(
  { type }: TerraformSchema,
  prior: CtyObject,
  privateState: Uint8Array,
  action: "destroy" | "replace",
): void {
  if (parsePrivate(privateState).isRecovered === true)
    throw notConfirmed(type, textOfField(prior, "id") ?? "", action);
}

/** Refuses a change that opens an object that nobody has confirmed: the object itself, or one that becomes visible in a scope. */
export async function refuseToOpen(schema: TerraformSchema, session: Session, change: Change): Promise<void> {
  const { prior, private: privateState } = change;
  if (prior !== null && parsePrivate(privateState).isRecovered === true)
    await refuseToOpenItself(schema, session, { ...change, prior });
  if (schema.type.scope !== undefined) refuseToShow(schema, session, change);
}

async function refuseToOpenItself(
  schema: TerraformSchema,
  session: Session,
  { prior, planned, config }: Change & { readonly prior: CtyObject },
): Promise<void> {
  const { type, scopeField, containerField, defaultField, values } = schema;
  const id = textOfField(prior, "id") ?? "";
  session.writes.noteRecovered({ type: type.name, id });
  const places = [scopeField, containerField, defaultField].filter((name) => name !== undefined);
  const changed = [
    ...values.filter((field) => differs(field, prior, planned)).map(({ name }) => name),
    ...places.filter((name) => (prior[name] ?? null) !== (planned[name] ?? null)),
  ];
  const objects = plannedObjects(schema, { prior, config }, { planned, changed, existingId: id });
  if (objects.length === 0) return;
  const { opensSomething } = await import("./effect-warnings.ts");
  const opened = await Promise.all(objects.map((object) => opensSomething(session, object)));
  if (opened.includes(true)) throw notConfirmed(type, id, "open");
}

/** What something in a scope refers to becomes visible where the scope is. */
function refuseToShow(
  { values, firstChild }: TerraformSchema,
  { index, writes }: Session,
  { prior, planned }: Change,
): void {
  for (const field of [...values, ...(firstChild?.values ?? [])]) {
    const shown = index.find(field.rule.reference?.type ?? "");
    if (shown === undefined || !differs(field, prior, planned)) continue;
    const id = textOfField(planned, field.name) ?? "";
    if (writes.isRecovered({ type: shown.name, id })) throw notConfirmed(shown, id, "open");
  }
}

function differs({ name, shape }: ValueField, prior: CtyObject | null, planned: CtyObject): boolean {
  return !sameValue(prior?.[name] ?? null, planned[name] ?? null, ctyTypeOf(shape));
}

/** Refuses to write values that open an object, if this process knows that nobody has confirmed the object. */
export function refuseToOpenObject(
  { writes, index }: Session,
  object: ObjectName,
  values: JsonObject,
  before: JsonObject,
): void {
  if (!writes.isRecovered(object)) return;
  const [type, { id }] = [index.get(object.type), object];
  const isOpened = Object.entries(values).some(([name, after]) =>
    opensMore(type.attributes[name]?.opens, before[name] ?? defaultValue(type, name) ?? null, after),
  );
  if (isOpened) throw notConfirmed(type, id, "open");
}

function notConfirmed({ label }: ResourceType, id: string, action: "destroy" | "replace" | "open") {
  return fail("terraform/not-confirmed", { object: `${label.one} ${id}`, action });
}
