import { isMap, isScalar, isSeq } from "yaml";
import type { Safety, Threshold } from "../model/desired-world.ts";
import { didYouMean } from "../model/nearest.ts";
import { readOrganization } from "./read-organization.ts";
import { readText } from "./read-value.ts";
import { type LayoutReading, layoutErrorAt } from "./reading.ts";
import { mapFields, textOfScalar, valuePosition, type YamlField } from "./yaml-source.ts";

/** The fields at the top of a layout that are not maps of objects. */
export const headFields = [
  "docsform",
  "name",
  "organization",
  "variables",
  "environments",
  "prune",
  "safety",
] as const;

/** The head of a layout. A field is undefined or empty if the layout does not declare it or its value is invalid. */
export interface Head {
  readonly name: string | undefined;
  readonly organizationId: string | undefined;
  readonly prune: readonly string[];
  readonly safety: Safety;
}

/** Reads the head from the merged fields of the files. `versions` has the `docsform` field of each file that has one. */
export function readHead(
  reading: LayoutReading,
  head: ReadonlyMap<string, YamlField>,
  versions: readonly YamlField[],
): Head {
  for (const field of versions) readVersion(reading, field);
  const name = head.get("name");
  const organization = head.get("organization");
  const prune = head.get("prune");
  const safety = head.get("safety");
  return {
    name: name === undefined ? undefined : readName(reading, name),
    organizationId: organization === undefined ? undefined : readOrganization(reading, organization),
    prune: prune === undefined ? [] : readPrune(reading, prune),
    safety: safety === undefined ? {} : readSafety(reading, safety),
  };
}

function readVersion(reading: LayoutReading, field: YamlField): void {
  if (isScalar(field.value) && field.value.value === 1) return;
  const message = "docsform does not know this version of the layout format.";
  reading.report(layoutErrorAt(valuePosition(field), "unknown-version", message, "Write docsform: 1."));
}

/** Allowed names of layouts. File names contain them. */
export const layoutName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;

function readName(reading: LayoutReading, field: YamlField): string | undefined {
  const text = readText(reading, field, "a name, as text");
  if (text === undefined || layoutName.test(text)) return text;
  const message = "name can have letters, digits, dots and dashes, at most 64.";
  reading.report(layoutErrorAt(valuePosition(field), "invalid-value", message));
  return undefined;
}

function readPrune(reading: LayoutReading, field: YamlField): readonly string[] {
  const { value: list, source } = field;
  if (!isSeq(list)) {
    reading.report(
      layoutErrorAt(
        valuePosition(field),
        "invalid-value",
        "prune must be a list of the maps of this layout.",
      ),
    );
    return [];
  }
  const { maps } = reading.types;
  return list.items.flatMap((item) => {
    const node = source.follow(item);
    if (node === undefined) return [];
    const name = textOfScalar(node);
    const syntax = maps.get(name);
    if (syntax !== undefined) return [syntax.type.name];
    const remedy = didYouMean(name, maps.keys()) ?? `It may be one of ${[...maps.keys()].join(", ")}.`;
    reading.report(layoutErrorAt(source.at(node), "unknown-map", `prune: there is no map ${name}.`, remedy));
    return [];
  });
}

const thresholds = ["maxDeletes", "maxChanges"] as const;
const safetyFields = [...thresholds, "undo"] as const;
const namesOfSafety = `${thresholds.join(", ")} and undo`;

function readSafety(reading: LayoutReading, field: YamlField): Safety {
  if (!isMap(field.value)) {
    const message = `safety must be a map with the fields ${namesOfSafety}.`;
    reading.report(layoutErrorAt(valuePosition(field), "invalid-value", message));
    return {};
  }
  const safety: { -readonly [Name in keyof Safety]: Safety[Name] } = {};
  for (const inner of mapFields(field.source, field.value, reading.report)) {
    const name = safetyFields.find((each) => each === inner.name);
    if (name === undefined) {
      const remedy = didYouMean(inner.name, safetyFields) ?? `Its fields are ${namesOfSafety}.`;
      const at = inner.source.at(inner.key);
      reading.report(layoutErrorAt(at, "unknown-field", `safety has no field ${inner.name}.`, remedy));
    } else Object.assign(safety, readSafetyField(reading, inner, name));
  }
  return safety;
}

function readSafetyField(reading: LayoutReading, field: YamlField, name: keyof Safety): Safety {
  const invalid = (message: string) => {
    reading.report(layoutErrorAt(valuePosition(field), "invalid-value", message));
    return {};
  };
  if (name === "undo") {
    const isRefusal = isScalar(field.value) && field.value.value === "refuse";
    return isRefusal ? { undo: "refuse" } : invalid('undo must be "refuse".');
  }
  const threshold = thresholdOf(field);
  return threshold === undefined
    ? invalid(`${name} must be a share such as 30%, or a whole number.`)
    : { [name]: threshold };
}

function thresholdOf({ value: node }: YamlField): Threshold | undefined {
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value === "number") return Number.isInteger(value) && value >= 0 ? { count: value } : undefined;
  const share = /^(\d+(?:\.\d+)?)\s*%$/.exec(typeof value === "string" ? value : "")?.[1];
  if (share === undefined || Number(share) > 100) return undefined;
  return { share: Number(share) / 100 };
}
