import { afterEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/util/json.ts";
import { apply, openApplied, openWorkbench, organization, type Workbench } from "./workbench.ts";

let bench: Workbench;
afterEach(() => bench.close());

const layout = `docsform: 1
organization: ${organization}
spaces:
  guides: { title: Guides }
  api: { title: API }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
      - { section: API, path: api, spaces: [api] }
`;

const drift = ["drift"];
const api = "site_section.docs/api";

async function applied(text = layout): Promise<void> {
  bench = await openApplied({ "docsform.yaml": text });
}

/** Changes the second section as another user does. */
function edit(body: JsonObject): void {
  const { emulator } = bench.emulator;
  const [section] = emulator.service.list("site_section").filter(({ path }) => path === "api");
  const params = { organizationId: organization, siteId: section?.["site"], siteSectionId: section?.id };
  emulator.edit("updateSiteSectionById", params as never, body as never);
}

const condition = "visitor.claims.beta";

test("drift reports an undeclared condition, and the plan notes it", async () => {
  await applied();
  await bench.checkDone(drift);
  edit({ condition });
  const found = await bench.run(drift);
  expect(found.out).toContain(`section "API" condition: (none) → "${condition}" (not declared)  ${api}`);
  expect(found.code).toBe(2);
  const planned = await bench.checkDone(["plan", "--detailed-exitcode"]);
  expect(planned.out + planned.err).toContain(`condition of ${api} has changed from null`);
});

test.each([
  { name: "a run whose plan showed it", command: apply },
  { name: "accept", command: ["accept", "--yes"] },
])("$name records it", async ({ command }) => {
  await applied();
  edit({ condition });
  await bench.checkDone(command);
  await bench.checkDone(drift);
  edit({ condition: null });
  const gone = await bench.run(drift);
  expect(gone.code).toBe(2);
  expect(gone.out).toContain(`"${condition}" → (none) (not declared)`);
});

test("accept reports what it records, and leaves the layout unchanged", async () => {
  await applied();
  const before = bench.files.read("docsform.yaml");
  edit({ condition });
  const ran = await bench.run(["accept", "--yes"]);
  expect(ran.out).toContain(`The state records condition of ${api} as`);
  expect(bench.files.read("docsform.yaml")).toBe(before);
});

test("pull writes values that decide who sees an object, if they are unusual", async () => {
  await applied();
  edit({ condition, draft: true });
  const { out } = await bench.run(["pull", "--organization", organization]);
  expect(out.match(/condition: .*/gu)).toEqual([`condition: ${condition}`]);
  expect(out.match(/draft: .*/gu)).toEqual(["draft: true"]);
});

test("drift reports access to a space that a run has just created", async () => {
  await applied();
  const spaceId = bench.idOf("space", "API");
  bench.emulator.emulator.edit("updateSpaceById", { spaceId }, { defaultLevel: "edit" });
  const found = await bench.run(drift);
  expect(found.out).toContain('! ~ space "API" defaultLevel: "inherit" → "edit" (not declared)');
  expect(found.out.replace(/\s+/gu, " ")).toContain(
    '! space "API": every member of the organization may now edit it (before: what their own role permits) space.api',
  );
  expect(found.code).toBe(2);
});

test("a change after a plan was saved does not make it stale, and the plan does not record it", async () => {
  await applied();
  bench.files.write("docsform.yaml", layout.replace("title: API", "title: Interface"));
  await bench.checkDone(["plan", "--out", "plan.json"]);
  edit({ draft: true, condition });
  await bench.checkDone(["apply", "plan.json", "--yes"]);
  const found = await bench.run(drift);
  expect(found.out).toContain(`section "API" condition: (none) → "${condition}" (not declared)  ${api}`);
  expect(found.out).toContain("draft: false → true (not declared; not drift)");
});

test("a team with a person outside the organization does not pass the plan", async () => {
  const team = (...members: readonly string[]) =>
    `docsform: 1\norganization: ${organization}\nteams:\n  writers: { title: Writers, members: [${members.join(", ")}] }\n`;
  bench = await openWorkbench({ "docsform.yaml": team("ada@acme.example", "eve@acme.example") });
  const { emulator } = bench.emulator;
  const user = { displayName: "ada", email: "ada@acme.example" };
  emulator.service.add("organization_member", { id: "u-ada", user });
  const refused = await bench.run(apply);
  expect([refused.code, refused.out]).toEqual([
    4,
    expect.stringContaining("people who are not in the organization: eve@acme.example in team.writers"),
  ]);
  bench.files.write("docsform.yaml", team("ada@acme.example"));
  await bench.checkDone(apply);
  emulator.clearLog();
  expect((await bench.run(["plan"])).code).toBe(0);
  // Who is new in the layout is to be found, and who stays costs no call.
  const operations = emulator.log.map(({ operation }) => operation);
  expect(operations).toContain("listTeamsInOrganizationById");
  expect(operations).not.toContain("listMembersInOrganizationById");
});
