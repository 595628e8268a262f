import * as z from "zod";
import { createClient } from "../../src/contract/http/http-client.ts";
import type { System } from "../../src/contract/operations/system.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import { openReconciler, type Reconciler } from "../../src/engine/reconcile/reconciler.ts";
import type { DesiredObject, DesiredWorld } from "../../src/model/desired-world.ts";
import type { EmulatorHandler } from "../../src/model/emulator-rules.ts";
import { defineEndpoint, type Endpoint } from "../../src/model/endpoint.ts";
import type { Attribute } from "../../src/model/resource-type/attribute.ts";
import { defineResource, type ResourceType } from "../../src/model/resource-type.ts";
import { Secret } from "../../src/model/secret.ts";
import type { FoundObject } from "../../src/model/snapshot.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/state/memory-disk.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { createVirtualClock } from "./virtual-clock.ts";

/*
 * Types with several lists inside one object: shelves contain books, labels that refer to books, and notes without references. The service's own
 * types have only one list in each site.
 */

const organizationId = "acme";

interface Kind {
  readonly name: string;
  readonly many: string;
  readonly scope?: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  /** Attributes that only the create call sets. */
  readonly fixed?: readonly string[];
}

const text = (rest: Partial<Attribute> = {}): Attribute => ({
  description: "A text.",
  schema: z.string(),
  atCreate: "required",
  samples: ["a", "b"],
  ...rest,
});

const kinds: readonly Kind[] = [
  {
    name: "shelf",
    many: "shelves",
    attributes: { title: text(), wood: text({ atCreate: "accepted" }) },
    fixed: ["wood"],
  },
  { name: "book", many: "books", scope: "shelf", attributes: { title: text() } },
  {
    name: "label",
    many: "labels",
    scope: "shelf",
    attributes: { title: text(), book: text({ reference: { type: "book" }, samples: [] }) },
  },
  { name: "note", many: "notes", scope: "shelf", attributes: { title: text() } },
];

const made = kinds.map(make);
export const shelfTypes: readonly ResourceType[] = made.map(({ type }) => type);
const operations = { shelves: systemOf(made.map(({ system }) => system)) };

function make(kind: Kind): { readonly type: ResourceType; readonly system: System } {
  const { name, many, scope } = kind;
  const all = `/orgs/{organizationId}/${scope === undefined ? "" : "shelves/{shelfId}/"}${many}`;
  const one = `${all}/{${name}Id}`;
  const record = z.looseObject({ id: z.string() });
  const endpoint = (verb: string, path: string, rest: Pick<Endpoint, "method"> & Partial<Endpoint>) =>
    defineEndpoint({ operation: `${verb}-${name}`, path, success: [200], idempotent: true, ...rest });
  const endpoints = {
    list: endpoint("list", all, { method: "GET", paged: true, response: record }),
    create: endpoint("create", all, {
      method: "POST",
      body: z.looseObject({}),
      response: record,
      success: [201],
      idempotent: false,
    }),
    update: endpoint("update", one, { method: "PATCH", body: z.looseObject({}), response: record }),
    remove: endpoint("remove", one, { method: "DELETE", success: [204] }),
  };
  return { type: typeOf(kind, endpoints), system: systemOfKind(kind, endpoints) };
}

type Endpoints = Readonly<Record<"list" | "create" | "update" | "remove", Endpoint>>;

function typeOf(kind: Kind, { list, create, update, remove }: Endpoints): ResourceType {
  const { name, many, scope, attributes, fixed = [] } = kind;
  const found = (answer: Json): FoundObject => {
    const { id, ...values } = answer as JsonObject & { id: string };
    const names = Object.keys(attributes);
    const shown = Object.fromEntries(names.map((each) => [each, values[each] ?? null]));
    return { type: name, id, container: null, attributes: shown };
  };
  return defineResource({
    name,
    label: { one: name, many },
    description: "A thing for tests.",
    ...(scope !== undefined && { scope }),
    attributes,
    identity: { key: ["title"], createKey: ["title"], keyIsUnique: false },
    creation: { endpoint: create, created: (answer) => ({ object: found(answer), children: [] }) },
    writers: [
      {
        name: "settings",
        attributes: Object.keys(attributes).filter((each) => !fixed.includes(each)),
        endpoint: update,
        fromResponse: found,
      },
    ],
    reads: [
      {
        name: many,
        endpoint: list,
        finds: [name],
        found: (answer) => [found(answer)],
        ...(scope !== undefined && { of: scope }),
      },
    ],
    deletion: { endpoint: remove, contents: scope === undefined ? "implied" : "first" },
    layout:
      scope === undefined
        ? { kind: "map", field: many, addressBy: ["$key"] }
        : { kind: "item", field: name, attribute: "title", addressBy: ["title"] },
  });
}

