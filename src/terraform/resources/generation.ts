import { type Generation, generations } from "../../model/endpoint.ts";
import { foreignParts, generationOf } from "../../model/generation-marks.ts";
import type { Attribute, ResourceType } from "../../model/resource-type.ts";
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
  return generation !== undefined && (generationOf(schema) ?? generation) !== generation;
}

/** The first argument whose effect depends on the generation; undefined: there is none. */
export function dependentArgument(schema: TerraformSchema, config: CtyObject): string | undefined {
  const { containerField, type, values } = schema;
  const isPlaced = containerField !== undefined && (config[containerField] ?? null) !== null;
  if (isPlaced && isPlacedDifferently(type)) return containerField;
  return values.find((field) => isOfOneGeneration(field, config[field.name] ?? null))?.name;
}

function isPlacedDifferently({ container }: ResourceType): boolean {
  return (
    container !== undefined &&
    (container.atCreate.classic !== container.atCreate.current ||
      container.change.classic !== container.change.current)
  );
}

function isOfOneGeneration({ rule: { schema }, shape }: ValueField, value: CtyValue): boolean {
  if (value === null) return false;
  if (generationOf(schema) !== undefined) return true;
  if (!isWhollyKnown(value)) return false;
  const json = toJson(shape, value);
  return generations.some((generation) => foreignParts(schema, json, generation).length > 0);
}

/** The error for an argument where nobody knows the generation: at the first resource that depends on it. */
export function generationOpen({ told }: Session, argument: string): readonly ProviderDiagnostic[] {
  if (told.has("generation")) return [];
  told.add("generation");
  return [
    errorAt(
      [argument],
      "Nothing shows which generation of its interface this service speaks",
      `What \`${argument}\` takes depends on it. Say which one it is with \`generation\` in the provider block, \`${generations.join("` or `")}\`, or with DOCSFORM_GENERATION.`,
    ),
  ];
}

/** The generation, where it decides which of these values the service has; asked for, and waited for, only then. */
export async function generationFor(
  session: Session,
  values: readonly ValueField[],
  scope?: CallScope,
): Promise<Generation | undefined> {
  if (values.every((field) => generationOf(field.rule.schema) === undefined)) return undefined;
  return await (scope === undefined
    ? session.generation()
    : untilAborted(scope.signal, session.generation()));
}
