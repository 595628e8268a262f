import { forbiddenListNotes } from "../../layout/forbidden-notes.ts";
import { layoutTypesOf } from "../../layout/layout-types.ts";
import { nameForPeople, unknownContentNotes } from "../../layout/unknown-content-notes.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import { isOnlyImported } from "../../model/resource-type/creation.ts";
import { isOrganization } from "../../model/resource-type/layout-syntax.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import {
  containsText,
  hasNameWith,
  isSecretValue,
  liveSecretTexts,
  secretTextsIn,
} from "../../model/secret-value.ts";
import { slugOf, stemOf } from "../../model/slug.ts";
import type { LiveObject, ObjectName, Snapshot } from "../../model/snapshot.ts";
import { type TerraformSchema, terraformSchema, type ValueField } from "../../model/terraform-schema.ts";
import { indexTypes } from "../../model/type-index.ts";
import { enumerated } from "../../util/phrases.ts";
import type { Code, CodeAttribute, CodeId, CodeObject, CodeSecret } from "./code-objects.ts";
import { codeValue, Reference, Variable } from "./code-value.ts";
import { describeFinals } from "./describe-finals.ts";
import { describeOrders } from "./describe-orders.ts";
import { type LiveValues, liveValues, type OmittedValue } from "./describe-values.ts";
import type { Describing, Draft } from "./draft.ts";
import { distinctIdentifiers, snakeStyle } from "./identifiers.ts";
import { nameableObject } from "./name-objects.ts";
import { inCodeOrder } from "./order-objects.ts";

/** The input of {@link describeCode}. */
export interface CodeToWrite {
  readonly types: readonly ResourceType[];
  readonly live: Snapshot;
  /** Only this object, and what is inside it. */
  readonly only?: ObjectName;
  /** Whether to write also objects that docsform only imports: the organization and its people. */
  readonly all: boolean;
}

/** Describes the objects of a snapshot as resources of Terraform, in the form that both printers share. */
export function describeCode(input: CodeToWrite): Code {
  const { live } = input;
  const describing = startDescribing(input);
  const { drafts, world, notes } = describing;
  const ordered = inCodeOrder([...drafts.values()], describing);
  const nameables = ordered.map(({ object }) => nameableObject(world, object, object.type));
  const names = distinctIdentifiers(nameables, snakeStyle);
  const writing: Writing = { ...describing, names, declared: new Set(), variables: [], secrets: [] };
  const objects = ordered.map((draft) => codeObject(writing, draft));
  const byKey = new Map(objects.map((object) => [object.key, object]));
  return {
    organizationId: live.organization.id,
    objects,
    names,
    parentsOfFirst: describing.parentsOfFirst,
    nameables,
    ...describeOrders({ ...describing, types: input.types, live, byKey }),
    finals: describeFinals(input.types, live, objects),
    variables: writing.variables,
    secrets: writing.secrets,
    notes,
  };
}

function startDescribing(input: CodeToWrite): Describing {
  const { types, live, only, all } = input;
  const index = indexTypes(types);
  const schemas = new Map(types.map((type) => [type.name, terraformSchema(index, type)]));
  const secretTexts = liveSecretTexts(types, live.objects);
  const isSelected = ({ id, scopeId }: LiveObject) =>
    only === undefined || id === only.id || scopeId === only.id;
  const selected = live.objects.filter(isSelected);
  const written = selected.filter(({ type }) => all || !isOnlyImported(index.get(type)));
  const inside = firstByContainer(live.objects);
  const drafts = new Map<ObjectKey, Draft>();
  const parentsOfFirst = new Map<ObjectKey, ObjectKey>();
  const notes = [
    ...forbiddenListNotes(layoutTypesOf(types), live, only, secretTexts),
    ...unknownContentNotes(layoutTypesOf(types), live, only, secretTexts),
    ...(only === undefined ? omittedTypes(types, all) : []),
  ];
  for (const object of written) {
    const schema = schemas.get(object.type) as TerraformSchema;
    const draft = draftOf(schema, object, inside, live);
    const missing = missingIn(draft);
    if (missing.length > 0) {
      notes.push(unmanaged(schema.type, object, missing, secretTexts));
      continue;
    }
    drafts.set(draft.key, draft);
    if (draft.first !== undefined) parentsOfFirst.set(keyOf(draft.first.object), draft.key);
  }
  for (const key of parentsOfFirst.keys()) drafts.delete(key);
  for (const draft of drafts.values()) notes.push(...omissionNotes(draft, secretTexts));
  const byKey = new Map(live.objects.map((object) => [keyOf(object), object]));
  return { world: { index, byKey, secretTexts }, drafts, parentsOfFirst, secretTexts, notes };
}

