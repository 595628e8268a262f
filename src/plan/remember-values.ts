import { rememberedValue } from "../model/attribute-value.ts";
import type { DesiredObject } from "../model/desired-world.ts";
import type { Json } from "../model/json.ts";
import type { PlanContext } from "./context.ts";
import {
  initialValue,
  type NamedAttribute,
  type RememberOptions,
  rememberedValues,
  undeclaredIn,
} from "./decide/undeclared.ts";
import type { ManagedObject } from "./plan.ts";
import { containsText } from "./report/secret-texts.ts";

/** With what a plan remembers values that nobody declares: secrets as hashes, with the salt of the state that is written next. */
export function rememberOptions({ secretTexts, state, options }: PlanContext): RememberOptions {
  return {
    isSecret: (value) => containsText(value, secretTexts),
    salt: state?.salt ?? options.salt,
    hash: options.hash,
  };
}

/** Who sees the object after the plan is done, where no layout says it. */
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
  const initial = names.flatMap((name) => entryFor(name, initialValue(type, name)));
  const values = { ...Object.fromEntries(initial), ...carried };
  const unknown = names.filter((name) => !(name in values));
  return { undeclared: values, ...(unknown.length > 0 && { unknown }) };
}

/** What the layout says of an object, without what it carries over from the one whose place it takes. */
export function withoutCarried(
  { decisions }: Pick<PlanContext, "decisions">,
  object: DesiredObject,
): DesiredObject {
  const names = decisions.carried.get(object.address)?.names ?? [];
  if (names.length === 0) return object;
  const declared = Object.entries(object.attributes).filter(([name]) => !names.includes(name));
  return { ...object, attributes: Object.fromEntries(declared) };
}

/** Values that decide who sees something refer to no object. */
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