function systemOfKind({ name, scope }: Kind, endpoints: Endpoints): System {
  const handlers: Record<keyof Endpoints, EmulatorHandler> = {
    list: ({ params }, service) => ({
      status: 200,
      items: service.list(name).filter((each) => scope === undefined || each["shelf"] === params["shelfId"]),
    }),
    create: ({ params, body }, service) => {
      const place = scope === undefined ? {} : { shelf: params["shelfId"] ?? null };
      return { status: 201, body: service.add(name, { id: service.newId(`${name}_`), ...place, ...body }) };
    },
    update: ({ params, body }, service) => ({
      status: 200,
      body: service.change(name, params[`${name}Id`] ?? "", body),
    }),
    remove: ({ params }, service) => {
      service.remove(name, params[`${name}Id`] ?? "");
      return { status: 204 };
    },
  };
  return { operations: { ...endpoints }, handlers };
}

function systemOf(systems: readonly System[]): System {
  const named = (part: "operations" | "handlers") =>
    Object.fromEntries(
      systems.flatMap((system, at) =>
        Object.entries(system[part]).map(([key, value]) => [`${key}${at}`, value]),
      ),
    );
  return { operations: named("operations"), handlers: named("handlers") } as unknown as System;
}

/** A service with shelves, and a reconciler for it. */
export interface Shelves {
  readonly emulator: Emulator;
  readonly disk: MemoryDisk;
  readonly reconciler: Reconciler;
  /** Adds a record of a type, with this id and these fields. */
  readonly add: (name: string, fields: Readonly<Record<string, string>>) => void;
  /** Does some work, and returns the lists inside shelves that it read: `book shelf1`, in alphabetical order. */
  readonly readBy: (work: (reconciler: Reconciler) => Promise<unknown>) => Promise<readonly string[]>;
}

export function openShelves(): Shelves {
  const clock = createVirtualClock();
  let drawn = 0;
  const random = () => {
    drawn += 0.0137;
    return drawn % 1;
  };
  const emulator = createEmulator({
    types: shelfTypes,
    operations,
    organizationId,
    token: "t",
    apiVersion: "current",
    clock,
    random,
  });
  const client = createClient({
    baseUrl: "http://127.0.0.1",
    token: new Secret("t", { kind: "literal" }),
    transport: emulatorTransport(emulator),
    clock,
    random,
  });
  const disk = createMemoryDisk();
  const reconciler = openReconciler({
    types: shelfTypes,
    client,
    disk,
    clock,
    random: { hex: (bytes) => "a5".repeat(bytes) },
    consistencyWindowMs: 100,
    apiVersion: "current",
  });
  return {
    emulator,
    disk,
    reconciler,
    add(name, fields) {
      const [type = "", id = ""] = name.split(" ");
      emulator.service.add(type, { id, ...fields });
    },
    async readBy(work) {
      emulator.clearLog();
      await work(reconciler);
      return emulator.log
        .flatMap(({ operation, path }) => {
          const [, type = ""] = /^list-(.*)$/.exec(operation ?? "") ?? [];
          const [, shelf] = /shelves\/([^/]+)\//.exec(path) ?? [];
          return shelf === undefined || type === "" ? [] : [`${type} ${shelf}`];
        })
        .sort();
    },
  };
}

/** A layout of shelves and their contents. */
export function layoutOfShelves(
  objects: readonly DesiredObject[],
  rest: Partial<DesiredWorld> = {},
): DesiredWorld {
  return { organizationId, objects, prune: [], safety: {}, ...rest };
}

/** A shelf with its contents. `book A` is a book with this title, and `label L of A` a label for it. */
export function shelf(
  name: string,
  contents: readonly string[] = [],
  rest: Partial<DesiredObject> = {},
): readonly DesiredObject[] {
  const address = `shelf.${name}`;
  const bare = { ignore: [], owns: [] } as const;
  return [
    { address, type: "shelf", attributes: { title: name }, rank: 0, ...bare, ...rest },
    ...contents.map((each, rank): DesiredObject => {
      const [type = "", title = "", , book] = each.split(" ");
      const referred = book === undefined ? {} : { book: { $ref: `book.${name}/${book}` } };
      return {
        address: `${type}.${name}/${title}`,
        type,
        scope: address,
        container: null,
        attributes: { title, ...referred },
        rank,
        ...bare,
      };
    }),
  ];
}
