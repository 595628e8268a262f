import type { Address } from "../../model/address.ts";
import { fail } from "../../model/codes/service-words.ts";
import type { DeleteNode, PlanNode, ReorderNode, SetDefaultNode, WriteNode } from "../../model/plan/plan.ts";
import type { CallSubject } from "../live/access.ts";
import { deleteObject } from "../live/delete-object.ts";
import { moveIntoContainer, setDefault, sortObject } from "../live/place-object.ts";
import { writeObject } from "../live/write-object.ts";
import { hidesOrShows } from "../plan/decide/hidden-first.ts";
import type { ApplyRun } from "./apply-run.ts";
import type { NodeOutcome } from "./creates.ts";
import type { Identities } from "./identities.ts";
import { resolveForComparing, resolveForRequest, secretNames } from "./resolve-values.ts";

/** Runs one node of the plan. Throws if it fails or if its outcome is unknown. */
export async function runNode(run: ApplyRun, node: PlanNode): Promise<NodeOutcome> {
  refuseToOpen(run, node);
  if (node.kind === "create") return await run.creates.create(node, run.access);
  const { access, identities } = run;
  const subject = subjectOf(run, node);
  switch (node.kind) {
    case "write":
      await runWrite(run, node, subject);
      break;
    case "reparent": {
      const [from, to] = [idOrRoot(identities, node.from), idOrRoot(identities, node.to)];
      await moveIntoContainer(access, subject, node.address, from, to);
      break;
    }
    case "reorder":
      await sortObject(access, subject, node.address, positionOf(identities, node));
      break;
    case "set-default":
      await setDefault(access, subject, node.address, containerOf(identities, node));
      break;
    case "delete":
      await runDelete(run, node, subject);
      break;
  }
  return { id: subject.id };
}

/** Throws if the node opens an object that this run only probably created. */
function refuseToOpen({ notConfirmed, identities }: ApplyRun, { id }: PlanNode): void {
  const address = notConfirmed.get(id);
  if (address !== undefined) throw fail("apply/not-confirmed", { address, id: identities.idOf(address) });
}

function subjectOf({ plan, identities }: ApplyRun, { address, scope }: PlanNode): CallSubject {
  const scopeId = scope === undefined ? plan.existing[address]?.scopeId : identities.idOf(scope);
  return { type: identities.typeOf(address), id: identities.idOf(address), scopeId };
}

function idOrRoot({ idOf }: Identities, address: Address | null): string | null {
  return address === null ? null : idOf(address);
}

function itemOf({ typeOf, idOf }: Identities, address: Address) {
  return { type: typeOf(address).name, id: idOf(address) };
}

function positionOf(identities: Identities, { position }: ReorderNode) {
  return "before" in position
    ? { before: itemOf(identities, position.before) }
    : { after: itemOf(identities, position.after) };
}

function containerOf(identities: Identities, { container }: SetDefaultNode) {
  return container === null ? null : itemOf(identities, container);
}

async function runWrite(run: ApplyRun, node: WriteNode, subject: CallSubject): Promise<void> {
  const { access, identities, secrets, journal, hidden } = run;
  const change = hidesOrShows(subject.type, access.apiVersion, node);
  if (change === "hides") {
    await journal.hiding(node.address);
    hidden.add(node.address);
  }
  const { name: typeName, writers, attributes } = subject.type;
  const writer = writers.find((each) => each.name === node.writer);
  if (writer === undefined) throw new Error(`${typeName} has no writer ${node.writer}.`);
  const sensitive = Object.keys(node.values).filter((name) => attributes[name]?.sensitive === true);
  await writeObject(access, subject, {
    address: node.address,
    writer,
    values: await resolveForRequest(node.values, identities.idOf, secrets.reveal),
    before: resolveForComparing(node.before, identities.find),
    secret: new Set([...sensitive, ...secretNames(node.values)]),
  });
  if (change === "shows") hidden.delete(node.address);
}

async function runDelete(
  { plan, access, identities, deletions }: ApplyRun,
  node: DeleteNode,
  subject: CallSubject,
): Promise<void> {
  const step = plan.steps[node.step];
  const listed = new Set(
    step !== undefined && "expects" in step && "contents" in step.expects ? step.expects.contents : [],
  );
  deletions.begin(subject.id);
  await deleteObject(access, subject, node.address, {
    wasListed: ({ id }) => listed.has(id) || identities.hasCreated(id),
    isDeleted: ({ id }) => deletions.has(id),
    isBeingDeleted: deletions.isBeingDeleted,
  });
  deletions.add(node.address, subject.id);
}
