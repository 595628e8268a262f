import { createHash } from "node:crypto";
import * as z from "zod";
import { type Client, createClient } from "../../src/contract/http/http-client.ts";
import type { System } from "../../src/contract/operations/system.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import type { ApplyEvent, ApplyResult } from "../../src/engine/apply/apply-events.ts";
import { applyPlan } from "../../src/engine/apply/apply-plan.ts";
import type { Journal } from "../../src/engine/apply/journal.ts";
import type { ApplyRuntime } from "../../src/engine/apply/runtime.ts";
import { EmulatorRefusal } from "../../src/model/emulator-rules.ts";
import { defineEndpoint } from "../../src/model/endpoint.ts";
import type { CreateNode, Plan, PlanNode, PlanStep, WriteNode } from "../../src/model/plan/plan.ts";
import { defineResource, type ResourceType } from "../../src/model/resource-type.ts";
import { Secret } from "../../src/model/secret.ts";
import type { FoundObject } from "../../src/model/snapshot.ts";
import type { Clock } from "../../src/util/clock.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { present } from "../../src/util/present.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";

const path = "/orgs/{organizationId}/toys";
const body = z.object({ title: z.string().optional(), note: z.string().nullish() });
const list = defineEndpoint({
  operation: "listToys",
  method: "GET",
  path,
  paged: true,
  success: [200],
  idempotent: true,
});
const create = defineEndpoint({
  operation: "createToy",
  method: "POST",
  path,
  body,
  response: z.object({ id: z.string(), title: z.string() }),
  success: [201],
  idempotent: false,
});
const update = defineEndpoint({
  operation: "updateToy",
  method: "PATCH",
  path: `${path}/{toyId}`,
  body,
  response: z.object({ id: z.string() }),
  success: [200],
  idempotent: true,
});

function found(answer: Json): FoundObject {
  const { id, title, note } = answer as JsonObject & { id: string };
  return { type: "toy", id, container: null, attributes: { title: title ?? null, note: note ?? null } };
}

const toy: ResourceType = defineResource({
  name: "toy",
  label: { one: "toy", many: "toys" },
  description: "A thing for tests.",
  attributes: {
    title: { description: "Its name.", schema: z.string(), atCreate: "required", samples: ["A", "B"] },
    note: {
      description: "About it.",
      schema: z.string(),
      atCreate: "no",
      nullable: true,
      samples: ["a", "b"],
    },
  },
  identity: { key: ["title"], createKey: ["title"], keyIsUnique: false },
  creation: {
    endpoint: create,
    created: (answer) => ({ object: found(answer), children: [] }),
  },
  writers: [
    {
      name: "patch",
      attributes: ["title", "note"],
      endpoint: update,
      fromResponse: found,
    },
  ],
  reads: [
    {
      name: "toys",
      endpoint: list,
      finds: ["toy"],
      found: (answer) => [found(answer)],
    },
  ],
  layout: { kind: "map", field: "toys", addressBy: ["$key"] },
});

const toySystem: System = {
  operations: { list, create, update },
  handlers: {
    list: (_, service) => ({ status: 200, items: service.list("toy") }),
    create: (request, service) => {
      const record = service.add("toy", { id: service.newId("toy_"), ...request.body });
      return { status: 201, body: record };
    },
    update: (request, service) => {
      const id = `${request.params["toyId"]}`;
      if (service.get("toy", id) === undefined) throw new EmulatorRefusal(404, "Toy not found.");
      return { status: 200, body: service.change("toy", id, request.body) };
    },
  },
};

const toyOperations = { toys: toySystem };

export const toyTypes: readonly ResourceType[] = [toy];

/** A service with objects of a toy type, and a way to apply plans to it. */
export interface ToyBox {
  readonly emulator: Emulator;
  readonly client: Client;
  readonly clock: Clock;
  titles(): readonly Json[];
  runtime(changes?: Partial<ApplyRuntime>): ApplyRuntime;
}

