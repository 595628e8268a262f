import { type Generation, generations } from "../../model/endpoint.ts";
import { foreignParts, generationsOf, isKnownTo } from "../../model/generation-marks.ts";
import { type Attribute, isCreatable, type ResourceType } from "../../model/resource-type.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import { errorAt } from "../../tfplugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../../tfplugin/protobuf/messages.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import { type CtyObject, type CtyValue, isWhollyKnown } from "../../tfplugin/values/cty-value.ts";
import type { Session } from "../session/session.ts";
import { untilAborted } from "../session/until-aborted.ts";
import { toJson } from "./shape.ts";

/** Whether this generation of the service has no such attribute; no, where nobody knows the generation. */
export function isLacking(
  { schema }: Pick<Attribute, "schema">,
  generation: Generation | undefined,
): boolean {
  return generation !== undefined && !isKnownTo(schema, generation);
}

/** The first argument whose effect is not the same in all of these generations; undefined: there is none. */
export function dependentArgument(
  schema: TerraformSchema,
  config: CtyObject,
  among: readonly Generation[],
): string | undefined {
  const { containerField, type, values } = schema;
  const isPlaced = containerField !== undefined && (config[containerField] ?? null) !== null;
  if (isPlaced && isPlacedDifferently(type, among)) return containerField;
  return values.find((field) => isOfSome(field, config[field.name] ?? null, among))?.name;
}

function isPlacedDifferently({ container }: ResourceType, among: readonly Generation[]): boolean {
  if (container === undefined) return false;
  const ways = among.map((each) => `${container.atCreate[each]} ${container.change[each]}`);
  return new Set(ways).size > 1;
}

function isOfSome(
  { rule: { schema }, shape }: ValueField,
  value: CtyValue,
  among: readonly Generation[],
): boolean {
  if (value === null) return false;
  if (among.some((each) => !isKnownTo(schema, each))) return true;
  if (!isWhollyKnown(value)) return false;
  const json = toJson(shape, value);
  return among.some((each) => foreignParts(schema, json, each).length > 0);
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

/** Whether some of these generations create an object that is configured so, and others cannot. */
export function isCreatedBySome(
  schema: TerraformSchema,
  config: CtyObject,
  among: readonly Generation[],
): boolean {
  return new Set(among.map((each) => isCreatedBy(schema, config, each))).size > 1;
}

/** The error for an argument where nobody knows the generation: at the first resource that depends on it. */
export function generationOpen(
  { told }: Session,
  argument: string | undefined,
): readonly ProviderDiagnostic[] {
  if (told.has("generation")) return [];
  told.add("generation");
  return [
    errorAt(
      argument === undefined ? [] : [argument],
      "Nothing shows which generation of its interface this service speaks",
      `${argument === undefined ? "Whether this can be created" : `What \`${argument}\` takes`} depends on it. Say which one it is with \`generation\` in the provider block, \`${generations.join("` or `")}\`, or with DOCSFORM_GENERATION.`,
    ),
  ];
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