function draftOf(
  schema: TerraformSchema,
  object: LiveObject,
  inside: ReadonlyMap<string, LiveObject>,
  { apiVersion }: Snapshot,
): Draft {
  const values = liveValues(schema, schema.values, object, apiVersion);
  const key = keyOf(object);
  const { firstChild } = schema;
  if (firstChild === undefined) return { key, object, schema, values };
  const child = inside.get(`${firstChild.type.name} ${object.id}`);
  if (child === undefined) return { key, object, schema, values };
  const { type, part } = firstChild;
  const chosen = part.values.filter(({ attribute }) => isChosen(type, child, attribute));
  const childValues = liveValues({ ...schema, type }, [...firstChild.values, ...chosen], child, apiVersion);
  return { key, object, schema, values, first: { object: child, values: childValues } };
}

/** The first object of each type in each container. */
function firstByContainer(objects: readonly LiveObject[]): ReadonlyMap<string, LiveObject> {
  const first = new Map<string, LiveObject>();
  for (const object of objects) {
    const place = `${object.type} ${object.container?.id ?? ""}`;
    const other = first.get(place);
    if (other === undefined || object.rank < other.rank) first.set(place, object);
  }
  return first;
}

/** The names of the values that the resource requires and the live object lacks. */
function missingIn({ schema, values, first }: Draft): readonly string[] {
  const { firstChild } = schema;
  if (firstChild !== undefined && first === undefined) return [firstChild.type.label.one];
  return [...values.missing, ...(first?.values.missing ?? [])].map(({ name }) => name);
}

function omittedTypes(types: readonly ResourceType[], all: boolean): readonly string[] {
  const omitted = types.filter((type) => !all && isOnlyImported(type));
  if (omitted.length === 0) return [];
  const words = [...omitted.filter(isOrganization), ...omitted.filter((type) => !isOrganization(type))].map(
    (type) => (isOrganization(type) ? `the ${type.label.one}` : `its ${type.label.many}`),
  );
  return [`docsform only imports ${enumerated(words)}, so pull omits them. --all writes them too.`];
}

function unmanaged(
  type: ResourceType,
  object: LiveObject,
  missing: readonly string[],
  secretTexts: readonly string[],
): string {
  const name = nameForPeople(object, object.id, secretTexts);
  return `The ${type.label.one} ${name} (${object.id}) is omitted: its resource needs ${enumerated(missing)}, which pull cannot write.`;
}

const whyOmitted: Readonly<Record<OmittedValue["why"], string>> = {
  forbidden: "because the token may not read it",
  unserved: "because this service does not show it",
  unreadable: "because docsform cannot read it from the service",
  clashing: "because a resource cannot declare it together with its other values",
  invalid: "because a resource cannot declare its value",
};

function omissionNotes({ schema, object, values }: Draft, secretTexts: readonly string[]): readonly string[] {
  const name = nameForPeople(object, object.id, secretTexts);
  return values.omitted.map(
    ({ field, why }) =>
      `${field.name} of the ${schema.type.label.one} ${name} is omitted, ${whyOmitted[why]}.`,
  );
}

interface Writing extends Describing {
  readonly names: ReadonlyMap<ObjectKey, string>;
  /** The objects that come before the one that is described. */
  readonly declared: Set<ObjectKey>;
  readonly variables: Variable[];
  readonly secrets: CodeSecret[];
}

function codeObject(writing: Writing, draft: Draft): CodeObject {
  const { key, object, schema, values, first } = draft;
  const { container, scopeId } = object;
  const code: CodeObject = {
    key,
    live: object,
    schema,
    ...(schema.scopeField === undefined || scopeId === undefined
      ? {}
      : { scope: idIfDeclaredBefore(writing, objectKey(schema.type.scope ?? "", scopeId), scopeId) }),
    ...(container === null ? {} : { container: idIfDeclaredBefore(writing, keyOf(container), container.id) }),
    isDefault: schema.defaultField !== undefined && object.isDefault,
    values: values.given.map((given) => codeAttribute(writing, draft, given)),
    first: first?.values.given.map((given) => codeAttribute(writing, draft, given)) ?? [],
    ignored: values.ignored,
    remarks: first === undefined ? [] : remarksAboutFirst(draft, first.object),
  };
  writing.declared.add(key);
  return code;
}

