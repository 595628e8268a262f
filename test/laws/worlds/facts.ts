import type { StoreDump } from "../../../src/emulator/dump.ts";
import type { EmulatorRecord } from "../../../src/model/emulator-rules.ts";
import { isJsonObject, type Json } from "../../../src/model/json.ts";
import { operations } from "../../../src/operations/operations.ts";
import { registry } from "../../../src/resources/registry.ts";

/** Something that is on the service, as its store has it. */
export interface Fact {
  readonly type: string;
  readonly id: string;
  /** Its owner. null: the organization. */
  readonly scope: string | null;
  /** Its parent. null: the top level of its scope. */
  readonly container: string | null;
  readonly isDefault: boolean;
  /** Its place among its siblings. */
  readonly rank: number;
  readonly record: EmulatorRecord;
}

/** Facts by the name of their type and their id. */
export type Facts = ReadonlyMap<string, Fact>;

/** All objects outside the trash, except people, who belong to no user. */
export function factsOf({ tables }: StoreDump): Facts {
  const facts = Object.entries(tables).flatMap(([type, records]) =>
    people.has(type) ? [] : records.filter(isThere).map((record, rank) => factOf(type, record, rank)),
  );
  return new Map(facts.map((fact) => [nameOf(fact), fact]));
}

// 10: docsform neither creates nor deletes members here.
const people = new Set(["organization", "organization_member"]);

/** Types with objects that contain unmanaged things. */
export const holdsMore: ReadonlySet<string> = new Set(
  registry.filter(({ unmanagedContents }) => unmanagedContents !== undefined).map(({ name }) => name),
);

export function nameOf({ type, id }: Pick<Fact, "type" | "id">): string {
  return `${type} ${id}`;
}

/** The stored value of an attribute. Undefined: the store has no field of that name. */
export function valueIn({ type, record }: Fact, attribute: string): Json | undefined {
  const read = readings[`${type}.${attribute}`];
  return read === undefined ? record[attribute] : read(record);
}

/** Whether records contain the attribute in the field of its name, unchanged. */
export function isField(type: string, attribute: string): boolean {
  return readings[`${type}.${attribute}`] === undefined;
}

/** Attributes that a record stores in another form, repeated here so that the check does not depend on the code that it checks. */
const readings: Readonly<Record<string, (record: EmulatorRecord) => Json | undefined>> = {
  "openapi_spec.slug": (record) => record.id,
  "openapi_spec.source": ({ source }) => (isJsonObject(source) && "url" in source ? source : undefined),
  "translation.space": ({ source }) => (isJsonObject(source) ? source["space"] : undefined),
  "translation.sourceLanguage": ({ source }) => (isJsonObject(source) ? source["language"] : undefined),
  // A document, and declared as Markdown.
  "translation.instructions": () => undefined,
  // A map of languages that is empty is none.
  "site_section.localizedTitle": ({ localizedTitle }) => noneIfEmpty(localizedTitle),
  "site_section.localizedDescription": ({ localizedDescription }) => noneIfEmpty(localizedDescription),
  "site_section_group.localizedTitle": ({ localizedTitle }) => noneIfEmpty(localizedTitle),
  // Kept beside the site.
  "site.adaptiveSchema": () => undefined,
  "team.members": ({ memberships }) => (isJsonObject(memberships) ? Object.keys(memberships).sort() : []),
};

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

/** An object of an undeclared type has an address like others. */
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

/** How messages name it. */
export function reportedFacts({ type, id, scope, container, record }: Fact): string {
  const title = record["title"] ?? record["label"] ?? record["path"] ?? "";
  const path = record["path"] === undefined ? "" : ` at ${JSON.stringify(record["path"])}`;
  return `${type} ${id} ${JSON.stringify(title)}${path} in ${container ?? "root"}${scope === null ? "" : ` of ${scope}`}`;
}
