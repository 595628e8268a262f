import { Pool } from "undici";
import { createDocsClient } from "../../src/contract/client/docs-client.ts";
import { createUndiciTransport } from "../../src/contract/http/undici-transport.ts";
import { startConstantServer } from "../support/constant-server.ts";
import { organization } from "../support/emulator-process.ts";
import { median, report } from "../support/verdict.ts";

const lanes = 10;
const callsOfRound = 2_000;
const rounds = 15;
const token = "bench";

const space = {
  object: "space",
  id: "Qm3vT8xLz1Qm3vT8xLz1",
  title: "Guides",
  visibility: "in-collection",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  editMode: "live",
  mergeRules: { type: "inherit" },
  organization,
  permissions: {
    view: true,
    access: true,
    admin: true,
    edit: true,
    comment: true,
    merge: true,
    review: true,
  },
  urls: {
    location: "https://api.docs.example/v1/spaces/Qm3vT8xLz1",
    app: "https://app.docs.example/s/Qm3vT8xLz1",
  },
};

/** The time of a round, in milliseconds. */
interface Measured {
  readonly wall: number;
  /** The CPU of this process, so of the client and not of the server. */
  readonly cpu: number;
}

/** The medians of both. They take turns, so that the speed of the machine is the same for both. */
interface Race {
  readonly typed: Measured;
  readonly bare: Measured;
}

const one = await raceOf(
  space,
  (client, index) => client.spaces.get({ spaceId: `space-${index}` }),
  (index) => `/v1/spaces/space-${index}`,
);
const page = {
  items: Array.from({ length: 100 }, (_, index) => ({ ...space, id: `space-${index}` })),
  count: 100,
};
const many = await raceOf(
  page,
  (client) => client.spaces.list({ organizationId: organization }).page(),
  () => `/v1/orgs/${organization}/spaces`,
);

const holds = report(
  `The client of all operations against undici and JSON.parse, ${callsOfRound} calls on ${lanes} connections, median of ${rounds}`,
  [factOf("an object", one), factOf("a page of 100", many)],
  [
    { name: "an object, wall", value: one.typed.wall / one.bare.wall, most: 1.5, unit: "×" },
    { name: "an object, CPU", value: one.typed.cpu / one.bare.cpu, most: 1.5, unit: "×" },
    { name: "a page of 100, wall", value: many.typed.wall / many.bare.wall, most: 1.5, unit: "×" },
    { name: "a page of 100, CPU", value: many.typed.cpu / many.bare.cpu, most: 1.5, unit: "×" },
  ],
);
process.exitCode = holds ? 0 : 1;

type Client = ReturnType<typeof createDocsClient>;

async function raceOf(
  answer: unknown,
  typed: (client: Client, index: number) => Promise<unknown>,
  pathOf: (index: number) => string,
): Promise<Race> {
  const server = await startConstantServer(answer);
  const transport = createUndiciTransport({ connections: lanes });
  const client = createDocsClient({ token, baseUrl: server.url, transport, maxInFlight: lanes });
  const pool = new Pool(server.url, { connections: lanes, pipelining: 1 });
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const bare = async (index: number) => {
    const { body } = await pool.request({ method: "GET", path: pathOf(index), headers });
    return JSON.parse(await body.text()) as unknown;
  };
  const typedRounds: Measured[] = [];
  const bareRounds: Measured[] = [];
  // The first two rounds warm up and do not count.
  for (let round = -2; round < rounds; round += 1) {
    const taken = [await roundOf((index) => typed(client, index)), await roundOf(bare)] as const;
    if (round < 0) continue;
    typedRounds.push(taken[0]);
    bareRounds.push(taken[1]);
  }
  await Promise.all([transport.close(), pool.close()]);
  await server.stop();
  return { typed: middle(typedRounds), bare: middle(bareRounds) };
}

function middle(all: readonly Measured[]): Measured {
  return { wall: median(all.map(({ wall }) => wall)), cpu: median(all.map(({ cpu }) => cpu)) };
}

/** Sends the calls of one round, one at a time on each connection. */
async function roundOf(call: (index: number) => Promise<unknown>): Promise<Measured> {
  let next = 0;
  const lane = async () => {
    while (next < callsOfRound) {
      next += 1;
      await call(next);
    }
  };
  const began = performance.now();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: lanes }, lane));
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - began, cpu: (user + system) / 1000 };
}

function factOf(what: string, { typed, bare }: Race): string {
  const each = ({ wall, cpu }: Measured) =>
    `${((wall * 1000) / callsOfRound).toFixed(0)} µs (CPU ${((cpu * 1000) / callsOfRound).toFixed(0)} µs)`;
  return `${what}: ${each(typed)} for a call with the client, ${each(bare)} without`;
}
