import { expect, test } from "vitest";
import type { JsonObject } from "../../src/util/json.ts";
import { apply, benchOfTest, openWorkbench, organization } from "./workbench.ts";

// A changed list shows what leaves it and what joins it, each once, on every face.

const layout = (...members: readonly string[]) =>
  `docsform: 1\norganization: ${organization}\nteams: { writers: { title: Writers, members: [${members.join(", ")}] } }\n`;
const [ada, grace] = ["ada@example.com", "grace@example.com"];

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": layout(grace, ada) }));

test("a person who stays is not named, in whatever words and place, and no other person twice", async () => {
  await bench.checkDone(apply);
  bench.files.write("docsform.yaml", layout("u_owner", "ADA@example.com"));
  const { out } = await bench.run(["plan", "--full", "--comment", "plan.md", "--html", "plan.html"]);
  expect(out).toContain(`    members:\n      - "${grace}"\n      + "u_owner"\n`);
  expect(out).not.toMatch(/ada@/iu);
  expect(bench.files.read("plan.md")).toContain(`-     members: "${grace}"\n+     members: "u_owner"\n`);
  const page = bench.files.read("plan.html") ?? "";
  const cells =
    '<td class="before">- &quot;grace@example.com&quot;</td><td class="after">+ &quot;u_owner&quot;</td>';
  expect(page.replaceAll("&#34;", "&quot;")).toContain(cells);
  expect((await bench.run(["apply", "--yes"])).code).toBe(0);
  await bench.checkDone(["plan", "--detailed-exitcode"]);
  bench.files.write("docsform.yaml", layout("u_owner", grace, "ADA@example.com"));
  expect((await bench.run(["plan"])).out).toContain(`    members: + "${grace}"\n`);
});

test("drift and accept name the people who came and went on the service", async () => {
  await bench.checkDone(apply);
  const { emulator } = bench.emulator;
  const { service } = emulator;
  const [team] = service.list("team");
  service.add("organization_member", { id: "u_mel", user: { id: "u_mel", email: "mel@example.com" } });
  emulator.edit(
    "updateMembersInOrganizationTeam",
    { teamId: team?.id ?? "" },
    { add: ["u_mel"], remove: ["u_grace"] },
  );
  const people = `: - "${grace}", + "mel@example.com"`;
  expect((await bench.run(["drift"])).out.replace(/\s+/gu, " ")).toContain(`members${people}`);
  expect((await bench.run(["accept", "--dry-run"])).out).toContain(people);
});

const names = (count: number) => Array.from({ length: count }, (_, at) => `d${at}.example`);

test.each([
  {
    what: "one item fits beside the name",
    before: ["a.example"],
    after: ["b.example", "a.example"],
    shown: ['emailDomains: + "b.example"'],
  },
  {
    what: "more than a hundred items are counted",
    before: [],
    after: names(102),
    shown: ['+ "d99.example"\n', "… and 2 more\n"],
  },
])("$what", async ({ before, after, shown }) => {
  const of = (domains: readonly string[]) =>
    `docsform: 1\norganization: { id: ${organization}, emailDomains: [${domains.join(", ")}] }\n`;
  bench.files.write("docsform.yaml", of(before));
  await bench.checkDone([...apply, "--allow-opens", "--allow-import"]);
  bench.files.write("docsform.yaml", of(after));
  const { out } = await bench.run(["plan", "--full"]);
  for (const text of shown) expect(out).toContain(text);
  expect(out).not.toContain("a.example");
  expect(out).not.toContain("d100.example");
});

test("the token's own user, who stays in a team undeclared, is named nowhere and not accepted", async () => {
  await bench.checkDone(apply);
  const { emulator } = bench.emulator;
  const { service } = emulator;
  const [team] = service.list("team");
  const own = service.list("organization_member").find((each) => each["currentUser"] === true);
  const change = (body: JsonObject) =>
    emulator.edit("updateMembersInOrganizationTeam", { teamId: team?.id ?? "" }, body);
  change({ add: [own?.id ?? ""] });
  await bench.checkDone(["plan", "--detailed-exitcode"]);
  bench.files.write("docsform.yaml", layout(grace));
  expect((await bench.run(["plan", "--out", "plan.json"])).out).toContain(`    members: - "${ada}"\n`);
  await bench.checkDone(["apply", "plan.json", "--yes"]);
  bench.files.write("docsform.yaml", layout(grace, ada));
  await bench.checkDone(["apply", "--yes"]);
  change({ remove: ["u_grace"] });
  const drift = (await bench.run(["drift"])).out.replace(/\s+/gu, " ");
  expect(drift).toContain(`members: - "${grace}" team`);
  expect(drift).toContain("people got fewer rights");
  await bench.checkDone(["pull", "--update", "--yes"]);
  expect(bench.files.read("docsform.yaml")).toBe(layout(ada));
  await bench.checkDone(["plan", "--detailed-exitcode"]);
});
