import { type Generation, generations } from "../../model/endpoint.ts";
import { foreignParts, generationsOf, isKnownTo } from "../../model/generation-marks.ts";
import { type Attribute, isCreatable, type ResourceType } from "../../model/resource-type.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import { type CtyObject, type CtyValue, isWhollyKnown } from "../../tfplugin/values/cty-value.ts";
import type { Session } from "../session/session.ts";
import { untilAborted } from "../session/until-aborted.ts";
import { toJson } from "./shape.ts";

/** Whether this generation of the service has no such attribute; no, where the generation is not settled. */
export function isLacking(
  { schema }: Pick<Attribute, "schema">,
  generation: Generation | undefined,
): boolean {
  return generation !== undefined && !isKnownTo(schema, generation);
}

/** Whether something that is configured does not have the same effect in all generations. */
export function dependsOnGeneration(schema: TerraformSchema, config: CtyObject): boolean {
  const { containerField, type, values } = schema;
  const isPlaced = containerField !== undefined && (config[containerField] ?? null) !== null;
  if (isPlaced && isPlacedDifferently(type)) return true;
  return values.some((field) => isOfSome(field, config[field.name] ?? null));
}

function isPlacedDifferently({ container }: ResourceType): boolean {
  if (container === undefined) return false;
  const ways = generations.map((each) => `${container.atCreate[each]} ${container.change[each]}`);
  return new Set(ways).size > 1;
}

function isOfSome({ rule: { schema }, shape }: ValueField, value: CtyValue): boolean {
  if (value === null) return false;
  if (generations.some((each) => !isKnownTo(schema, each))) return true;
  if (!isWhollyKnown(value)) return false;
  const json = toJson(shape, value);
  return generations.some((each) => foreignParts(schema, json, each).length > 0);
}

/** Whether a service of the generation creates an object that is configured so. */
export function isCreatedBy(
  { type, values }: TerraformSchema,
  config: CtyObject,
  generation: Generation,
): boolean {
  const attributes = values.map(({ attribute, name }) => [attribute, config[name] ?? null] as const);
  return isCreatable(type, generation, Object.fromEntries(attributes));
}

/** Whether only some generations create an object that is configured so. */
export function isCreatedBySome(schema: TerraformSchema, config: CtyObject): boolean {
  return new Set(generations.map((each) => isCreatedBy(schema, config, each))).size > 1;
}

/** The generation, where it decides which of these values the service has; asked for, and waited for, only then. */
export async function generationFor(
  session: Session,
  values: readonly ValueField[],
  scope?: CallScope,
): Promise<Generation | undefined> {
  if (values.every((field) => generationsOf(field.rule.schema) === undefined)) return undefined;
  const known = session.knownGeneration();
  if (known !== undefined) return known;
  return await (scope === undefined
    ? session.generation()
    : untilAborted(scope.signal, session.generation()));
}
