import { facts as plainFacts } from "../../../src/contract/facts/all.ts";
import { operations } from "../../../src/contract/operations/operations.ts";
import type { StoreDump } from "../../../src/emulator/dump.ts";
import type { EmulatorRecord } from "../../../src/model/emulator-rules.ts";
import type { Facts as PlainFacts } from "../../../src/model/plain/facts.ts";
import { registry } from "../../../src/resources/registry.ts";
import { fieldOrNull, isJsonObject, type Json } from "../../../src/util/json.ts";

/** An object in the emulator's store. */
export interface Fact {
  readonly type: string;
  readonly id: string;
  /** The id of its owner. null: the organization. */
  readonly scope: string | null;
  /** The id of its parent. null: the top level of its scope. */
  readonly container: string | null;
  readonly isDefault: boolean;
  /** Its rank among its siblings. */
  readonly rank: number;
  readonly record: EmulatorRecord;
}

/** Facts by `type id`. */
export type Facts = ReadonlyMap<string, Fact>;

/** All objects outside the trash, except the organization and its people. */
export function factsOf({ tables }: StoreDump): Facts {
  const facts = Object.entries(tables).flatMap(([type, records]) =>
    people.has(type) ? [] : records.filter(isThere).map((record, rank) => factOf(type, record, rank)),
  );
  return new Map(facts.map((fact) => [nameOf(fact), fact]));
}

// 10: in these worlds, docsform neither creates nor deletes members.
const people = new Set(["organization", "organization_member"]);

/** Types with contents that docsform does not manage. */
export const withUnmanagedContents: ReadonlySet<string> = new Set(
  registry.filter(({ unmanagedContents }) => unmanagedContents !== undefined).map(({ name }) => name),
);

export function nameOf({ type, id }: Pick<Fact, "type" | "id">): string {
  return `${type} ${id}`;
}

/** The stored value of an attribute. Undefined: the store has no such value. */
export function valueIn({ type, record }: Fact, attribute: string): Json | undefined {
  const read = readings[`${type}.${attribute}`];
  return read === undefined ? record[attribute] : read(record);
}

/** Whether records store the attribute unchanged, in a field of the same name. */
export function isField(type: string, attribute: string): boolean {
  return readings[`${type}.${attribute}`] === undefined;
}

/**
 * Attributes that records store in another form. The conversions are repeated here, so that the check does not depend on the code that it checks.
 */
const readings: Record<string, (record: EmulatorRecord) => Json | undefined> = {
  "openapi_spec.slug": (record) => record.id,
  "openapi_spec.source": ({ source }) => (isJsonObject(source) && "url" in source ? source : undefined),
  "translation.space": ({ source }) => (isJsonObject(source) ? source["space"] : undefined),
  "translation.sourceLanguage": ({ source }) => (isJsonObject(source) ? source["language"] : undefined),
  // The service stores a document. The layout declares Markdown.
  "translation.instructions": () => undefined,
  // An empty map of languages is the same as no map.
  "site_section.localizedTitle": ({ localizedTitle }) => noneIfEmpty(localizedTitle),
  "site_section.localizedDescription": ({ localizedDescription }) => noneIfEmpty(localizedDescription),
  "site_section_group.localizedTitle": ({ localizedTitle }) => noneIfEmpty(localizedTitle),
  "site_link.localizedTitle": ({ localizedTitle }) => noneIfEmpty(localizedTitle),
  "site_link.localizedDescription": ({ localizedDescription }) => noneIfEmpty(localizedDescription),
  // The store keeps it outside the site's record.
  "site.adaptiveSchema": () => undefined,
  "team.members": ({ memberships }) => (isJsonObject(memberships) ? Object.keys(memberships).sort() : []),
};

/** Plain types store what calls have in the fields of the calls, and settings outside the record of their scope. */
for (const each of Object.values<PlainFacts>({ ...plainFacts })) {
  if (each.kind === "singleton") readings[`${each.within}.${each.attribute}`] = () => undefined;
  else
    for (const [name, { at = [name] }] of Object.entries(each.fields))
      readings[`${each.type}.${name}`] = (record) => innerValue(record, at);
}

function innerValue(record: EmulatorRecord, fields: readonly string[]): Json {
  let value: Json = record;
  for (const field of fields) value = fieldOrNull(value, field);
  return value;
}

function noneIfEmpty(map: Json | undefined): Json {
  return isJsonObject(map) && Object.keys(map).length === 0 ? null : (map ?? null);
}

function isThere(record: EmulatorRecord): boolean {
  return record["deletedAt"] == null;
}

const containerFields: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(operations).map((system) => system.containerFields),
);

function factOf(type: string, record: EmulatorRecord, place: number): Fact {
  const { rank } = record;
  return {
    type,
    id: record.id,
    scope: scopeIn(type, record),
    container: textIn(record, containerFields[type] ?? "container"),
    isDefault: record["default"] === true,
    rank: typeof rank === "number" ? rank : place,
    record,
  };
}

/** The id of the owner. A type that no layout declares has a scope like others. */
function scopeIn(name: string, record: EmulatorRecord): string | null {
  const type = registry.find((each) => each.name === name);
  const fields = type === undefined ? scopes : [type.scope ?? []].flat();
  return fields.map((field) => textIn(record, field)).find((id) => id !== null) ?? null;
}

const scopes = [...new Set(registry.flatMap(({ scope }) => scope ?? []))];

function textIn(record: EmulatorRecord, field: string): string | null {
  const value = record[field];
  return typeof value === "string" ? value : null;
}

/** The object in messages. */
export function printedFact({ type, id, scope, container, record }: Fact): string {
  const title = record["title"] ?? record["label"] ?? record["path"] ?? "";
  const path = record["path"] === undefined ? "" : ` at ${JSON.stringify(record["path"])}`;
  return `${type} ${id} ${JSON.stringify(title)}${path} in ${container ?? "root"}${scope === null ? "" : ` of ${scope}`}`;
}
