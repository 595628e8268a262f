import { apiVersionsOf, foreignParts, isKnownTo } from "../../../model/api-version-marks.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { ApiVersion } from "../../../model/endpoint.ts";
import { attributesIn } from "../../../model/key-field.ts";
import { errorOf } from "../../../model/plan/errors-and-notes.ts";
import { copyRuleOf, isOnlyImported } from "../../../model/resource-type/creation.ts";
import { writerOf } from "../../../model/resource-type/writes.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import { sourceOfCopy } from "./copy-source.ts";
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
    const facts = { attribute: name, address: desired.address, apiVersion };
    const words = isKnownTo(schema, apiVersion)
      ? foreign.map((part) =>
          wordsOf("plan/not-in-this-api-version", {
            case: "value",
            ...facts,
            value: JSON.stringify(part.value),
            versions: part.apiVersions,
          }),
        )
      : [
          wordsOf("plan/not-in-this-api-version", {
            case: "attribute",
            ...facts,
            versions: apiVersionsOf(schema) ?? [],
          }),
        ];
    return words.map((each) => errorOf(each, desired, name));
  });
}

export function creationFailures(inputs: DecideInputs, desired: DesiredObject): readonly Diagnostic[] {
  const type = inputs.types.get(desired.type);
  const { address, attributes } = desired;
  if (desired.pin !== undefined && !inputs.matches.byAddress.has(address)) return [];
  if (type.creation === undefined && type.firstChild === undefined && !isFirstChildType(inputs, type)) {
    const facts = {
      address,
      sought: sought(type, desired),
      objects: type.label.many,
      origin: type.origin ?? "",
    };
    return [errorOf(wordsOf("plan/cannot-create", facts), desired)];
  }
  const missing = Object.entries(type.attributes).filter(
    ([name, a]) => a.atCreate === "required" && (attributes[name] ?? null) === null,
  );
  return missing.map(([attribute]) =>
    errorOf(wordsOf("plan/required-to-create", { address, attribute }), desired),
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
  const object = type.label.one;
  const parent = inputs.types.get(container.type).label.one;
  const { address } = desired;
  return Object.entries(desired.attributes)
    .filter(
      ([name, value]) =>
        value !== null &&
        !rule.carries.includes(name) &&
        writerOf(type, name) === undefined &&
        inheritedValue(inputs, desired, name) !== value,
    )
    .map(([attribute]) => {
      const facts = { address, object, parent, attribute };
      return errorOf(wordsOf("plan/cannot-set-on-first", facts), desired, attribute);
    });
}

/** A copy needs a source that exists or that the plan creates. */
export function copyFailures(inputs: DecideInputs, desired: DesiredObject): readonly Diagnostic[] {
  const source = sourceOfCopy(inputs, desired.type, desired.attributes);
  const rule = copyRuleOf(inputs.types.get(desired.type), desired.attributes);
  const isItself = source?.address === desired.address;
  const isThere = source === undefined || source.address !== undefined || source.live !== undefined;
  if (rule === undefined || (isThere && !isItself)) return [];
  const { attribute } = rule;
  const { address, type, attributes } = desired;
  const words = isItself
    ? wordsOf("plan/nothing-to-copy", { case: "itself", address, attribute })
    : wordsOf("plan/nothing-to-copy", {
        case: "missing",
        address,
        attribute,
        source: JSON.stringify(attributes[attribute]),
        object: inputs.types.get(type).label.one,
      });
  return [errorOf(words, desired, attribute)];
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
  const { address } = desired;
  return changed
    .filter((name) => writerOf(type, name) === undefined)
    .map((attribute) => {
      const value = JSON.stringify(live.attributes[attribute] ?? null);
      return errorOf(wordsOf("plan/cannot-change", { attribute, address, value }), desired, attribute);
    });
}

/** After a replace the pin would have the id of a deleted object. */
export function pinnedReplaces({ desired, replaces }: Created): readonly Diagnostic[] {
  const { address, pin } = desired;
  if (pin === undefined || replaces === undefined) return [];
  const { reason } = replaces;
  return [errorOf(wordsOf("plan/pinned-replace", { address, pin, reason }), desired)];
}

function isFirstChildType(inputs: DecideInputs, type: ResourceType): boolean {
  return inputs.types.all.some((other) => other.firstChild?.type === type.name);
}
