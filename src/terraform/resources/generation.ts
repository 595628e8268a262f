import type { Generation } from "../../model/endpoint.ts";
import { generationOf } from "../../model/generation-marks.ts";
import type { Attribute } from "../../model/resource-type.ts";
import type { ValueField } from "../../model/terraform-schema.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import type { Session } from "../session/session.ts";
import { untilAborted } from "../session/until-aborted.ts";

/** Whether this generation of the service has no such attribute; no, where nobody knows the generation. */
export function isLacking(
  { schema }: Pick<Attribute, "schema">,
  generation: Generation | undefined,
): boolean {
  return generation !== undefined && (generationOf(schema) ?? generation) !== generation;
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
