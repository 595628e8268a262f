import { expect, test } from "vitest";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { bodyOf } from "../../src/model/emulator-responses.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { layoutWith } from "../support/read-text.ts";
import { planLayout, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";

const layoutOf = (structure: string) =>
  layoutWith(`
spaces: { a: { title: A }, b: { title: B } }
sites:
  docs:
    title: Docs
    published: true
    structure:
      - { section: Guides, path: guides, spaces: [a] }
${structure}`);

test("draft sections, groups and variants are never visible on a live site", async () => {
  const seen = new Set<string>();
  const service = createTestService({
    apiVersion: "current",
    random: seededRandom(1),
    transport: (emulator) => {
      const send = emulatorTransport(emulator);
      return async (...request) => {
        const answer = await send(...request);
        for (const site of emulator.service.list("site").filter((each) => each["published"] === true)) {
          const { structure } = bodyOf(emulator.edit("getPublishedContentSite", { siteId: site.id }));
          seen.add(JSON.stringify(((structure as JsonObject)["structure"] as JsonObject[]).map(titles)));
        }
        return answer;
      };
    },
  });
  const disk = createMemoryDisk();
  expect((await runLayout(service, layoutOf(""), disk)).kind).toBe("applied");
  const drafts = `      - { section: Next, path: next, draft: true, spaces: [b] }
      - group: Later
        draft: true
        children: [{ section: Inside, path: inside, draft: true, spaces: [b] }]
`;
  expect((await runLayout(service, layoutOf(drafts), disk)).kind).toBe("applied");
  expect([...seen]).toEqual([JSON.stringify([["Guides", ["A"]]])]);

  const { plan } = await planLayout(
    service,
    layoutOf(
      drafts.replace("draft: true, spaces: [b] }\n      - g", "draft: false, spaces: [b] }\n      - g"),
    ),
    disk,
  );
  expect(plan?.dangers).toMatchObject([
    { kind: "opens", address: "space.b", readers: { before: null, after: { who: "everyone" } } },
  ]);
});

test.each(["classic", "classic-minimal"] satisfies ApiVersion[])(
  "what the %s service does not have is refused before any write",
  async (apiVersion) => {
    const service = createTestService({ apiVersion, random: seededRandom(1) });
    const drafts =
      "      - { section: Next, path: next, draft: true, localizedTitle: { fr: Suite }, spaces: [b] }\n";
    const planned = await planLayout(service, layoutOf(drafts), createMemoryDisk());
    expect(planned.diagnostics.map(({ code, message }) => [code, message])).toMatchObject([
      ["plan/not-in-this-api-version", expect.stringContaining("draft") as string],
      ["plan/not-in-this-api-version", expect.stringContaining("localizedTitle") as string],
    ]);
  },
);

test("null clears a map of languages, which a write replaces completely", async () => {
  const service = createTestService({ apiVersion: "current", random: seededRandom(1) });
  const disk = createMemoryDisk();
  const printed = (map: string) =>
    layoutOf(`      - { section: Next, path: next, localizedTitle: ${map}, spaces: [b] }\n`);
  const shown = () => service.emulator.service.list("site_section")[1]?.["localizedTitle"];
  for (const [map, expected] of [
    ["{ fr: Suite, de: Mehr }", { fr: "Suite", de: "Mehr" }],
    ["{ de: Mehr }", { de: "Mehr" }],
    ["null", {}],
  ] as const) {
    expect((await runLayout(service, printed(map), disk)).kind).toBe("applied");
    expect(shown()).toEqual(expected);
    expect((await planLayout(service, printed(map), disk)).plan?.steps).toEqual([]);
  }
});

function titles(item: JsonObject): unknown {
  return [item["title"], ((item["siteSpaces"] ?? []) as JsonObject[]).map(({ title }) => title)];
}
