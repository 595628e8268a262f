import { expect, test } from "vitest";
import { createClient } from "../../src/contract/http/http-client.ts";
import type { System } from "../../src/contract/operations/system.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import type { Access } from "../../src/engine/live/access.ts";
import { deleteObject } from "../../src/engine/live/delete-object.ts";
import { defineEndpoint } from "../../src/model/endpoint.ts";
import { defineResource } from "../../src/model/resource-type.ts";
import { Secret } from "../../src/model/secret.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";

// No real type deletes its contents at several depths, except a scope.

const path = "/orgs/{organizationId}/crates";
const list = defineEndpoint({
  operation: "listCrates",
  method: "GET",
  path,
  paged: true,
  success: [200],
  idempotent: true,
});
const remove = defineEndpoint({
  operation: "deleteCrate",
  method: "DELETE",
  path: `${path}/{crateId}`,
  success: [204],
  idempotent: true,
});

const crates: System = {
  operations: { list, remove },
  handlers: {
    list: (_, service) => ({ status: 200, items: service.list("crate") }),
    remove: (request, service) => {
      service.remove("crate", `${request.params["crateId"]}`);
      return { status: 204 };
    },
  },
};

const crate = defineResource({
  name: "crate",
  label: { one: "crate", many: "crates" },
  description: "Holds crates.",
  attributes: {},
  identity: { key: [], createKey: [], keyIsUnique: false },
  container: {
    types: ["crate"],
    rootAllowed: true,
    layoutField: "in",
    atCreate: { classic: true, current: true, "classic-minimal": true },
    change: { classic: "replace", current: "replace", "classic-minimal": "replace" },
  },
  writers: [],
  reads: [
    {
      name: "crates",
      endpoint: list,
      finds: ["crate"],
      found: (answer) => {
        const { id, parent } = answer as JsonObject & { id: string };
        const container = typeof parent === "string" ? { type: "crate", id: parent } : null;
        return [{ type: "crate", id, container, attributes: {} }];
      },
    },
  ],
  deletion: {
    endpoint: remove,
    contents: "implied",
  },
  layout: { kind: "map", field: "crates", addressBy: ["$key"] },
});

function open(): { readonly emulator: Emulator; readonly access: Access } {
  const clock = createVirtualClock();
  const emulator = createEmulator({
    types: [crate],
    operations: { crates },
    organizationId: "acme",
    token: "t",
    apiVersion: "current",
    clock,
    random: () => 0.5,
  });
  const client = createClient({
    baseUrl: "http://127.0.0.1",
    token: new Secret("t", { kind: "literal" }),
    transport: emulatorTransport(emulator),
    clock,
    random: () => 0.5,
  });
  const index = indexTypes([crate]);
  const access = {
    client,
    index,
    clock,
    consistencyWindowMs: 100,
    organizationId: "acme",
    apiVersion: "current",
  } as const;
  return { emulator, access };
}

test.each([
  {
    name: "listed contents are deleted with their container, at any depth",
    listed: ["inner", "innermost"],
    reported: "gone",
    calls: 1,
  },
  {
    name: "unlisted contents keep the container, at any depth",
    listed: ["inner"],
    reported: "another user put crate innermost inside it",
    calls: 0,
  },
])("$name", async ({ listed, reported, calls }) => {
  const { emulator, access } = open();
  emulator.service.add("crate", { id: "outer", parent: null });
  emulator.service.add("crate", { id: "inner", parent: "outer" });
  emulator.service.add("crate", { id: "innermost", parent: "inner" });
  const expectation = {
    wasListed: ({ id }: { readonly id: string }) => listed.includes(id),
    isDeleted: () => false,
  };
  const outcome = await deleteObject(access, { type: crate, id: "outer" }, "crate.outer", expectation).then(
    () => "gone",
    (error: unknown) => (error instanceof Error ? error.message : "strange"),
  );
  expect(outcome).toContain(reported);
  expect(emulator.log.filter(({ method }) => method === "DELETE")).toHaveLength(calls);
});
