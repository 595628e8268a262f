import { afterEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/util/json.ts";
import { apply, openApplied, openWorkbench, organization, type Workbench } from "./workbench.ts";

// An apply would undo changes that were made in the app.

let bench: Workbench;
afterEach(() => bench.close());

const layout = (safety = "") => `docsform: 1
organization: ${organization}
${safety}spaces:
  guides: { title: Guides }
sites:
  docs:
    title: Docs
    published: true
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
      - { section: Changelog, path: changelog, spaces: [guides] }
`;

async function applied(): Promise<string> {
  bench = await openApplied({ "docsform.yaml": layout() });
  return idOf("site");
}

function idOf(kind: string, title?: string): string {
  const all = bench.emulator.emulator.service.list(kind);
  return all.find((record) => title === undefined || record["title"] === title)?.id ?? "";
}

const inOneLine = (text: string | undefined) => (text ?? "").replace(/\s+/gu, " ");
const marked = "was changed on the service";

test("a plan marks in text, comment and page what it undoes", async () => {
  const siteId = await applied();
  const { emulator } = bench.emulator;
  emulator.edit("unpublishSite", { organizationId: organization, siteId });
  const planned = await bench.run(["plan", "--comment", "plan.md", "--html", "plan.html"]);
  expect(inOneLine(planned.out)).toContain(`published: false → true (${marked})`);
  expect(inOneLine(planned.out)).toContain("Undoes 1 change made on the service: ~ site");
  expect(bench.files.read("plan.md")).toContain(`published: true (${marked})`);
  expect(bench.files.read("plan.html")).toContain(`published (${marked})`);
});

test("a JSON plan marks what it undoes", async () => {
  const siteId = await applied();
  bench.emulator.emulator.edit("unpublishSite", { organizationId: organization, siteId });
  const { plan } = JSON.parse((await bench.run(["plan", "--json"])).out) as {
    plan: { steps: readonly JsonObject[] };
  };
  expect(plan.steps).toMatchObject([{ changes: [{ attribute: "published", undoes: true }] }]);
});

test("apply does not publish a site again that was unpublished in the app, without permission", async () => {
  const siteId = await applied();
  const { emulator } = bench.emulator;
  emulator.edit("unpublishSite", { organizationId: organization, siteId });
  const refused = await bench.run(apply);
  expect(refused.code).toBe(4);
  expect(inOneLine(refused.out + refused.err)).toContain("--overwrite-live");
  expect(emulator.service.list("site")[0]?.["published"]).toBe(false);
  await bench.checkDone([...apply, "--overwrite-live"]);
  expect(emulator.service.list("site")[0]?.["published"]).toBe(true);
});

test("drift shows a place as a place, and its page shows dangers first", async () => {
  const siteId = await applied();
  const { emulator } = bench.emulator;
  const at = { organizationId: organization, siteId };
  const [guides, changelog] = [idOf("site_section", "Guides"), idOf("site_section", "Changelog")];
  const before = { before: { type: "site-section", siteSection: guides } };
  emulator.edit("moveSiteSection", { ...at, siteSectionId: changelog }, { position: before });
  emulator.edit("unpublishSite", at);
  const drift = await bench.run(["drift", "--html", "drift.html"]);
  expect(inOneLine(drift.out)).toMatch(
    /Changed on the service:.* > section "\w+" moved from (first to after "Changelog"|after "Guides" to first) site_section\.docs\//u,
  );
  const page = bench.files.read("drift.html") ?? "";
  const dangers = page.indexOf("<td>everybody</td><td>nobody</td>");
  expect(dangers).toBeGreaterThan(0);
  expect(dangers).toBeLessThan(page.indexOf('id="changes"'));
  const { entries } = JSON.parse((await bench.run(["drift", "--json"])).out) as {
    entries: readonly JsonObject[];
  };
  const moved = entries.find(({ change }) => change === "moved");
  expect([moved?.["before"], moved?.["after"]]).toContainEqual({ parent: null, after: null });
});

test("a layout can refuse every undo", async () => {
  await applied();
  bench.files.write("docsform.yaml", layout("safety: { undo: refuse }\n"));
  bench.emulator.emulator.edit("updateSpaceById", { spaceId: idOf("space") }, { title: "Manuals" });
  const refused = await bench.run(apply);
  expect(refused.code).toBe(4);
  expect(inOneLine(refused.out + refused.err)).toContain("guard/undo");
  expect(idOf("space", "Manuals")).toBe(idOf("space"));
  await bench.checkDone([...apply, "--overwrite-live"]);
});

test("the only value of undo is refuse", async () => {
  bench = await openWorkbench();
  bench.files.write("docsform.yaml", layout("safety: { undo: never }\n"));
  const invalid = await bench.run(["validate"]);
  expect(invalid.code).toBe(1);
  expect(inOneLine(invalid.out + invalid.err)).toContain('undo must be "refuse"');
});
