import { apiVersionsOf, foreignParts, isKnownTo } from "../../model/api-version-marks.ts";
import type { Code } from "../../model/codes/code.ts";
import type { DesiredObject } from "../../model/desired-world.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import { attributesIn } from "../../model/key-field.ts";
import { copyRuleOf, isOnlyImported } from "../../model/resource-type/creation.ts";
import { writerOf } from "../../model/resource-type/writes.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { sourceOfCopy } from "../copy-source.ts";
import type { Created, DecideInputs } from "./decisions.ts";
import { inheritedValue } from "./inherited.ts";

export function apiVersionFailures(inputs: DecideInputs, desired: DesiredObject): readonly Diagnostic[] {
  const apiVersion: ApiVersion = inputs.live.world.apiVersion;
  const type = inputs.types.get(desired.type);
  return Object.entries(desired.attributes).flatMap(([name, value]) => {
    const schema = type.attributes[name]?.schema;
    // A service that does not know the field has no value for it, so null suits every API version.
    if (schema === undefined || value === null) return [];
    const foreign = foreignParts(schema, value, apiVersion);
    if (foreign.length === 0) return [];
    const whole = !isKnownTo(schema, apiVersion);
    const having = apiVersionsOf(schema) ?? [];
    const parts = whole
      ? [{ text: "", having }]
      : foreign.map((part) => ({
          text: `${JSON.stringify(part.value)} in `,
          having: part.apiVersions,
        }));
    return parts.map((part) => ({
      severity: "error" as const,
      code: "plan/not-in-this-api-version",
      message: `${part.text}${name} of ${desired.address} exists only in the API version ${part.having.join(" and the ")}; this service speaks ${apiVersion}.`,
      remedy: whole ? `Remove ${name}.` : `Choose another value of ${name}.`,
      ...positionOf(desired, name),
    }));
  });
}

export function creationFailures(inputs: DecideInputs, desired: DesiredObject): readonly Diagnostic[] {
  const type = inputs.types.get(desired.type);
  const fail = (code: Code, message: string, remedy: string): Diagnostic => ({
    severity: "error",
    code,
    message,
    remedy,
    ...positionOf(desired),
  });
  if (desired.pin !== undefined && !inputs.matches.byAddress.has(desired.address)) return [];
  if (type.creation === undefined && type.firstChild === undefined && !isFirstChildType(inputs, type))
    return [
      fail(
        "plan/cannot-create",
        `${desired.address} does not exist${sought(type, desired)}, and the service has no operation that creates ${type.label.many}.`,
        `${type.origin === undefined ? "" : `${type.origin} `}If you mean an existing one, pin it with \`id:\`.`,
      ),
    ];
  const missing = Object.entries(type.attributes).filter(
    ([name, a]) => a.atCreate === "required" && (desired.attributes[name] ?? null) === null,
  );
  return missing.map(([name]) =>
    fail(
      "plan/required-to-create",
      `${desired.address} does not exist yet, and creating it needs ${name}.`,
      `Declare ${name}, or pin an existing object with \`id:\`.`,
    ),
  );
}

/** Attributes of a first child that only a creating call of its own can set. The service creates a first child together with its parent. */
export function firstChildFailures(
  inputs: DecideInputs,
  { desired, createdWith }: Created,
): readonly Diagnostic[] {
  const container = createdWith === undefined ? undefined : inputs.desired.get(createdWith);
  const rule = container && inputs.types.get(container.type).firstChild;
  if (container === undefined || rule === undefined) return [];
  const type = inputs.types.get(desired.type);
  const [one, outer] = [type.label.one, inputs.types.get(container.type).label.one];
  return Object.entries(desired.attributes)
    .filter(
      ([name, value]) =>
        value !== null &&
        !rule.carries.includes(name) &&
        writerOf(type, name) === undefined &&
        inheritedValue(inputs, desired, name) !== value,
    )
    .map(([name]) => ({
      severity: "error" as const,
      code: "plan/cannot-set-on-first",
      message: `${desired.address} is the first ${one} of a new ${outer}. The service creates both together, and does not accept a ${name} there.`,
      remedy: `Remove its ${name}, or put another ${one} first that has none.`,
      ...positionOf(desired, name),
    }));
}

/** A copy needs a source that exists or that the plan creates. */
export function copyFailures(inputs: DecideInputs, desired: DesiredObject): readonly Diagnostic[] {
  const source = sourceOfCopy(inputs, desired.type, desired.attributes);
  const rule = copyRuleOf(inputs.types.get(desired.type), desired.attributes);
  const isItself = source?.address === desired.address;
  const isThere = source === undefined || source.address !== undefined || source.live !== undefined;
  if (rule === undefined || (isThere && !isItself)) return [];
  return [
    {
      severity: "error",
      code: "plan/nothing-to-copy",
      message: isItself
        ? `${desired.address} does not exist, and the layout creates it as a copy of itself.`
        : `The layout creates ${desired.address} as a copy of ${JSON.stringify(desired.attributes[rule.attribute])}, and there is no such ${inputs.types.get(desired.type).label.one}.`,
      remedy: `Name another one in ${rule.attribute}, or remove it to create an empty one.`,
      ...positionOf(desired, rule.attribute),
    },
  ];
}

/** The key values by which docsform looked for the object. */
function sought({ identity }: ResourceType, { attributes }: DesiredObject): string {
  const named = attributesIn(identity.key).flatMap((name) =>
    typeof attributes[name] === "string" ? [`${name} ${JSON.stringify(attributes[name])}`] : [],
  );
  return named.length === 0 ? "" : ` (${named.join(", ")})`;
}

/** Reports an import-only object that the change would replace. docsform never creates its type, so this is an error. */
export function importedReplaces(
  inputs: DecideInputs,
  { desired, replaces }: Created,
): readonly Diagnostic[] {
  const type = inputs.types.get(desired.type);
  if (replaces === undefined || !isOnlyImported(type)) return [];
  const { live, changed } = replaces;
  return changed
    .filter((name) => writerOf(type, name) === undefined)
    .map((name) => ({
      severity: "error" as const,
      code: "plan/cannot-change",
      message: `${name} of ${desired.address} is ${JSON.stringify(live.attributes[name] ?? null)} on the service, which has no operation to change it.`,
      remedy: `Declare the live value. If you mean another ${type.label.one}, declare it under another key.`,
      ...positionOf(desired, name),
    }));
}

/** After a replace the pin would have the id of a deleted object. */
export function pinnedReplaces({ desired, replaces }: Created): readonly Diagnostic[] {
  if (desired.pin === undefined || replaces === undefined) return [];
  return [
    {
      severity: "error",
      code: "plan/pinned-replace",
      message: `${desired.address} is pinned to ${desired.pin}, but this change needs a new object: ${replaces.reason}.`,
      remedy: "Remove `id:` to let docsform replace it, or undo the change.",
      ...positionOf(desired),
    },
  ];
}

function isFirstChildType(inputs: DecideInputs, type: ResourceType): boolean {
  return inputs.types.all.some((other) => other.firstChild?.type === type.name);
}

export function positionOf(
  desired: DesiredObject,
  attribute?: string,
): { at?: NonNullable<DesiredObject["at"]> } {
  const at = (attribute === undefined ? undefined : desired.positions?.[attribute]) ?? desired.at;
  return at ? { at } : {};
}
