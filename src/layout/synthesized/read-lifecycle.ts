import { wordsOf } from "../../model/codes/layout-words.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import { type ResourcePlace, reportAt, reportUnknown } from "./app-reading.ts";
import { blocksOf, type JsonNode, jsonEntries, jsonField, jsonText } from "./json-source.ts";
import { valueFields } from "./schemas.ts";

/** The lifecycle of a resource. */
export interface Lifecycle {
  readonly protect: boolean;
  /** Fields that docsform sets at creation and leaves to others afterwards. */
  readonly ignored: ReadonlySet<ValueField>;
  /** Whether people in the app decide which container the object is in. */
  readonly ignoresContainer: boolean;
}

/** Rules that docsform ignores. It orders creates and deletes by itself, with the same result. */
const ignoredRules = new Set(["create_before_destroy", "//"]);

/** Reads the lifecycle of a resource. Reports rules that docsform does not support. */
export function readLifecycle(place: ResourcePlace, schema: TerraformSchema): Lifecycle {
  const [block] = blocksOf(jsonField(place.resource.body, "lifecycle"));
  let protect = false;
  let ignored: readonly ValueField[] = [];
  let ignoresContainer = false;
  for (const [name, { key, value }] of jsonEntries(block)) {
    if (name === "prevent_destroy") protect = isTrue(value);
    else if (name === "ignore_changes") {
      ignored = ignoredFields(place, schema, value);
      ignoresContainer = ignores(place, schema, value);
    } else if (!ignoredRules.has(name))
      reportAt(place, key, wordsOf("synth/unsupported", { case: "lifecycle", rule: name }));
  }
  return { protect, ignored: new Set(ignored), ignoresContainer };
}

/** Whether docsform leaves the parent to others: the app ignores changes of it, and does not declare it. */
function ignores({ resource }: ResourcePlace, { containerField }: TerraformSchema, list: JsonNode): boolean {
  if (containerField === undefined || jsonField(resource.body, containerField) !== undefined) return false;
  return blocksOf(list).some((node) => ["all", containerField].includes(nameIn(node)));
}

/** Whether a node is true, or the text `true`, which Terraform accepts for it. */
function isTrue(node: JsonNode | undefined): boolean {
  return node?.kind === "scalar" && (node.value === true || node.value === "true");
}

function ignoredFields(place: ResourcePlace, schema: TerraformSchema, list: JsonNode): readonly ValueField[] {
  const nodes = blocksOf(list);
  if (nodes.some((node) => nameIn(node) === "all")) return valueFields(schema);
  return nodes.flatMap((node) => ignoredField(place, schema, node));
}

function nameIn(node: JsonNode): string {
  return (jsonText(node) ?? "").replace(/^\$\{(.*)\}$/s, "$1");
}

function ignoredField(place: ResourcePlace, schema: TerraformSchema, node: JsonNode): readonly ValueField[] {
  const [name = ""] = nameIn(node).split(/[.[]/);
  const fields = valueFields(schema);
  const { part } = schema.firstChild ?? {};
  if (part !== undefined && name === part.name) return part.values;
  const found = fields.find((field) => namesOf(field).includes(name));
  if (found !== undefined) return [found];
  if (name === "id" || schema.computed.some((field) => field.name === name)) return [];
  const notIgnorable = [
    schema.scopeField,
    schema.containerField,
    schema.defaultField,
    ...schema.deletionFlags,
  ];
  const isUndeclaredContainer =
    name === schema.containerField && jsonField(place.resource.body, name) === undefined;
  if (notIgnorable.includes(name) && !isUndeclaredContainer) {
    reportAt(place, node, wordsOf("synth/unsupported", { case: "ignored", field: name }));
    return [];
  }
  if (isUndeclaredContainer) return [];
  reportUnknown(
    place,
    node,
    name,
    fields.map((field) => field.name),
  );
  return [];
}

function namesOf({ name, writeOnly }: ValueField): readonly string[] {
  return writeOnly === undefined ? [name] : [name, writeOnly.name, writeOnly.version];
}
