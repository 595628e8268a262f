import { isMap, isSeq } from "yaml";
import { wordsOf } from "../model/codes/layout-words.ts";
import { errorAt } from "../model/diagnostic.ts";
import type { LayoutTypes } from "./layout-types.ts";
import { type Layering, layeringOf } from "./merge-layers.ts";
import { chosenEnvironment, fieldsOfEnvironment, readEnvironments } from "./read-environments.ts";
import { headFields } from "./read-head.ts";
import { unknownField } from "./reading.ts";
import {
  duplicateKey,
  isOwnField,
  mapFields,
  type Report,
  valuePosition,
  type YamlField,
  type YamlSource,
} from "./yaml-source.ts";

/** The merged fields of all files. */
export interface MergedSources {
  readonly head: ReadonlyMap<string, YamlField>;
  readonly versions: readonly YamlField[];
  readonly variables: ReadonlyMap<string, YamlField>;
  readonly environments: ReadonlyMap<string, YamlField>;
  /** Entries of the maps: by field of the layout, then by key. */
  readonly entries: ReadonlyMap<string, ReadonlyMap<string, YamlField>>;
}

/** A file of a layout, and its layer. A file is merged over the files of lower layers. */
export interface LayeredSource {
  readonly layer: number;
  readonly source: YamlSource | undefined;
}

/**
 * Merges the files of a layout. In one layer, a key occurs once. A later layer takes precedence over earlier ones, and the chosen
 * environment over all layers.
 */
export function mergeSources(
  types: LayoutTypes,
  sources: readonly LayeredSource[],
  environment: string | undefined,
  report: Report,
): MergedSources {
  const layers = [...new Set(sources.map(({ layer }) => layer))].sort((a, b) => a - b);
  const parsed = sources.flatMap(({ source }) => source ?? []);
  const layering = layeringOf(types, parsed, report);
  const merged = layers
    .map((layer) => sources.filter((each) => each.layer === layer))
    .map((files) =>
      mergeFields(
        types,
        files.flatMap(({ source }) => topFields(source, report)),
        report,
      ),
    )
    .reduce((base, over) => overlaid(layering, base, over));
  const environments = readEnvironments(merged.environments, report);
  const chosen = chosenEnvironment(merged.environments, environments, environment, report);
  // The other environments are a part of the layout too, so their errors are reported as well.
  const read = new Map(
    [...environments.values()].map((each) => [
      each,
      mergeFields(types, withoutTopFields(fieldsOfEnvironment(each, report), report), report),
    ]),
  );
  const over = chosen && read.get(chosen);
  return over === undefined ? merged : overlaid(layering, merged, over);
}

/** An environment without the fields that are allowed only at the top level of the layout. Reports each of them. */
function withoutTopFields(fields: readonly YamlField[], report: Report): readonly YamlField[] {
  return fields.filter((field) => {
    if (field.name !== "docsform" && field.name !== "environments") return true;
    const at = field.source.at(field.key);
    const facts = { case: "topLevel", object: "An environment", field: field.name } as const;
    report(errorAt(at, wordsOf("layout/unknown-field", facts)));
    return false;
  });
}

const none: ReadonlyMap<string, YamlField> = new Map();

function mergeFields(types: LayoutTypes, fields: readonly YamlField[], report: Report): MergedSources {
  const head = new Map<string, YamlField>();
  const versions: YamlField[] = [];
  const entries = new Map<string, Map<string, YamlField>>();
  for (const field of fields) {
    if (isOwnField(field.name)) continue;
    if (field.name === "docsform") versions.push(field);
    else if (types.maps.has(field.name) || isMapOfHead(field.name)) mergeEntries(entries, field, report);
    else if (headFields.some((name) => name === field.name)) addOnce(head, field, report);
    else reportUnknown(types, field, report);
  }
  const variables = entries.get("variables") ?? none;
  const environments = entries.get("environments") ?? none;
  return { head, versions, variables, environments, entries };
}

function isMapOfHead(name: string): boolean {
  return name === "variables" || name === "environments";
}

function overlaid(layering: Layering, base: MergedSources, over: MergedSources): MergedSources {
  const entries = new Map(base.entries);
  for (const [field, added] of over.entries)
    entries.set(field, fieldsOver(layering, entries.get(field) ?? none, added));
  return {
    head: fieldsOver(layering, base.head, over.head),
    versions: [...base.versions, ...over.versions],
    variables: entries.get("variables") ?? none,
    environments: entries.get("environments") ?? none,
    entries,
  };
}

function fieldsOver(
  layering: Layering,
  base: ReadonlyMap<string, YamlField>,
  over: ReadonlyMap<string, YamlField>,
): ReadonlyMap<string, YamlField> {
  const merged = new Map(base);
  for (const [name, field] of over) {
    const before = base.get(name);
    merged.set(name, before === undefined ? field : layering.overlay(before, field));
  }
  return merged;
}

function topFields(source: YamlSource | undefined, report: Report): readonly YamlField[] {
  if (source?.contents == null) return [];
  if (isMap(source.contents)) return mapFields(source, source.contents, report);
  report(errorAt(source.at(source.contents), wordsOf("layout/invalid-value", { case: "layout" })));
  return [];
}

function mergeEntries(entries: Map<string, Map<string, YamlField>>, field: YamlField, report: Report): void {
  if (!isMap(field.value)) {
    const facts = { case: isSeq(field.value) ? "listNotMap" : "map", field: field.name } as const;
    report(errorAt(valuePosition(field), wordsOf("layout/invalid-value", facts)));
    return;
  }
  const known = entries.get(field.name) ?? new Map<string, YamlField>();
  entries.set(field.name, known);
  for (const entry of mapFields(field.source, field.value, report)) addOnce(known, entry, report);
}

function addOnce(known: Map<string, YamlField>, field: YamlField, report: Report): void {
  const first = known.get(field.name);
  if (first === undefined) known.set(field.name, field);
  else report(duplicateKey(field.name, field.source.at(field.key), first.source.at(first.key)));
}

function reportUnknown(types: LayoutTypes, field: YamlField, report: Report): void {
  const known = [...headFields, ...types.maps.keys()];
  report(unknownField(field.source.at(field.key), "A layout", field.name, known));
}
