import { type CreateInput, createKeyFields, createKeyOfInput } from "../live/create-key.ts";
import { createObject } from "../live/create-object.ts";
import { deleteObject } from "../live/delete-object.ts";
import { enterContainer, pointDefault, sortObject } from "../live/place-object.ts";
import { writeObject } from "../live/write-object.ts";
import type { Address } from "../model/address.ts";
import type { JsonObject } from "../model/json.ts";
import { fieldText, type KeyField } from "../model/key-field.ts";
import { keyOf, objectKey } from "../model/object-key.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type {
  CreateNode,
  DeleteNode,
  PlanNode,
  PlanValue,
  PointNode,
  SortNode,
  WriteNode,
} from "../plan/plan.ts";
import type { Intent } from "./journal.ts";
import { resolveForComparing, resolveForRequest, secretNames } from "./plan-values.ts";
import { idOf, type Run, twinsOf, typeOf } from "./run-state.ts";

/** What became of a node that was done. */
export interface NodeOutcome {
  readonly id: string;
  /** The answer was lost, and the object found again. */
  readonly recovered?: true;
}

/** Does one node of the plan. Throws when it was not done, or when that is not known. */
export async function runNode(run: Run, node: PlanNode): Promise<NodeOutcome> {
  if (node.kind === "create") return await runCreate(run, node);
  const subject = subjectOf(run, node.address, node.scope);
  switch (node.kind) {
    case "write":
      await runWrite(run, node, subject);
      break;
    case "enter":
      await enterContainer(
        run.access,
        subject,
        node.address,
        idOrRoot(run, node.from),
        idOrRoot(run, node.to),
      );
      break;
    case "sort":
      await sortObject(run.access, subject, node.address, positionOf(run, node));
      break;
    case "point":
      await pointDefault(run.access, subject, node.address, containerOf(run, node));
      break;
    case "delete":
      await runDelete(run, node, subject);
      break;
  }
  return { id: subject.id };
}

type Subject = ReturnType<typeof subjectOf>;

function subjectOf(run: Run, address: Address, scope: Address | undefined) {
  const scopeId = scope === undefined ? run.plan.existing[address]?.scopeId : idOf(run, scope);
  return { type: typeOf(run, address), id: idOf(run, address), scopeId };
}

function idOrRoot(run: Run, address: Address | null): string | null {
  return address === null ? null : idOf(run, address);
}

/** So many intents are worked out together: the first calls need not wait until all of a large plan are. */
const aheadTogether = 50;

/**
 * Writes a creation's intent while it waits for its turn, so that it need not wait for the disk then. One that shares its
 * birth key with another is left for its turn: it must know the other's id.
 */
export function journalAhead(run: Run, node: PlanNode): void {
  const { journal } = run.runtime;
  if (node.kind !== "create" || journal === undefined) return;
  // What becomes ready later is waited for by nothing but its own call.
  const earlier = run.created.size === 0 ? run.aheadInOrder[run.aheadInOrder.length - aheadTogether] : null;
  const write = async () => {
    await earlier;
    const creation = await creationOf(run, node);
    if (run.turns.has(creation.turn) || run.aheadTurns.has(creation.turn)) return false;
    run.aheadTurns.add(creation.turn);
    await journal.ahead(intentOf(run, node, creation));
    return true;
  };
  const written = write();
  // Whoever does the node learns of it.
  run.aheadInOrder.push(written.catch(() => undefined));
  run.ahead.set(node.id, written);
}

/** A creating call, and how its object would be found again. */
interface Creation {
  readonly type: ResourceType;
  readonly scopeId: string | undefined;
  readonly input: CreateInput;
  readonly fields: readonly KeyField[];
  readonly key: string;
  /** The same for creations that could be taken for each other. */
  readonly turn: string;
}

async function creationOf(run: Run, node: CreateNode): Promise<Creation> {
  const type = typeOf(run, node.address);
  const scopeId = node.scope === undefined ? undefined : idOf(run, node.scope);
  const input: CreateInput = {
    attributes: await resolved(run, node.attributes),
    ...(node.container === undefined ? {} : { containerId: idOrRoot(run, node.container) }),
    ...(node.born === undefined ? {} : { born: await resolved(run, node.born.attributes) }),
  };
  const fields = createKeyFields(type, input);
  const key = createKeyOfInput(run.index, type, fields, input);
  return { type, scopeId, input, fields, key, turn: `${type.name}\n${scopeId ?? ""}\n${key}` };
}