export function createToyBox(): ToyBox {
  const clock = createVirtualClock(1_000_000);
  const random = () => 0.5;
  let drawn = 0;
  const draw = () => {
    drawn = (drawn * 16_807 + 12_345) % 2_147_483_647;
    return drawn / 2_147_483_647;
  };
  const emulator = createEmulator({
    types: toyTypes,
    operations: toyOperations,
    organizationId: "acme",
    token: "t",
    apiVersion: "current",
    clock,
    random: draw,
  });
  const client = createClient({
    baseUrl: "http://127.0.0.1",
    token: new Secret("t", { kind: "literal" }),
    transport: emulatorTransport(emulator),
    clock,
    random,
  });
  return {
    emulator,
    client,
    clock,
    titles: () => emulator.service.list("toy").map((record) => record["title"] ?? null),
    runtime: (changes = {}) => ({
      types: toyTypes,
      client,
      clock,
      concurrency: 4,
      consistencyWindowMs: 5000,
      state: undefined,
      journal: forgottenJournal,
      isDestroy: false,
      isAlone: () => true,
      secretTexts: [],
      revealSecret: () => new Secret("", { kind: "literal" }),
      hash,
      runId: "run1",
      ...changes,
    }),
  };
}

const forgottenJournal: Journal = {
  queue: async () => {},
  open: async () => {},
  sent: () => {},
  answered: () => {},
  close: () => {},
  clockLost: () => {},
  matches: () => {},
  begin: () => {},
  known: () => {},
  hiding: async () => {},
  deleting: async () => {},
  end: async () => {},
  clear: async () => {},
};

export function hash(text: string, salt: string): string {
  return createHash("sha256").update(`${salt}\n${text}`).digest("hex");
}

/** A plan that creates toys. Each has a note, and is created after the toys that it names. */
export function createPlan(
  toys: readonly {
    readonly key: string;
    readonly title?: string;
    readonly note?: string;
    readonly after?: string;
  }[],
): Plan {
  const steps = toys.map(
    ({ key, title = key }): PlanStep => ({
      action: "create",
      address: `toy.${key}`,
      type: "toy",
      title,
      attributes: { title },
      expects: { knownIds: "toy" },
    }),
  );
  const nodes = toys.flatMap(({ key, title = key, note, after }, step): PlanNode[] => {
    const address = `toy.${key}`;
    const id = `create ${address}` as const;
    const made: CreateNode = {
      kind: "create",
      id,
      step,
      address,
      calls: 1,
      after: after === undefined ? [] : [`create toy.${after}`],
      attributes: { title },
    };
    if (note === undefined) return [made];
    const write: WriteNode = {
      kind: "write",
      id: `write ${address} patch`,
      step,
      address,
      calls: 1,
      after: [id],
      writer: "patch",
      values: { note },
      before: {},
    };
    return [made, write];
  });
  return {
    docsformPlan: 3,
    organizationId: "acme",
    apiVersion: "current",
    salt: "5a17",
    temporarySuffix: "t1",
    steps,
    dangers: [],
    effects: [],
    nodes,
    existing: {},
    knownIds: { toy: [] },
    siblings: {},
    managed: Object.fromEntries(
      toys.map(({ key, title = key, note }) => [
        `toy.${key}`,
        { attributes: { title, ...present({ note }) } },
      ]),
    ),
    orders: [],
    found: [],
    unmanaged: [],
    notes: [],
    guard: { refusals: [], deletes: 0, changes: toys.length, managed: 0 },
    writeCalls: nodes.length,
  };
}

export async function applyToEnd(
  plan: Plan,
  runtime: ApplyRuntime,
  onEvent: (event: ApplyEvent) => void = () => {},
): Promise<{ readonly result: ApplyResult; readonly events: readonly ApplyEvent[] }> {
  const events: ApplyEvent[] = [];
  const result = await applyPlan(plan, runtime, (event) => {
    events.push(event);
    onEvent(event);
  });
  return { result, events };
}
