import { fieldText } from "../../model/key-field.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import { createKeyedQueue } from "../../util/keyed-queue.ts";
import { present } from "../../util/present.ts";
import type { Access } from "../live/access.ts";
import type { Attempt } from "../live/create/attempts.ts";
import { copySourceId } from "../live/create/create-key.ts";
import { createRecorded } from "../live/create/create-recorded.ts";
import type { ServiceClient } from "../live/service-client.ts";
import type { CreateNode } from "../plan/plan.ts";
import { type Creation, creationOf } from "./creation.ts";
import type { Identities } from "./identities.ts";
import type { Journal } from "./journal.ts";
import type { LookAlikes } from "./look-alikes.ts";
import type { RunSecrets } from "./run-secrets.ts";

/** What the creates of a run need. */
export interface CreatesContext {
  readonly access: Access;
  readonly identities: Identities;
  readonly secrets: RunSecrets;
  readonly lookAlikes: LookAlikes;
  readonly journal: Journal;
  /** Hashes a key for the journal. */
  readonly hashKey: (key: string) => string;
}

export interface Creates {
  /**
   * Writes a create to the journal while it waits for its turn, so that the call need not wait for the disk. A create whose object could be
   * mistaken for that of another create waits until its turn, because its line needs the id of the other object.
   */
  journalAhead(node: CreateNode): void;
  /** Creates the object exactly once, with this client. `recovered`: the response was lost, and the object was found. */
  create(
    node: CreateNode,
    client: ServiceClient,
  ): Promise<{ readonly id: string; readonly recovered: boolean }>;
}

/** Maximum number of creates whose lines are written together, so that the first calls of a large plan need not wait for all lines. */
const journaledTogether = 50;

export function createsOf(context: CreatesContext): Creates {
  const { access, identities, secrets, journal } = context;
  const turns = createKeyedQueue();
  const preparedByNode = new Map<string, Promise<Prepared>>();
  const preparationsInOrder: Promise<unknown>[] = [];
  const turnsJournaled = new Set<string>();

  const prepare = async (node: CreateNode, earlier: Promise<unknown> | undefined): Promise<Prepared> => {
    await earlier;
    const creation = await creationOf(node, access.index, identities, secrets);
    const { turn } = creation;
    const isFirst = !turns.has(turn) && !turnsJournaled.has(turn);
    if (!isFirst) return { creation, isJournaled: false };
    turnsJournaled.add(turn);
    await journal.open(attemptOf(context, node, creation));
    return { creation, isJournaled: true };
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
    async create(node, client) {
      const { creation, isJournaled } = await (preparedByNode.get(node.id) ?? prepare(node, undefined));
      preparedByNode.delete(node.id);
      const contextOfNode = { ...context, access: { ...access, client } };
      return await turns.run(creation.turn, () => createInTurn(contextOfNode, node, creation, isJournaled));
    },
  };
}

interface Prepared {
  readonly creation: Creation;
  /** Whether the journal on the disk already has the line of the create. */
  readonly isJournaled: boolean;
}

async function createInTurn(
  { access, identities, lookAlikes, journal, ...context }: CreatesContext,
  node: CreateNode,
  creation: Creation,
  isJournaled: boolean,
) {
  const attempt = attemptOf({ lookAlikes, ...context }, node, creation);
  const { object, children, recovered } = await createRecorded(
    access,
    { attempts: journal, attempt, isOpen: isJournaled },
    {
      address: node.address,
      type: creation.type,
      scopeId: creation.scopeId,
      input: creation.input,
      isKnown: (type, id) => identities.isKnown(objectKey(type, id)),
    },
  );
  lookAlikes.add(creation, object.id);
  const [first] = children;
  const created = [
    { address: node.address, type: creation.type.name, id: object.id },
    ...(first !== undefined && node.firstChild !== undefined
      ? [{ address: node.firstChild.address, ...first }]
      : []),
  ];
  journal.answered(created);
  for (const each of created) identities.addCreated(each.address, keyOf(each), each.id);
  for (const child of children) identities.addKnown(keyOf(child));
  return { id: object.id, recovered };
}

function attemptOf(
  { lookAlikes, hashKey }: Pick<CreatesContext, "lookAlikes" | "hashKey">,
  { address, shownBy }: CreateNode,
  creation: Creation,
): Attempt {
  const { type, scopeId, fields, key } = creation;
  return {
    address,
    type: type.name,
    fields: fields.map(fieldText),
    key: hashKey(key),
    knownIds: [...lookAlikes.of(creation)],
    ...present({ scopeId, source: copySourceId(type, creation.input) }),
    ...(shownBy !== undefined && { createdHidden: true as const }),
  };
}