/** The id of an object: a reference, if the code has declared the object by then. */
function idIfDeclaredBefore({ declared, parentsOfFirst }: Writing, key: ObjectKey, id: string): CodeId {
  return declared.has(parentsOfFirst.get(key) ?? key) ? new Reference(key) : id;
}

function codeAttribute(
  writing: Writing,
  draft: Draft,
  { field, value }: LiveValues["given"][number],
): CodeAttribute {
  const { rule, shape } = field;
  if (rule.reference !== undefined && typeof value === "string")
    return { field, value: idIfDeclaredBefore(writing, objectKey(rule.reference.type, value), value) };
  if (field.writeOnly !== undefined) return writeOnlyAttribute(writing, draft, field);
  const own = isSecretValue(rule, value)
    ? secretTextsIn({ [field.attribute]: rule }, { [field.attribute]: value })
    : [];
  const secrets = [...own, ...writing.secretTexts];
  // A variable cannot replace the name of a field.
  if (hasNameWith(value, secrets))
    return { field, value: secretVariable(writing, draft, { field, path: [], isOptional: false }) };
  const hidden = (text: string, path: readonly string[]) =>
    containsText(text, secrets) || rule.sensitive === true
      ? secretVariable(writing, draft, { field, path, isOptional: false })
      : undefined;
  return { field, value: codeValue(shape, value, hidden) };
}

/** The service keeps its value until both variables are set. So the plan of the import changes nothing. */
function writeOnlyAttribute(writing: Writing, draft: Draft, field: ValueField): CodeAttribute {
  const value = secretVariable(writing, draft, { field, path: [], isOptional: true });
  const version = new Variable({
    name: `${value.name}_version`,
    type: "number",
    description: `Set it beside ${value.name}, and raise it to write the value again.`,
    isOptional: true,
  });
  writing.variables.push(version);
  return { field, value, version };
}

function secretVariable(
  writing: Writing,
  { key, object }: Draft,
  { field, path, isOptional }: { field: ValueField; path: readonly string[]; isOptional: boolean },
): Variable {
  const name = [object.type, writing.names.get(key) ?? object.id, field.name, ...path].join("_");
  const what = `${[field.name, ...path].join(".")} of ${object.type}.${writing.names.get(key) ?? object.id}`;
  const description = isOptional
    ? `New ${what}. Without it, the value stays as it is.`
    : `Secret: ${what}. Set it to the value that the service has.`;
  const variable = new Variable({ name, type: "string", description, isOptional });
  writing.variables.push(variable);
  writing.secrets.push({ variable: name, type: object.type, id: object.id, attribute: field.attribute });
  return variable;
}

/** The attributes of the first child that no resource manages. */
function remarksAboutFirst({ schema }: Draft, child: LiveObject): readonly string[] {
  const { firstChild } = schema;
  if (firstChild === undefined) return [];
  const { type, part } = firstChild;
  const carried = [...firstChild.values, ...part.values].map(({ attribute }) => attribute);
  const set = Object.keys(type.attributes).filter(
    (name) => !carried.includes(name) && isChosen(type, child, name),
  );
  if (set.length === 0) return [];
  return [
    `This resource does not manage ${enumerated(set)} of its first ${type.label.one}. docsform leaves that as the service has it.`,
  ];
}

/** Whether a person chose the value: it is neither the usual one, nor inherited, nor derived from another value. */
function isChosen(type: ResourceType, { attributes, inherited = [] }: LiveObject, name: string): boolean {
  const value = attributes[name] ?? null;
  if (value === null || inherited.includes(name) || value === type.attributes[name]?.default) return false;
  const derivedFrom = type.unique?.find(({ attribute }) => attribute === name)?.derivedFrom;
  const from = derivedFrom === undefined ? undefined : attributes[derivedFrom];
  return !(typeof from === "string" && typeof value === "string" && stemOf(value) === stemOf(slugOf(from)));
}
