import { beforeEach, describe, expect, test } from "vitest";
import { apply, benchOfTest, openApplied, organization } from "./workbench.ts";

// `permissions:` and `shareLinks:` manage the entries that they have. Those of others stay, unless `prune` names the list.

const layout = (permissions: string, head = "") => `docsform: 1
organization: ${organization}
${head}teams:
  writers: { title: Writers }
  readers: { title: Readers }
sites:
  docs: { title: Docs${permissions} }
`;
const declared = (...entries: readonly string[]) => `, permissions: [${entries.join(", ")}]`;
const writers = "{ team: writers, role: edit }";
const bench = benchOfTest(() => openApplied({ "docsform.yaml": layout(declared(writers)) }));

/** The roles of the teams in the site, by their titles. */
function roles(): Readonly<Record<string, unknown>> {
  const { service } = bench.emulator.emulator;
  const titleOf = (id: unknown) => String(service.get("team", String(id))?.["title"]);
  return Object.fromEntries(service.list("site_team").map(({ team, role }) => [titleOf(team), role]));
}

/** Gives a team a role in the app. */
function give(title: string, role: string): void {
  const { emulator } = bench.emulator;
  const idOf = (type: string, name: string) =>
    emulator.service.list(type).find((each) => each["title"] === name)?.id ?? "";
  emulator.edit("inviteToSite", { siteId: idOf("site", "Docs") }, { teams: [idOf("team", title)], role });
}

async function run(text: string, ...flags: readonly string[]) {
  bench.files.write("docsform.yaml", text);
  return await bench.run([...apply, ...flags]);
}

beforeEach(() => give("Readers", "comment"));

describe("an entry of another user", () => {
  test("stays, and a plan says nothing of it", async () => {
    const { code, out } = await bench.run(["plan"]);
    expect(code).toBe(0);
    expect(out).not.toContain("Readers");
    expect(roles()).toEqual({ Writers: "edit", Readers: "comment" });
  });

  test("is deleted if prune names the list", async () => {
    const text = layout(declared(writers), "prune: [permissions]\n");
    expect((await run(text)).code).toBe(4);
    expect((await run(text, "--allow-deletes")).code).toBe(0);
    expect(roles()).toEqual({ Writers: "edit" });
  });
});

describe("an entry that leaves the layout", () => {
  test("is deleted with a permission, and those of others stay", async () => {
    const refused = await run(layout(declared()));
    expect(refused.code).toBe(4);
    expect(refused.out).toContain("1 object would be deleted");
    expect((await run(layout(declared()), "--allow-deletes")).code).toBe(0);
    expect(roles()).toEqual({ Readers: "comment" });
  });

  test("stays if the list leaves with it", async () => {
    expect((await run(layout(""))).code).toBe(0);
    expect(roles()).toEqual({ Writers: "edit", Readers: "comment" });
  });
});

test("prune names maps and lists, and says which it knows", async () => {
  const ran = await run(layout(declared(writers), "prune: [permission]\n"));
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("Did you mean permissions?");
});
