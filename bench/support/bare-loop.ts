import { open } from "node:fs/promises";
import { join } from "node:path";
import { Pool } from "undici";
import type { LoggedRequest } from "../../src/emulator/wire.ts";
import type { Json } from "../../src/util/json.ts";
import type { EmulatorProcess } from "./emulator-process.ts";

/** A call that creates an object, and the patches of this object after it. */
export interface Creation {
  readonly path: string;
  readonly body: Readonly<Record<string, Json>>;
  /** In a chain: the field of the body with the id of the object before. */
  readonly parentField?: string;
  readonly patches: readonly { readonly pathOf: (id: string) => string; readonly body: Json }[];
}

/** Sends calls without checks, retries or an order of its own. The cases compare docsform with it. */
export interface BareLoop {
  /** Sends the reads, one at a time on each connection. */
  read(paths: readonly string[]): Promise<void>;
  /** Creates the objects, one at a time on each connection. */
  createAll(creations: readonly Creation[]): Promise<void>;
  /**
   * Creates the chain on one connection, each object inside the one before, and writes a line to the disk before each call. Creates
   * the leaves on the other connections, and on that one after the chain.
   */
  createChain(chain: readonly Creation[], leaves: readonly Creation[]): Promise<void>;
  close(): Promise<void>;
}

export function startBareLoop(service: EmulatorProcess, folder: string, connections: number): BareLoop {
  const pool = new Pool(service.url, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${service.token}`, "content-type": "application/json" };
  const send = async (method: "GET" | "POST" | "PATCH", path: string, body?: Json): Promise<string> => {
    const text = body === undefined ? null : JSON.stringify(body);
    const answer = await pool.request({ method, path, headers, body: text });
    const given = (await answer.body.json()) as { readonly id?: string };
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}`);
    return given.id ?? "";
  };
  const create = async (creation: Creation, parent?: string): Promise<string> => {
    const inside = creation.parentField !== undefined && parent !== undefined;
    const body = inside ? { ...creation.body, [creation.parentField as string]: parent } : creation.body;
    const id = await send("POST", creation.path, body);
    for (const { pathOf, body: change } of creation.patches) await send("PATCH", pathOf(id), change);
    return id;
  };
  const together = async <T>(items: Iterator<T>, lanes: number, work: (item: T) => Promise<unknown>) => {
    const lane = async () => {
      for (let next = items.next(); next.done !== true; next = items.next()) await work(next.value);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  const createDown = async (chain: readonly Creation[]) => {
    let parent: string | undefined;
    const noted = await open(join(folder, "noted"), "a");
    for (const creation of chain) {
      await noted.writeFile(`${creation.path} ${parent} ${JSON.stringify(creation.body)}\n`);
      await noted.datasync();
      parent = await create(creation, parent);
    }
    await noted.close();
  };
  return {
    read: (paths) => together(paths.values(), connections, (path) => send("GET", path)),
    createAll: (creations) => together(creations.values(), connections, (creation) => create(creation)),
    createChain: async (chain, leaves) => {
      const left = leaves.values();
      const withLeaf = (leaf: Creation) => create(leaf);
      await Promise.all([
        createDown(chain).then(() => together(left, 1, withLeaf)),
        together(left, connections - 1, withLeaf),
      ]);
    },
    close: () => pool.close(),
  };
}

/** The reads of a run before its first write and after its last one. */
export function readsAround(log: readonly LoggedRequest[]): {
  readonly before: readonly string[];
  readonly after: readonly string[];
} {
  const isWrite = ({ method }: LoggedRequest) => method !== "GET";
  const first = log.findIndex(isWrite);
  const last = log.findLastIndex(isWrite);
  const paths = (part: readonly LoggedRequest[]) => part.map(({ path }) => path);
  return { before: paths(log.slice(0, first)), after: paths(log.slice(last + 1)) };
}
