import { rememberedValue } from "../../../model/attribute-value.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import type { ManagedObject } from "../../../model/plan/plan.ts";
import { copyRuleOf } from "../../../model/resource-type/creation.ts";
import { containsText } from "../../../model/secret-value.ts";
import type { Json } from "../../../util/json.ts";
import type { PlanContext } from "./plan-context.ts";
import {
  initialValue,
  type NamedAttribute,
  type RememberOptions,
  rememberedValues,
  undeclaredIn,
} from "./undeclared.ts";

/** Options for remembering undeclared values: it hashes secrets with the salt of the next state. */
export function rememberOptions({ secretTexts, state, options }: PlanContext): RememberOptions {
  return {
    isSecret: (value) => containsText(value, secretTexts),
    salt: state?.salt ?? options.salt,
    hash: options.hash,
  };
}

/** The undeclared values that decide who sees the object after the plan. */
export function undeclaredOf(
  context: PlanContext,
  remembering: RememberOptions,
  object: DesiredObject,
): Pick<ManagedObject, "undeclared" | "unknown"> {
  const { types, decisions, state, live: index } = context;
  const type = types.get(object.type);
  const undeclared = undeclaredIn(type, withoutCarried(context, object), index.world.apiVersion);
  if (undeclared.length === 0) return {};
  const carried = decisions.carried.has(object.address)
    ? carriedValues(undeclared, object, remembering)
    : undefined;
  const live = decisions.retained.get(object.address)?.live;
  if (live !== undefined) {
    const known = state?.objects[object.address];
    const entry = known?.id === live.id ? known : undefined;
    const remembered = rememberedValues(undeclared, live, entry, remembering);
    return { undeclared: carried === undefined ? remembered : { ...remembered, ...carried } };
  }
  const names = undeclared.map(([name]) => name);
  // A copy has the values of its source, and not the initial ones.
  const isCopy = copyRuleOf(type, object.attributes) !== undefined;
  const initial = isCopy ? [] : names.flatMap((name) => entryFor(name, initialValue(type, name)));
  const values = { ...Object.fromEntries(initial), ...carried };
  const unknown = names.filter((name) => !(name in values));
  return { undeclared: values, ...(unknown.length > 0 && { unknown }) };
}

/** The object without the values that it carries over from the one that it replaces. */
export function withoutCarried(
  { decisions }: Pick<PlanContext, "decisions">,
  object: DesiredObject,
): DesiredObject {
  const names = decisions.carried.get(object.address)?.names ?? [];
  if (names.length === 0) return object;
  const declared = Object.entries(object.attributes).filter(([name]) => !names.includes(name));
  return { ...object, attributes: Object.fromEntries(declared) };
}

/** Carried values as the state remembers them. Values that decide who sees an object never refer to an object. */
function carriedValues(
  undeclared: readonly NamedAttribute[],
  { attributes }: DesiredObject,
  remembering: RememberOptions,
): Readonly<Record<string, Json>> {
  const carried = undeclared.flatMap(([name, rule]) => {
    const value = attributes[name] as Json | undefined;
    return value === undefined
      ? []
      : [[name, rememberedValue(rule, value, remembering.isSecret(value), remembering)]];
  });
  return Object.fromEntries(carried) as Record<string, Json>;
}

function entryFor(name: string, value: Json | undefined): readonly (readonly [string, Json])[] {
  return value === undefined ? [] : [[name, value]];
}
