import { isMap, isScalar, isSeq } from "yaml";
import { wordsOf } from "../model/codes/layout-words.ts";
import type { Safety, Threshold } from "../model/desired-world.ts";
import { errorAt } from "../model/diagnostic.ts";
import { suggestion } from "../util/nearest.ts";
import { readOrganization } from "./read-organization.ts";
import { readText } from "./read-value.ts";
import { type LayoutReading, unknownField } from "./reading.ts";
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
  reading.report(errorAt(valuePosition(field), wordsOf("layout/unknown-version")));
}

/** Allowed names of layouts. File names contain them. */
export const layoutName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;

function readName(reading: LayoutReading, field: YamlField): string | undefined {
  const text = readText(reading, field, { case: "text" });
  if (text === undefined || layoutName.test(text)) return text;
  const facts = { case: "name", name: text } as const;
  reading.report(errorAt(valuePosition(field), wordsOf("layout/invalid-value", facts)));
  return undefined;
}

function readPrune(reading: LayoutReading, field: YamlField): readonly string[] {
  const { value: list, source } = field;
  if (!isSeq(list)) {
    const facts = { case: "prune", field: field.name } as const;
    reading.report(errorAt(valuePosition(field), wordsOf("layout/invalid-value", facts)));
    return [];
  }
  const { prunable } = reading.types;
  return list.items.flatMap((item) => {
    const node = source.follow(item);
    if (node === undefined) return [];
    const name = textOfScalar(node);
    const types = prunable.get(name);
    if (types !== undefined) return types;
    const facts = { name, suggestion: suggestion(name, prunable.keys()) };
    reading.report(errorAt(source.at(node), wordsOf("layout/unknown-map", facts)));
    return [];
  });
}

const thresholds = ["maxDeletes", "maxChanges"] as const;
const refusals = ["undo", "opens"] as const;
export const safetyFields = [...thresholds, ...refusals] as const;

function readSafety(reading: LayoutReading, field: YamlField): Safety {
  if (!isMap(field.value)) {
    const facts = { case: "safety", field: field.name, fields: safetyFields } as const;
    reading.report(errorAt(valuePosition(field), wordsOf("layout/invalid-value", facts)));
    return {};
  }
  const safety: { -readonly [Name in keyof Safety]: Safety[Name] } = {};
  for (const inner of mapFields(field.source, field.value, reading.report)) {
    const name = safetyFields.find((each) => each === inner.name);
    if (name === undefined)
      reading.report(unknownField(inner.source.at(inner.key), field.name, inner.name, safetyFields));
    else Object.assign(safety, readSafetyField(reading, inner, name));
  }
  return safety;
}

function readSafetyField(reading: LayoutReading, field: YamlField, name: keyof Safety): Safety {
  const invalid = (facts: { readonly case: "refusal" | "threshold" }) => {
    const words = wordsOf("layout/invalid-value", { ...facts, field: name });
    reading.report(errorAt(valuePosition(field), words));
    return {};
  };
  if (refusals.some((each) => each === name)) {
    const isRefusal = isScalar(field.value) && field.value.value === "refuse";
    return isRefusal ? { [name]: "refuse" } : invalid({ case: "refusal" });
  }
  const threshold = thresholdOf(field);
  return threshold === undefined ? invalid({ case: "threshold" }) : { [name]: threshold };
}

function thresholdOf({ value: node }: YamlField): Threshold | undefined {
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value === "number") return Number.isInteger(value) && value >= 0 ? { count: value } : undefined;
  const share = /^(\d+(?:\.\d+)?)\s*%$/.exec(typeof value === "string" ? value : "")?.[1];
  if (share === undefined || Number(share) > 100) return undefined;
  return { share: Number(share) / 100 };
}
