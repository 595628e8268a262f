import { DocsformError } from "../../model/errors.ts";
import { attributesIn } from "../../model/key-field.ts";
import { objectKey } from "../../model/object-key.ts";
import { copyRuleOf, isOnlyImported } from "../../model/resource-type/creation.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { forceField, type TerraformSchema } from "../../model/terraform-schema.ts";
import { warning } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import { type CtyObject, isUnknown } from "../plugin/values/cty-value.ts";
import { objectSlot } from "../session/owners.ts";
import type { Session } from "../session/session.ts";
import { ownObjects } from "./object-state.ts";
import { declaredValues, textOfField } from "./object-values.ts";
import { parsePrivate } from "./private-state.ts";
import { lostAttempts } from "./recover-lost.ts";
import {
  alreadyExists,
  type Declared,
  duplicateAmong,
  importCommand,
  isMadeWithContainer,
} from "./refuse-duplicate.ts";
import { describeFound } from "./refuse-unmanaged.ts";
import type { PlanRequest } from "./resource.ts";
import { resourceAddress } from "./resource-names.ts";
import { creationOf } from "./wanted-creation.ts";

/**
 * Warns that an object like a planned new one exists, which no resource has: a person made it in the app, or a state was lost. Throws if it is
 * the first child of an object that the plan keeps: then the apply is certain to refuse the create.
 */
export async function warnOfExisting(
  session: Session | undefined,
  schema: TerraformSchema,
  { config, private: bytes }: PlanRequest,
  planned: CtyObject,
): Promise<readonly ProviderDiagnostic[]> {
  const { type, name } = schema;
  if (session === undefined) return [];
  const wanted = wantedIn(schema, planned, config);
  if (wanted === undefined) return [];
  const { stop: signal } = session.host;
  const found = await listed(session, type, wanted.scopeId);
  const existing = duplicateAmong(session, wanted, found);
  if (existing === undefined) return [];
  const slot = objectSlot(name, existing.id);
  noteTainted(session, schema, slot);
  if (session.owners.isOf(parsePrivate(bytes).instance, slot)) return [];
  if (!isLeft(session, wanted, existing)) return [];
  if (isMadeWithContainer(session, existing, found)) throw alreadyExists(session, wanted, existing, found);
  if (session.owners.ownerOf(slot) !== undefined) return [];
  const { attributes, containerId } = wanted;
  const creation = creationOf(session, {
    ...wanted,
    declared: attributes,
    input: { attributes, containerId },
  });
  const isLost = lostAttempts(session, await session.access(signal), creation).length > 0;
  const field = schema.values.find(({ attribute }) => keyOf(schema).includes(attribute));
  const { one } = type.label;
  const outcome = type.identity.keyIsUnique
    ? "Unless this plan also renames or destroys it, the apply fails."
    : "The apply creates a second one beside it.";
  const detail = [
    `It is ${describeFound(session.index, existing)}.`,
    isLost
      ? `If the service shows that an interrupted apply created it, this one continues with it.`
      : outcome,
    `To manage the existing one here, import it: ${importCommand(type, wanted.scopeId, existing.id)}`,
  ];
  const summary = type.identity.keyIsUnique
    ? `${wanted.address} already exists`
    : `Another ${one} has the same name as ${wanted.address}`;
  return [warning(summary, detail.join(" "), field?.name)];
}

/** The objects in a list. If the token may not read it, the apply finds out what exists. */
async function listed(
  session: Session,
  type: ResourceType,
  scopeId: string | undefined,
): Promise<readonly FoundObject[]> {
  try {
    return (await session.bulk(type, scopeId, { signal: session.host.stop })).found;
  } catch (error) {
    if (error instanceof DocsformError) return [];
    throw error;
  }
}

/**
 * Notes that the plan destroys an object, as far as it shows: Terraform reads a tainted object, and then plans its resource as a new one. If it plans the
 * read object later, that takes the note back.
 */
function noteTainted({ host, planned }: Session, schema: TerraformSchema, slot: string): void {
  const state = planned.unplanned.get(slot);
  if (state === undefined) return;
  const objects = ownObjects(schema, state);
  for (const each of objects) host.plannedMoves.noteRemoval(each, state[forceField] === true);
  planned.presumed.set(slot, objects);
}

/** The object to create, as far as the plan knows what makes it unlike others. */
function wantedIn(schema: TerraformSchema, planned: CtyObject, config: CtyObject): Declared | undefined {
  const { type, scopeField, containerField } = schema;
  if (isOnlyImported(type)) return undefined;
  const attributes = declaredValues(schema.values, planned, config);
  const isKnown = [scopeField, containerField].every(
    (field) => field === undefined || !isUnknown(planned[field]),
  );
  const isWhole = type.identity.keyIsUnique || keyOf(schema).every((each) => attributes[each] !== undefined);
  if (!isKnown || !isWhole || copyRuleOf(type, attributes) !== undefined) return undefined;
  return {
    type,
    address: resourceAddress(schema, planned),
    scopeId: textOfField(planned, scopeField) ?? undefined,
    containerId: textOfField(planned, containerField),
    attributes,
  };
}

function keyOf({ type: { identity } }: TerraformSchema): readonly string[] {
  return attributesIn(identity.keyIsUnique ? identity.key : identity.createKey);
}

/** Whether this run neither created the object, nor destroys or changes it or what contains it. */
function isLeft(session: Session, wanted: Declared, holder: FoundObject): boolean {
  const { writes, planned, host } = session;
  const { type, id, container } = holder;
  const key = objectKey(type, id);
  const isChanged = (of: string) => (planned.changed.get(of as typeof key)?.length ?? 0) > 0;
  return (
    !writes.isCreated({ type, id }) &&
    !writes.isRemoved({ type, id }) &&
    !planned.deleted.has(key) &&
    !host.attemptedCreates.isMatched(type, id) &&
    !isChanged(key) &&
    (container === null || !isChanged(objectKey(container.type, container.id))) &&
    !isFreed(session, wanted, holder)
  );
}

/**
 * Whether the plan that this process applies renames or destroys the holder of a name, by the notes of other processes. A process that plans does
 * not ask for them: those plans may never be applied.
 */
function isFreed({ planned, host }: Session, { type, attributes }: Declared, holder: FoundObject): boolean {
  const { plannedMoves } = host;
  const isFree = (attribute: string): boolean => {
    const taker = { type: type.name, id: "", attribute, to: attributes[attribute] ?? null };
    return (plannedMoves.removalFor(taker, holder) ?? plannedMoves.renamingFor(taker, holder)) !== undefined;
  };
  const names = (type.unique ?? []).map(({ attribute }) => attribute);
  return !planned.hasRefreshed && names.some((name) => name in attributes && isFree(name));
}