function intentOf(run: Run, node: CreateNode, creation: Creation): Intent {
  const { type, scopeId, fields, input, key } = creation;
  return {
    address: node.address,
    type: type.name,
    fields: fields.map(fieldText),
    key: hashedKey(run, key),
    knownIds: [...twinsOf(run, type, scopeId, input, key)],
    ...(scopeId === undefined ? {} : { scopeId }),
  };
}

/** Each is asked for twice: ahead, and when its call is sent. */
function hashedKey(run: Run, key: string): string {
  const known = run.hashedKeys.get(key) ?? run.runtime.hash(key, run.runtime.runId);
  run.hashedKeys.set(key, known);
  return known;
}

async function runCreate(run: Run, node: CreateNode): Promise<NodeOutcome> {
  const { journal } = run.runtime;
  const creation = await creationOf(run, node);
  const { type, scopeId, input, key } = creation;
  const isAhead = (await run.ahead.get(node.id)) === true;
  return await run.turns.run(creation.turn, async () => {
    const intent = intentOf(run, node, creation);
    if (!isAhead) await journal?.ahead(intent);
    const { object, births, recovered } = await createObject(run.access, {
      address: node.address,
      type,
      scopeId,
      input,
      isKnown: (name, id) => run.known.has(objectKey(name, id)),
      onAttempt: () => journal?.intent(intent),
    });
    twinsOf(run, type, scopeId, input, key).push(object.id);
    learn(run, [[node.address, type.name, object.id]]);
    const [first] = births;
    if (first !== undefined && node.born !== undefined)
      learn(run, [[node.born.address, first.type, first.id]]);
    for (const birth of births) run.known.add(keyOf(birth));
    return { id: object.id, ...(recovered ? { recovered } : {}) };
  });
}

function learn(run: Run, objects: readonly (readonly [Address, string, string])[]): void {
  run.runtime.journal?.pairs(objects.map(([address, , id]) => [address, id]));
  for (const [address, type, id] of objects) {
    run.ids.set(address, id);
    run.created.set(address, id);
    run.createdIds.add(id);
    run.known.add(objectKey(type, id));
  }
}

async function runWrite(run: Run, node: WriteNode, subject: Subject): Promise<void> {
  const writer = subject.type.writers.find((each) => each.name === node.writer);
  if (writer === undefined) throw new Error(`${subject.type.name} has no writer ${node.writer}.`);
  const sensitive = Object.keys(node.values).filter(
    (name) => subject.type.attributes[name]?.sensitive === true,
  );
  await writeObject(run.access, subject, {
    address: node.address,
    writer,
    values: await resolved(run, node.values),
    before: resolveForComparing(node.before, (address) => run.ids.get(address)),
    secret: new Set([...sensitive, ...secretNames(node.values)]),
  });
}

/** Values as a request carries them. */
async function resolved(run: Run, values: Readonly<Record<string, PlanValue>>): Promise<JsonObject> {
  return await resolveForRequest(
    values,
    (address) => idOf(run, address),
    async (source, hash) => {
      const secret = (await run.runtime.revealSecret(source, hash)).reveal();
      run.revealed.add(secret);
      return secret;
    },
  );
}

function positionOf(run: Run, node: SortNode) {
  const item = (address: Address) => ({ type: typeOf(run, address).name, id: idOf(run, address) });
  return "before" in node.position
    ? { before: item(node.position.before) }
    : { after: item(node.position.after) };
}

function containerOf(run: Run, node: PointNode) {
  return node.container === null
    ? null
    : { type: typeOf(run, node.container).name, id: idOf(run, node.container) };
}

async function runDelete(run: Run, node: DeleteNode, subject: Subject): Promise<void> {
  const step = run.plan.steps[node.step];
  const listed = new Set(
    step !== undefined && "expects" in step && "contents" in step.expects ? step.expects.contents : [],
  );
  await deleteObject(run.access, subject, node.address, {
    wasListed: ({ id }) => listed.has(id) || run.createdIds.has(id),
    isDeleted: ({ id }) => run.deleted.has(id),
  });
  markDeleted(run, node.address, subject.id);
}

function markDeleted(run: Run, address: Address, id: string): void {
  run.deleted.add(id);
  const open = [address];
  for (let carrier = open.pop(); carrier !== undefined; carrier = open.pop()) {
    for (const step of run.goingWith.get(carrier) ?? []) {
      run.deleted.add(step.id);
      open.push(step.address);
    }
  }
}
