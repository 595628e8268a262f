import { birthFields, birthKeyOfInput, type CreateInput } from "../live/birth-key.ts";
import { createObject } from "../live/create-object.ts";
import { deleteObject } from "../live/delete-object.ts";
import { enterContainer, pointDefault, sortObject } from "../live/place-object.ts";
import { writeObject } from "../live/write-object.ts";
import type { Address } from "../model/address.ts";
import type { JsonObject } from "../model/json.ts";
import type {
  CreateNode,
  DeleteNode,
  PlanNode,
  PlanValue,
  PointNode,
  SortNode,
  WriteNode,
} from "../plan/plan.ts";
import { resolveForComparing, resolveForRequest, secretNames } from "./plan-values.ts";
import { idOf, inTurn, type Run, twinsOf, typeOf } from "./run-state.ts";

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

async function runCreate(run: Run, node: CreateNode): Promise<NodeOutcome> {
  const type = typeOf(run, node.address);
  const scopeId = node.scope === undefined ? undefined : idOf(run, node.scope);
  const input: CreateInput = {
    attributes: await resolved(run, node.attributes),
    ...(node.container === undefined ? {} : { containerId: idOrRoot(run, node.container) }),
    ...(node.born === undefined ? {} : { born: await resolved(run, node.born.attributes) }),
  };
  const fields = birthFields(type, input);
  const key = birthKeyOfInput(run.index, type, fields, input);
  return await inTurn(run, `${type.name}\n${scopeId ?? ""}\n${key}`, async () => {
    const twins = twinsOf(run, type, scopeId, input, key);
    const { object, births, recovered } = await createObject(run.access, {
      address: node.address,
      type,
      scopeId,
      input,
      isKnown: (name, id) => run.known.has(`${name}\n${id}`),
      onAttempt: stampOf(run, node, { type: type.name, scopeId, fields, key, twins }),
    });
    twins.push(object.id);
    learn(run, [[node.address, type.name, object.id]]);
    const [first] = births;
    if (first !== undefined && node.born !== undefined)
      learn(run, [[node.born.address, first.type, first.id]]);
    for (const birth of births) run.known.add(`${birth.type}\n${birth.id}`);
    return { id: object.id, ...(recovered ? { recovered } : {}) };
  });
}

interface Stamp {
  readonly type: string;
  readonly scopeId: string | undefined;
  readonly fields: readonly string[];
  readonly key: string;
  readonly twins: readonly string[];
}

function stampOf(run: Run, node: CreateNode, stamp: Stamp): () => void {
  const { journal, hash, runId } = run.runtime;
  if (journal === undefined) return () => {};
  const { type, scopeId, fields, twins } = stamp;
  const intent = {
    address: node.address,
    type,
    fields,
    key: hash(stamp.key, runId),
    knownIds: [...twins],
    ...(scopeId === undefined ? {} : { scopeId }),
  };
  return () => journal.intent(intent);
}

function learn(run: Run, objects: readonly (readonly [Address, string, string])[]): void {
  run.runtime.journal?.pairs(objects.map(([address, , id]) => [address, id]));
  for (const [address, type, id] of objects) {
    run.ids.set(address, id);
    run.created.set(address, id);
    run.createdIds.add(id);
    run.known.add(`${type}\n${id}`);
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

/** Values as a request carries them; nothing keeps a secret beyond the call. */
async function resolved(run: Run, values: Readonly<Record<string, PlanValue>>): Promise<JsonObject> {
  return await resolveForRequest(
    values,
    (address) => idOf(run, address),
    async (source, hash) => (await run.runtime.revealSecret(source, hash)).reveal(),
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
    wasListed: (id) => listed.has(id) || run.createdIds.has(id),
    isDeleted: (id) => run.deleted.has(id),
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
