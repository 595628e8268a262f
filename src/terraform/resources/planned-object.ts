import { isOnlyImported } from "../../model/resource-type/creation.ts";
import type { TerraformSchema } from "../../model/terraform-schema.ts";
import { present } from "../../util/present.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import { isUnknown } from "../plugin/values/cty-value.ts";
import type { Session } from "../session/session.ts";
import type { PlannedObject } from "./effect-warnings.ts";
import type { ObjectPlan } from "./object-plan.ts";
import { declaredValues, textOfField } from "./object-values.ts";
import type { PlanRequest } from "./resource.ts";

interface PlannedParts extends Pick<ObjectPlan, "planned" | "changed"> {
  /** The object of an import. Undefined: the object of the state, or else a new one. */
  readonly existingId: string | undefined;
  /** False: Terraform does not apply this plan of the object as it is. */
  readonly isCertain: boolean;
}

/** Warnings about what the plan of an object opens or changes for readers and members. */
export async function warnOfOpening(
  schema: TerraformSchema,
  session: Session | undefined,
  request: PlanRequest,
  parts: PlannedParts,
): Promise<readonly ProviderDiagnostic[]> {
  if (session === undefined || !parts.isCertain) return [];
  const objects = plannedObjects(schema, request, parts);
  if (objects.length === 0) return [];
  const { warnOfDangers } = await import("./effect-warnings.ts");
  return (await Promise.all(objects.map((object) => warnOfDangers(session, object)))).flat();
}

/** An object and its first child after the apply, if that may open or close something. */
export function plannedObjects(
  schema: TerraformSchema,
  request: Pick<PlanRequest, "prior" | "config">,
  parts: Omit<PlannedParts, "isCertain">,
): readonly PlannedObject[] {
  return [plannedObject(schema, request, parts), plannedChild(schema, request, parts)].filter(
    (object) => object !== undefined,
  );
}

/** The first child of an existing object after the apply, if the plan changes it. */
function plannedChild(
  { firstChild, scopeField }: TerraformSchema,
  { prior, config }: Pick<PlanRequest, "prior" | "config">,
  { planned, changed }: Omit<PlannedParts, "isCertain">,
): PlannedObject | undefined {
  const id = textOfField(prior ?? {}, firstChild?.idField);
  const fields = firstChild?.values.filter(({ name }) => changed.includes(name)) ?? [];
  if (firstChild === undefined || id === null || fields.length === 0) return undefined;
  const scopeId = textOfField(planned, scopeField) ?? undefined;
  return { type: firstChild.type, id, scopeId, values: declaredValues(fields, planned, config) };
}

/** The object after the apply, if that may open or close something. Of what is unknown, the plan knows no effect. */
function plannedObject(
  schema: TerraformSchema,
  { prior, config }: Pick<PlanRequest, "prior" | "config">,
  { planned, changed, existingId }: Omit<PlannedParts, "isCertain">,
): PlannedObject | undefined {
  const { type, scopeField, containerField, defaultField, firstChild } = schema;
  const id = textOfField(prior ?? {}, "id") ?? existingId;
  const isGiven = (name: string | undefined): name is string =>
    name !== undefined && (prior === null || changed.includes(name)) && !isUnknown(planned[name] ?? null);
  const scopeId = textOfField(planned, scopeField) ?? undefined;
  const isPlaceKnown = scopeField === undefined || scopeId !== undefined;
  if (!isPlaceKnown || !mayOpen(schema, id, isGiven)) return undefined;
  return {
    type,
    values: declaredValues(
      schema.values.filter(({ name }) => isGiven(name)),
      planned,
      config,
    ),
    before: declaredValues(
      schema.values.filter(({ isDetail }) => isDetail),
      prior ?? {},
      {},
    ),
    ...present({
      id,
      scopeId,
      containerId: isGiven(containerField) ? textOfField(planned, containerField) : undefined,
      isDefault: isGiven(defaultField) && planned[defaultField] === true ? (true as const) : undefined,
      firstChild: firstChild && {
        type: firstChild.type,
        values: declaredValues(firstChild.values, planned, config),
      },
    }),
  };
}

function mayOpen(
  { type, containerField, defaultField, firstChild, values }: TerraformSchema,
  id: string | undefined,
  isGiven: (name: string | undefined) => boolean,
): boolean {
  if (values.some(({ name, rule }) => rule.opens !== undefined && isGiven(name)))
    return id !== undefined || !isOnlyImported(type);
  return id === undefined ? firstChild !== undefined : [containerField, defaultField].some(isGiven);
}
