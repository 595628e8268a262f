import { canonicalValue } from "../../model/attribute-value.ts";
import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { UniqueRule } from "../../model/resource-type/identity.ts";
import type { TerraformSchema } from "../../model/terraform-schema.ts";
import type { Json } from "../../util/json.ts";
import { type CtyObject, isUnknown, isWhollyKnown } from "../plugin/values/cty-value.ts";
import type { Renaming } from "../session/owners.ts";
import type { Session } from "../session/session.ts";
import { textOfField } from "./object-values.ts";
import { resourceAddress } from "./resource-names.ts";
import { toJson } from "./shape.ts";
import { shownCtyValue } from "./shown-value.ts";

/**
 * Notes which names change, and refuses the last member of a cycle. In a cycle each object takes the name of the next, so none can change
 * first. One apply can rename a chain, because one end of it is free.
 */
export function noteRenamings(
  schema: TerraformSchema,
  { renamings, host }: Pick<Session, "renamings" | "host">,
  prior: CtyObject,
  planned: CtyObject,
): void {
  for (const rule of schema.type.unique ?? []) {
    const [from, to] = [nameIn(schema, rule, prior), nameIn(schema, rule, planned)];
    if (from === undefined || to === undefined || from.key === to.key) continue;
    const object = `${resourceAddress(schema, planned)} (${textOfField(prior, "id") ?? ""})`;
    renamings.set(from.key, { to: to.key, object });
    noteNameUse(schema, host, textOfField(prior, "id") ?? "", rule, to);
    if (leadsTo(renamings, to.key, from.key))
      throw cycleError(object, `${to.field} ${to.shown}`, renamings.get(to.key)?.object ?? "");
  }
}

/** Notes the names of an object that the plan creates. The current holder of a name may have to give it up first. */
export function noteNamings(
  schema: TerraformSchema,
  { host }: Pick<Session, "host">,
  planned: CtyObject,
): void {
  for (const rule of schema.type.unique ?? []) {
    const to = nameIn(schema, rule, planned);
    if (to !== undefined) noteNameUse(schema, host, "", rule, to);
  }
}

function noteNameUse(
  { type }: TerraformSchema,
  { plannedMoves, clock }: Session["host"],
  id: string,
  { attribute }: UniqueRule,
  { value }: UniqueName,
): void {
  plannedMoves.noteRenaming({ type: type.name, id, attribute, to: value, plannedAt: clock.now() });
}

function leadsTo(renamings: ReadonlyMap<string, Renaming>, start: string, end: string): boolean {
  const visited = new Set<string>();
  for (let at: string | undefined = start; at !== undefined && !visited.has(at); at = renamings.get(at)?.to) {
    if (at === end) return true;
    visited.add(at);
  }
  return false;
}

interface UniqueName {
  readonly key: string;
  readonly field: string;
  readonly value: Json;
  readonly shown: string;
}

/** A name and the place in which it must be unique. Undefined if the name or the place is not known. */
function nameIn(
  { name: resource, values, scopeField, containerField }: TerraformSchema,
  { attribute, within }: UniqueRule,
  state: CtyObject,
): UniqueName | undefined {
  const field = values.find((each) => each.attribute === attribute);
  const value = field === undefined ? null : (state[field.name] ?? null);
  if (field === undefined || value === null || !isWhollyKnown(value)) return undefined;
  const fields = { organization: [], scope: [scopeField], container: [scopeField, containerField] }[within];
  const place = fields.map((each) => (each === undefined ? null : (state[each] ?? null)));
  if (place.some(isUnknown)) return undefined;
  const json = toJson(field.shape, value);
  const canonical = canonicalValue(field.rule, json);
  return {
    key: JSON.stringify([resource, attribute, place, canonical]),
    field: field.name,
    value: json,
    shown: shownCtyValue(value),
  };
}

function cycleError(object: string, wanted: string, holder: string): DocsformError {
  return fail("terraform/name-taken", { case: "cycle", object, wanted, holder });
}
