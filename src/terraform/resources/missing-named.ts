import { DocsformError } from "../../model/errors.ts";
import { namesOfPerson } from "../../model/resource-type/identity.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import { withArticle } from "../../util/with-article.ts";
import { providerErrorAt } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import { findListed } from "../session/find-object.ts";
import type { Session } from "../session/session.ts";
import { declaredValue, textOfField } from "./object-values.ts";
import { parentsOf } from "./resource-names.ts";

/** A planned object, and the fields that are new or change. */
interface Named {
  readonly schema: TerraformSchema;
  readonly planned: CtyObject;
  readonly config: CtyObject;
  readonly isSet: (field: string) => boolean;
}

/** Errors for new values of an object that name nothing on the service: its scope, its parent, its references, and people. */
export async function missingNamed(
  session: Session | undefined,
  object: Omit<Named, "isSet">,
  changed: readonly string[] | "all",
): Promise<readonly ProviderDiagnostic[]> {
  if (session === undefined || changed.length === 0) return [];
  const named = { ...object, isSet: (field: string) => changed === "all" || changed.includes(field) };
  const found = [...places(session, named), ...references(session, named)].map((each) =>
    missingId(session, each),
  );
  const fields = named.schema.values.filter(
    ({ name, rule }) => rule.namesPeople === true && named.isSet(name),
  );
  const people = fields.map((field) => missingPeople(session, named, field));
  return (await Promise.all([...found, ...people])).flatMap((each) => each ?? []);
}

/** An id in a field, and the types whose objects it can name. */
interface IdInField {
  readonly field: string;
  readonly id: string;
  readonly types: readonly ResourceType[];
  readonly scopeId: string | undefined;
  readonly what: string;
}

function places({ index }: Session, { schema, planned, isSet }: Named): readonly IdInField[] {
  const { type, scopeField, containerField } = schema;
  const scopeId = textOfField(planned, scopeField) ?? undefined;
  const scope = type.scope === undefined ? [] : [index.get(type.scope)];
  const containers = (type.container?.types ?? []).map((name) => index.get(name));
  return [
    { field: scopeField, types: scope, scopeId: undefined, what: scope[0]?.label.one ?? "" },
    { field: containerField, types: containers, scopeId, what: parentsOf(type) },
  ].flatMap(({ field, ...rest }) => {
    const id = textOfField(planned, field);
    return field === undefined || id === null || !isSet(field) ? [] : [{ field, id, ...rest }];
  });
}

function references({ index }: Session, { schema, planned, config, isSet }: Named): readonly IdInField[] {
  return [...schema.values, ...(schema.firstChild?.values ?? [])].flatMap((field) => {
    const { name, rule } = field;
    const id = declaredValue(field, planned, config);
    if (rule.reference === undefined || typeof id !== "string" || !isSet(name)) return [];
    const type = index.get(rule.reference.type);
    return [{ field: name, id, types: [type], scopeId: undefined, what: type.label.one }];
  });
}

async function missingId(session: Session, named: IdInField): Promise<ProviderDiagnostic | undefined> {
  const { field, id, types, scopeId, what } = named;
  const exists = async (type: ResourceType) =>
    session.writes.isCreated({ type: type.name, id }) ||
    (await unlessUnreadable(async () => {
      const scope = { signal: session.host.stop };
      const query = { type, id, scopeId: type.scope === undefined ? undefined : scopeId };
      return (await findListed(session, query, scope)) !== undefined;
    }));
  if ((await Promise.all(types.map(exists))).includes(true)) return undefined;
  return providerErrorAt(
    [field],
    `\`${field}\` names no ${what}`,
    `The organization has no ${what} ${JSON.stringify(id)}. Set the id of ${withArticle(what)} that exists, or refer to its resource.`,
  );
}

async function missingPeople(
  session: Session,
  { planned, config }: Named,
  field: ValueField,
): Promise<ProviderDiagnostic | undefined> {
  const named = declaredValue(field, planned, config);
  const people = session.index.all.find(({ arePeople }) => arePeople === true);
  if (!Array.isArray(named) || named.length === 0 || people === undefined) return undefined;
  const missing = async () => {
    const { found } = await session.bulk(people, undefined, { signal: session.host.stop });
    const known = new Set(found.flatMap((each) => namesOfPerson(people, each)));
    return named.filter((name) => !known.has(String(name).toLowerCase()));
  };
  let absent: readonly unknown[] = [];
  await unlessUnreadable(async () => {
    absent = await missing();
    if (absent.length === 0) return true;
    // The list may be old: a person may have joined since.
    session.readAgain(people);
    absent = await missing();
    return absent.length === 0;
  });
  if (absent.length === 0) return undefined;
  return providerErrorAt(
    [field.name],
    `\`${field.name}\` names people who are not in the organization`,
    `These are no ${people.label.many} of the organization: ${absent.join(", ")}. Remove them. ${people.origin ?? ""}`.trim(),
  );
}

/** True if the token may not read the list: then the apply finds out. */
async function unlessUnreadable(look: () => Promise<boolean>): Promise<boolean> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof DocsformError) return true;
    throw error;
  }
}
