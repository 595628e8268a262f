import * as z from "zod";
import type { Handlers, System } from "../../src/contract/operations/system.ts";
import { type EmulatorRecord, EmulatorRefusal } from "../../src/model/emulator-rules.ts";
import { defineEndpoint } from "../../src/model/endpoint.ts";
import { defineResource, type ResourceType } from "../../src/model/resource-type.ts";
import type { JsonObject } from "../../src/util/json.ts";

const widgets = "/orgs/{organizationId}/widgets";
const fields = z.object({
  title: z.string().min(1).max(20),
  color: z.string().optional(),
  parts: z.object({ wheels: z.number().optional() }).optional(),
});

export const widgetOperations = {
  list: defineEndpoint({
    operation: "listWidgets",
    method: "GET",
    path: widgets,
    paged: true,
    query: z.object({
      title: z.string().optional(),
      big: z.boolean().optional(),
      kind: z.array(z.enum(["a", "b"])).optional(),
    }),
    success: [200],
    idempotent: true,
  }),
  create: defineEndpoint({
    operation: "createWidget",
    method: "POST",
    path: widgets,
    body: fields,
    success: [201],
    idempotent: false,
  }),
  get: defineEndpoint({
    operation: "getWidget",
    method: "GET",
    path: `${widgets}/{widgetId}`,
    success: [200],
    idempotent: true,
  }),
  newest: defineEndpoint({
    operation: "getNewestWidget",
    method: "GET",
    path: `${widgets}/newest`,
    success: [200],
    idempotent: true,
  }),
  update: defineEndpoint({
    operation: "updateWidget",
    method: "PATCH",
    path: `${widgets}/{widgetId}`,
    body: z.strictObject(fields.partial().shape),
    success: [200],
    idempotent: true,
  }),
  remove: defineEndpoint({
    operation: "deleteWidget",
    method: "DELETE",
    path: `${widgets}/{widgetId}`,
    success: [204, 205],
    idempotent: true,
  }),
  publish: defineEndpoint({
    operation: "publishWidget",
    method: "POST",
    path: `${widgets}/{widgetId}/publish`,
    success: [200],
    idempotent: true,
  }),
  poke: defineEndpoint({
    operation: "pokeWidget",
    method: "POST",
    path: `${widgets}/{widgetId}/poke`,
    success: [200],
    idempotent: true,
    apiVersions: ["classic"],
  }),
  /** Deletes one widget after the other and refuses at the last, to show that a refused request changes nothing. */
  clear: defineEndpoint({
    operation: "clearWidgets",
    method: "DELETE",
    path: widgets,
    success: [205],
    idempotent: true,
  }),
};

const wire = (record: EmulatorRecord): JsonObject => record;
const isAlive = (record: EmulatorRecord): boolean => record["deletedAt"] === undefined;

function alive(record: EmulatorRecord | undefined): EmulatorRecord {
  if (record === undefined || !isAlive(record)) throw new EmulatorRefusal(404, "Widget not found.");
  return record;
}

const handlers: Handlers<typeof widgetOperations> = {
  list: ({ query }, service) => ({
    status: 200,
    items: service
      .list("widget")
      .filter((each) => isAlive(each) && (query["title"] ?? each["title"]) === each["title"])
      .map(wire),
  }),
  create: ({ body }, service) => {
    const used = service.list("widget").some((each) => isAlive(each) && each["title"] === body["title"]);
    if (used && body["title"] !== "Duplicate") throw new EmulatorRefusal(400, "The title is in use.");
    const record = service.add("widget", { id: service.newId("widget_"), ...body, createdAt: service.now() });
    return { status: 201, body: wire(record), location: `/widgets/${record.id}` };
  },
  get: ({ params }, service) => ({
    status: 200,
    body: wire(alive(service.get("widget", `${params["widgetId"]}`))),
  }),
  newest: (_, service) => ({ status: 200, body: wire(alive(service.list("widget").at(-1))) }),
  update: ({ params, body }, service) => {
    const { id } = alive(service.get("widget", `${params["widgetId"]}`));
    return { status: 200, body: wire(service.change("widget", id, body)) };
  },
  remove: ({ params }, service) => {
    const record = service.get("widget", `${params["widgetId"]}`);
    if (record === undefined || !isAlive(record)) return { status: 204 };
    service.change("widget", record.id, { deletedAt: service.now() });
    return { status: 205 };
  },
  publish: ({ params }, service) => ({
    status: 200,
    body: wire(service.change("widget", `${params["widgetId"]}`, { published: true })),
  }),
  poke: ({ params }, service) => service.call("getWidget", params),
  clear: (_, service) => {
    const all = service.list("widget");
    for (const each of all) service.remove("widget", each.id);
    service.add("widget", { id: "left" });
    service.place("widget", "left", "end");
    throw new EmulatorRefusal(400, `Cannot remove all ${all.length}.`);
  },
};

/** The operations of widgets and the emulator's side of them. */
export const widgetSystem: System = { operations: widgetOperations, handlers };

/** A toy type, because the emulator's own tests use no real type. */
export const widget: ResourceType = defineResource({
  name: "widget",
  label: { one: "widget", many: "widgets" },
  description: "A thing for tests.",
  attributes: {},
  identity: { key: ["title"], createKey: ["title"], keyIsUnique: true },
  writers: [],
  reads: [],
  layout: { kind: "map", field: "widgets", addressBy: ["$key"] },
});
