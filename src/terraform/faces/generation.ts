import type { Generation } from "../../model/endpoint.ts";
import type { Attribute } from "../../model/resource-type.ts";
import type { ValueField } from "../../model/terraform-face.ts";
import type { Session } from "../session/session.ts";

/** Whether this generation of the service has no such attribute; no, where nobody knows the generation. */
export function isLacking(
  { generations }: Pick<Attribute, "generations">,
  generation: Generation | undefined,
): boolean {
  return generation !== undefined && generations?.includes(generation) === false;
}

/** The generation, where it decides which of these values the service has; asked for only then. */
export async function generationFor(
  session: Session,
  values: readonly ValueField[],
): Promise<Generation | undefined> {
  return values.some((field) => field.rule.generations !== undefined)
    ? await session.generation()
    : undefined;
}
