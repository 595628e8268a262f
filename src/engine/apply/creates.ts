import { keyOf, objectKey } from "../../model/object-key.ts";
import type { CreateNode } from "../../model/plan/plan.ts";
import { createKeyedQueue } from "../../util/keyed-queue.ts";
import { present } from "../../util/present.ts";
import type { Access } from "../live/access.ts";
import { type Attempt, recordedValues } from "../live/create/attempts.ts";
import { copySourceId } from "../live/create/create-key.ts";
import { createRecorded } from "../live/create/create-recorded.ts";
import type { FoundOrigin } from "../live/create/resolve.ts";
import { type Creation, creationOf } from "./creation-of-node.ts";
import type { Identities } from "./identities.ts";
import type { Journal } from "./journal.ts";
import type { RunSecrets } from "./run-secrets.ts";

/** What the creates of a run need. */
export interface CreatesContext {
  readonly access: Access;
  readonly identities: Identities;
  readonly secrets: RunSecrets;
  readonly journal: Journal;
  /** Hashes a key for the journal. */
  readonly hashKey: (key: string) => string;
}

/** The result of a finished node. */
export interface NodeOutcome {
  readonly id: string;
  /** The response to a create was lost, and the object was found: its origin. */
  readonly recoveredAs?: FoundOrigin;
}

export interface Creates {
  /** Writes a create to the journal while it waits for its turn, so that the call need not wait for the disk. */
  journalAhead(node: CreateNode): void;
  /** Creates the object exactly once, with the access of its node. */
  create(node: CreateNode, access: Access): Promise<NodeOutcome>;
}

/** Maximum number of creates whose lines are written together, so that the first calls of a large plan need not wait for all lines. */
const journaledTogether = 50;

export function createsOf(context: CreatesContext): Creates {
  const { access, identities, secrets, journal } = context;
  const turns = createKeyedQueue();
  const preparedByNode = new Map<string, Promise<Prepared>>();
  const preparationsInOrder: Promise<unknown>[] = [];

  const prepare = async (node: CreateNode, earlier?: Promise<unknown>): Promise<Prepared> => {
    await earlier;
    const creation = await creationOf(node, access.index, identities, secrets);
    const attempt = attemptOf(context, node, creation);
    await journal.queue(attempt);
    return { creation, attempt };
  };
  return {
    journalAhead(node) {
      // After the first create, nodes become ready a few at a time, so their lines need not wait for earlier ones.
      const earlier = identities.created.size === 0 ? preparationsInOrder.at(-journaledTogether) : undefined;
      const preparation = prepare(node, earlier);
      preparedByNode.set(node.id, preparation);
      // The caller that creates the object gets the error.
      preparationsInOrder.push(preparation.catch(() => undefined));
    },
    async create(node, accessOfNode) {
      const prepared = await (preparedByNode.get(node.id) ?? prepare(node));
      preparedByNode.delete(node.id);
      const contextOfNode = { ...context, access: accessOfNode };
      return await turns.run(prepared.creation.turn, () => createInTurn(contextOfNode, node, prepared));
    },
  };
}

interface Prepared {
  readonly creation: Creation;
  readonly attempt: Attempt;
}

async function createInTurn(
  { access, identities, journal }: CreatesContext,
  node: CreateNode,
  { creation, attempt }: Prepared,
): Promise<NodeOutcome> {
  const { object, children, recoveredAs } = await createRecorded(
    access,
    { attempts: journal, attempt },
    {
      address: node.address,
      type: creation.type,
      scopeId: creation.scopeId,
      input: creation.input,
      isKnown: (type, id) => identities.isKnown(objectKey(type, id)),
    },
  );
  const [first] = children;
  const origin = recoveredAs ?? "created";
  const created = [
    { address: node.address, type: creation.type.name, id: object.id },
    ...(first !== undefined && node.firstChild !== undefined
      ? [{ address: node.firstChild.address, type: first.type, id: first.id }]
      : []),
  ];
  journal.answered(created.map(({ address, id }) => ({ address, id, origin })));
  for (const each of created) identities.addCreated(each.address, keyOf(each), each.id, origin);
  for (const child of children) identities.addKnown(keyOf(child));
  return { id: object.id, ...present({ recoveredAs }) };
}

function attemptOf(
  { hashKey }: Pick<CreatesContext, "hashKey">,
  { address, shownBy }: CreateNode,
  creation: Creation,
): Attempt {
  const { type, scopeId } = creation;
  return {
    address,
    type: type.name,
    ...recordedValues(creation, hashKey),
    ...present({ scopeId, source: copySourceId(type, creation.input) }),
    ...(shownBy !== undefined && { createdHidden: true as const }),
  };
}
