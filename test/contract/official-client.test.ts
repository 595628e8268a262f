import { GitBookAPI as ClassicAPI } from "gitbook-api-classic";
import { GitBookAPI as CurrentAPI } from "gitbook-api-current";
import { afterEach, expect, test } from "vitest";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import { systemClock } from "../../src/http/system-clock.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { operations } from "../../src/operations/operations.ts";
import { registry } from "../../src/resources/registry.ts";
import { startWatchedEmulator } from "../support/contract-watch.ts";
import { organizationId } from "../support/declare-world.ts";
import { seededRandom, testToken } from "../support/service.ts";

let server: RunningEmulator | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** The calls of the official client that the test needs. The client's published types omit the groups of operations. */
interface OfficialClient {
  readonly orgs: Readonly<Record<string, (...given: unknown[]) => Promise<{ readonly data: JsonObject }>>>;
}

const clients = [
  { apiVersion: "classic" as const, Official: ClassicAPI },
  { apiVersion: "current" as const, Official: CurrentAPI },
];

test.each(clients)(
  "the official client of the $apiVersion API version creates a site and reads it",
  async ({ apiVersion, Official }) => {
    server = await startWatchedEmulator({
      types: registry,
      operations,
      organizationId,
      token: testToken,
      apiVersion,
      clock: systemClock,
      random: seededRandom(1),
      port: 0,
    });
    const { orgs } = new Official({
      endpoint: server.url,
      authToken: testToken,
    }) as unknown as OfficialClient;
    const call = async (operation: string, ...given: unknown[]) =>
      (await orgs[operation]?.(organizationId, ...given))?.data ?? {};

    expect(await call("listSites")).toEqual({ items: [], count: 0 });
    const space = await call("createSpace", { title: "Guides" });
    const site = await call("createSite", { title: "Acme docs" });
    const section = await call("addSectionToSite", site["id"], { spaceId: space["id"], title: "Guides" });
    const group = await call("addSectionGroupToSite", site["id"], { title: "Products" });
    await call("updateSiteSectionById", site["id"], section["id"], { path: "start" });
    expect(await call("getSiteStructure", site["id"])).toMatchObject({
      type: "sections",
      structure: [
        { id: section["id"], path: "start", siteSpaces: [{ space: { id: space["id"] } }] },
        { id: group["id"], title: "Products" },
      ],
    });
    expect(await call("listSites")).toMatchObject({ items: [{ id: site["id"], title: "Acme docs" }] });
    await expect(call("getSiteById", "nowhere")).rejects.toMatchObject({ code: 404 });
  },
);
