import { beforeEach, expect, test } from "vitest";
import { apply, benchOfTest, openApplied, organization } from "./workbench.ts";

/* Git Sync copies the title and the structure of the site from a repository. docsform reports that and does not write them. */

const layout = (title: string, path: string, visibility = "public") => `docsform: 1
organization: ${organization}
spaces:
  guides: { title: Guides }
sites:
  docs:
    title: ${title}
    visibility: ${visibility}
    structure:
      - { section: Guides, path: ${path}, spaces: [guides] }
`;

const bench = benchOfTest(() => openApplied({ "docsform.yaml": layout("Docs", "guides") }));
beforeEach(() => {
  const { service } = bench.emulator.emulator;
  const gitSync = { installationId: "i1", installationProvider: "github", installationStatus: "active" };
  service.change("site", bench.idOf("site", "Docs"), { gitSync });
});

async function applied(text: string) {
  bench.files.write("docsform.yaml", text);
  const { log } = bench.emulator.emulator;
  const before = log.length;
  const { code, out, err } = await bench.run(apply);
  const writes = log.slice(before).filter(({ method }) => method !== "GET");
  return { code, declared: out + err, writes: writes.map(({ operation }) => operation) };
}

test("an empty plan has a note about it", async () => {
  const { code, out } = await bench.run(["plan", "--detailed-exitcode"]);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining("Git Sync manages the title and the structure of this site"),
  ]);
});

test.each([
  ["its title", layout("Manual", "guides")],
  ["its structure", layout("Docs", "manual")],
])("refuses to write %s with the reason, before any write", async (_what, text) => {
  const { code, declared: printed, writes } = await applied(text);
  expect([code, writes]).toEqual([4, []]);
  expect(printed).toContain("would restore the repository's values");
  expect(printed).toContain("disconnect Git Sync in the app");
});

test("writes what it does not own", async () => {
  expect(await applied(layout("Docs", "guides", "unlisted"))).toMatchObject({
    code: 0,
    writes: ["updateSiteById"],
  });
});
