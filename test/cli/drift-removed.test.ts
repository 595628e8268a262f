import { afterEach, expect, test } from "vitest";
import { apply, openWorkbench, organization, type Workbench } from "./workbench.ts";

// An object has left the organization's lists. Drift must report where it is now.

let bench: Workbench;
afterEach(() => bench.close());

const layout = `docsform: 1\norganization: ${organization}\nspaces:\n  guides: { title: Guides }\n  api: { title: API }\n`;

test.each([
  {
    what: "handed to another organization",
    change: (spaceId: string) => {
      bench.emulator.emulator.service.add("organization", { id: "elsewhere", title: "Elsewhere" });
      bench.emulator.emulator.edit("transferSpace", { spaceId }, { organization: "elsewhere" });
    },
    where: { transferredTo: "elsewhere" },
    words: "transferred to the organization elsewhere",
  },
  {
    what: "in the trash",
    change: (spaceId: string) => bench.emulator.emulator.edit("deleteSpaceById", { spaceId }),
    where: { trashed: true },
    words: "in the trash: you can restore it in the app",
  },
])("drift reports $what", async ({ change, where, words }) => {
  bench = await openWorkbench();
  bench.files.write("docsform.yaml", layout);
  await bench.checkDone(apply);
  const { objects } = JSON.parse(bench.files.read("docsform.state.json") ?? "") as {
    objects: Record<string, { id: string }>;
  };
  change(objects["space.guides"]?.id ?? "");
  const json = await bench.run(["drift", "--json"]);
  const { entries } = JSON.parse(json.out) as { entries: readonly object[] };
  expect(entries).toEqual([
    expect.objectContaining({ address: "space.guides", change: "removed", ...where }),
  ]);
  expect((await bench.run(["drift"])).out.replace(/\s+/gu, " ")).toContain(words);
});

test("a deleted object has its last applied title, or the title of what it showed", async () => {
  bench = await openWorkbench();
  const structure = "[{ section: Manual, path: manual, spaces: [guides, { space: api, path: a }] }]";
  bench.files.write("docsform.yaml", `${layout}sites: { docs: { title: Docs, structure: ${structure} } }\n`);
  await bench.checkDone(apply);
  const siteId = bench.idOf("site", "Docs");
  bench.emulator.emulator.edit("deleteSiteById", { siteId });
  const { out } = await bench.run(["drift"]);
  expect(out).toContain('- site "Docs"  site.docs\n');
  expect(out).toContain('- section "Manual"  site_section.docs/manual\n');
  expect(out).toContain('- variant "Guides"  site_space.docs/manual/guides\n');
  const { out: accepted } = await bench.run(["accept", "--dry-run"]);
  expect(accepted).toContain('removed site.docs "Docs"');
});
