import { symlinkSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { State } from "../../src/model/state.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { addMembers } from "../support/build-world.ts";
import { realCertificate } from "../support/certificates.ts";
import { apply, openApplied, openWorkbench, organization, type Workbench } from "./workbench.ts";

let bench: Workbench;
afterEach(() => bench.close());

const layout = `# The documentation of Acme.
docsform: 1
organization: ${organization}

variables:
  stage: { default: test }

collections:
  handbook: { title: Handbook } # the main one
  other: { title: Other }

spaces:
  # What people read first.
  guides:
    title: 'Guides \${stage}' # quoted
    collection: handbook
    emoji: "1f4d8"

  api: { title: API }
  news: { title: News }

sites:
  docs:
    title: Docs
    structure:
      # The guides.
      - section: Guides
        path: guides
        spaces: [guides]
      - { section: API, path: api, spaces: [api] } # short

      - section: News
        path: news
        icon: bolt
        spaces:
          - news
`;

const accept = ["accept", "--yes"];

async function applied(text = layout): Promise<void> {
  bench = await openApplied({ "docsform.yaml": text, "okta.pem": realCertificate });
}

function edit(operation: string, params: JsonObject, body: JsonObject): void {
  bench.emulator.emulator.edit(operation as never, params as never, body as never);
}

const now = () => bench.files.read("docsform.yaml") ?? "";

/** The removed lines, and the added ones. */
function changes(before: string, after: string): readonly string[] {
  const [old, lines] = [before.split("\n"), after.split("\n")];
  return [
    ...old.filter((line) => !lines.includes(line)).map((line) => `-${line}`),
    ...lines.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ];
}

async function checkEmpty(): Promise<void> {
  await bench.checkDone(["plan", "--detailed-exitcode"]);
  const again = await bench.run(accept);
  expect(again.out).toContain("Nothing to accept");
}

describe("accept", () => {
  test("accepts a text with its quotes and its variable, and nothing else", async () => {
    await applied();
    edit("updateSpaceById", { spaceId: bench.idOf("space", "Guides test") }, { title: "Manuals test" });
    edit("updateSpaceById", { spaceId: bench.idOf("space", "API") }, { title: "API: reference" });
    await bench.checkDone(accept);
    expect(changes(layout, now())).toEqual([
      "-    title: 'Guides ${stage}' # quoted",
      "-  api: { title: API }",
      "+    title: 'Manuals ${stage}' # quoted",
      '+  api: { title: "API: reference" }',
    ]);
    await checkEmpty();
  });

  test("moves a section with its comments, and a space to another place", async () => {
    await applied();
    const site = bench.idOf("site", "Docs");
    const [guides, api] = ["Guides", "API"].map((title) => bench.idOf("site_section", title));
    expect(guides).not.toBe("");
    edit(
      "moveSiteSection",
      { organizationId: organization, siteId: site, siteSectionId: guides ?? "" },
      { position: { after: { type: "site-section", siteSection: api ?? "" } } },
    );
    edit(
      "moveSpace",
      { spaceId: bench.idOf("space", "News") },
      { parent: bench.idOf("collection", "Other") },
    );
    await bench.checkDone(accept);
    expect(now()).toContain(`    structure:
      - { section: API, path: api, spaces: [api] } # short
      # The guides.
      - section: Guides
        path: guides
        spaces: [guides]

      - section: News`);
    // The layout does not declare the space's collection, so accept does not write it.
    expect(now()).toContain("  news: { title: News }\n");
    await checkEmpty();
  });

  describe("a new space on a site", () => {
    /** Creates a space in the app, and a section that shows it. */
    function addSection(title: string): string {
      edit("createSpace", { organizationId: organization }, { title });
      const space = bench.idOf("space", title);
      const site = { organizationId: organization, siteId: bench.idOf("site", "Docs") };
      edit("addSectionToSite", site, { title: "Releases", spaceId: space });
      return space;
    }

    test("gets an entry with its title, and a key by which the site refers to it", async () => {
      await applied();
      addSection("Release notes");
      const ran = await bench.run(accept);
      expect(ran.code, ran.err + ran.out).toBe(0);
      expect(now()).toContain("  news: { title: News }\n  release-notes: { title: Release notes }\n");
      expect(now()).toContain("- { section: Releases, path: releases, spaces: [release-notes] }\n");
      expect(ran.out).toContain('"Release notes"');
      await checkEmpty();
    });

    test("is named by its id if another layout declares it", async () => {
      await applied();
      const other = `docsform: 1\norganization: ${organization}\nspaces: { notes: { title: Release notes } }\n`;
      bench.files.write("other.yaml", other);
      const alone = await bench.run([...apply, "-f", "other.yaml", "--allow-create"]);
      expect(alone.code, alone.err + alone.out).toBe(0);
      const site = { organizationId: organization, siteId: bench.idOf("site", "Docs") };
      const space = bench.idOf("space", "Release notes");
      edit("addSectionToSite", site, { title: "Releases", spaceId: space });
      const ran = await bench.run(accept);
      expect(ran.code, ran.err + ran.out).toBe(0);
      expect(now()).not.toContain("title: Release notes");
      expect(now()).toContain(`- space: { id: ${space} } # the space "Release notes"\n`);
      await checkEmpty();
    });

    test("replaces an id, and the comment that names the former space", async () => {
      await applied();
      edit("createSpace", { organizationId: organization }, { title: "Former" });
      const shown = `- space: { id: ${bench.idOf("space", "Former")} } # the space "Former"`;
      bench.files.write("docsform.yaml", now().replace("          - news\n", `          ${shown}\n`));
      const changed = await bench.run([...apply, "--overwrite-live"]);
      expect(changed.code, changed.err + changed.out).toBe(0);
      edit("createSpace", { organizationId: organization }, { title: "Newer" });
      const [variant] = bench.emulator.emulator.service
        .list("site_space")
        .filter((each) => each["space"] === bench.idOf("space", "Former"));
      const place = { siteId: bench.idOf("site", "Docs"), siteSpaceId: variant?.id ?? "" };
      edit("updateSiteSpaceById", place, { spaceId: bench.idOf("space", "Newer") });
      const ran = await bench.run(accept);
      expect(ran.code, ran.err + ran.out).toBe(0);
      expect(now()).toContain("  newer: { title: Newer }\n");
      expect(now()).toMatch(/- space: newer\n/);
      expect(now()).not.toContain("Former");
    });
  });

  test("writes the path of a variant that is no longer the first", async () => {
    await applied();
    const params = { organizationId: organization, siteId: bench.idOf("site", "Docs") };
    const section = bench.idOf("site_section", "News");
    edit("addSpaceToSite", params, { spaceId: bench.idOf("space", "API"), sectionId: section });
    const { service } = bench.emulator.emulator;
    const [first, second] = service.list("site_space").filter((each) => each["section"] === section);
    const position = { before: { type: "site-space", siteSpace: first?.id ?? "" } };
    edit("moveSiteSpace", { ...params, siteSpaceId: second?.id ?? "" }, { position });
    await bench.checkDone(accept);
    expect(now()).toMatch(/spaces:\n {10}- api\n {10}- space: news\n {12}path: \S+\n/);
    await checkEmpty();
  });

  test("lists objects that moved into an empty group", async () => {
    await applied(
      layout.replace("      # The guides.\n", "      - group: Empty # so far\n\n      # The guides.\n"),
    );
    const group = bench.idOf("site_section_group", "Empty");
    const params = {
      organizationId: organization,
      siteId: bench.idOf("site", "Docs"),
      siteSectionGroupId: group,
    };
    edit("addSectionToGroup", params, { sectionId: bench.idOf("site_section", "Guides") });
    await bench.checkDone(accept);
    expect(now()).toContain(`
      - group: Empty # so far
        children:
          # The guides.
          - section: Guides
            path: guides
            spaces: [guides]
`);
    await checkEmpty();
  });

  test("adds a group, and moves its contents with their comments", async () => {
    await applied();
    const params = { organizationId: organization, siteId: bench.idOf("site", "Docs") };
    edit("addSectionGroupToSite", params, {
      title: "More",
      sections: [bench.idOf("site_section", "Guides")],
    });
    await bench.checkDone(accept);
    expect(now()).toContain(`
      - group: More
        children:
          # The guides.
          - section: Guides
            path: guides
            spaces: [guides]
`);
    await checkEmpty();
  });

  test("removes deleted objects, and keeps what the layout refers to", async () => {
    await applied();
    edit(
      "deleteSiteSectionById",
      {
        organizationId: organization,
        siteId: bench.idOf("site", "Docs"),
        siteSectionId: bench.idOf("site_section", "API"),
      },
      {},
    );
    edit("deleteSpaceById", { spaceId: bench.idOf("space", "API") }, {});
    await bench.checkDone(accept);
    expect(changes(layout, now())).toEqual([
      "-  api: { title: API }",
      "-      - { section: API, path: api, spaces: [api] } # short",
    ]);
    await checkEmpty();
  });

  test("leaves a value that both sides changed, unless it is named", async () => {
    await applied();
    edit("updateSpaceById", { spaceId: bench.idOf("space", "API") }, { title: "Theirs" });
    edit("updateSpaceById", { spaceId: bench.idOf("space", "News") }, { title: "Latest" });
    bench.files.write("docsform.yaml", layout.replace("api: { title: API }", "api: { title: Ours }"));
    const ran = await bench.run(accept);
    expect(ran.code).toBe(3);
    expect(ran.out).toContain("space.api.title");
    expect(ran.out).toContain("the layout has changed too");
    expect(now()).toContain("api: { title: Ours }\n  news: { title: Latest }");
    const plan = await bench.run(["plan", "--json"]);
    const { steps } = (JSON.parse(plan.out) as { plan: { steps: readonly { address: string }[] } }).plan;
    expect(steps.map(({ address }) => address)).toEqual(["space.api"]);
    await bench.checkDone([...accept, "space.api"]);
    expect(now()).toContain("api: { title: Theirs }");
    await checkEmpty();
  });

  describe("values of which both sides changed different parts", () => {
    const parts = layout
      .replace(
        "        path: guides\n",
        "        path: guides\n        localizedTitle: { fr: Guides } # in Paris\n",
      )
      .concat(`teams:
  writers:
    title: Writers
    members:
      - ada@example.com # the first one
      - bob@acme.example
`);

    async function withParts(text = parts): Promise<void> {
      bench = await openWorkbench({ "docsform.yaml": text });
      addMembers(bench.emulator.emulator);
      await bench.checkDone(apply);
    }

    function editBoth(): void {
      edit(
        "updateMembersInOrganizationTeam",
        { organizationId: organization, teamId: bench.idOf("team", "Writers") },
        { add: ["cyd@acme.example"], remove: ["ada@example.com"] },
      );
      edit(
        "updateSiteSectionById",
        {
          organizationId: organization,
          siteId: bench.idOf("site", "Docs"),
          siteSectionId: bench.idOf("site_section", "Guides"),
        },
        { localizedTitle: { fr: "Guides", it: "Guide" } },
      );
    }

    test("takes the parts of the service, and keeps the edits of the layout", async () => {
      await withParts();
      editBoth();
      const ours = parts
        .replace("{ fr: Guides }", "{ fr: Manuels }")
        .replace("      - bob", "      - grace@example.com # new\n      - bob");
      bench.files.write("docsform.yaml", ours);
      expect((await bench.run(["drift"])).out).not.toContain("differently in the layout");
      await bench.checkDone(accept);
      expect(changes(ours, now())).toEqual([
        "-        localizedTitle: { fr: Manuels } # in Paris",
        "-      - ada@example.com # the first one",
        "+        localizedTitle: { fr: Manuels, it: Guide } # in Paris",
        "+      - cyd@acme.example",
      ]);
      expect((await bench.run(accept)).out).toContain("Nothing to accept");
      expect((await bench.run(["drift"])).code).toBe(0);
      const planned = await bench.run(["plan", "--json"]);
      expect(planned.out).not.toContain('"undoes"');
      await bench.checkDone(apply);
      const [record] = bench.emulator.emulator.service.list("team");
      expect(Object.keys(record?.["memberships"] ?? {}).sort()).toEqual(["u_bob", "u_cyd", "u_grace"]);
      await checkEmpty();
    });

    test("leaves a map that other lines share", async () => {
      const shared = parts
        .replace("{ fr: Guides }", "&names { fr: Guides }")
        .replace("        icon: bolt\n", "        icon: bolt\n        localizedTitle: *names\n");
      await withParts(shared);
      editBoth();
      const ours = shared.replace("{ fr: Guides }", "{ fr: Manuels }");
      bench.files.write("docsform.yaml", ours);
      const ran = await bench.run(accept);
      expect(ran.code, ran.out + ran.err).toBe(3);
      expect(ran.out).toContain("an alias in another place uses the same lines");
      expect(changes(ours, now())).toEqual([
        "-      - ada@example.com # the first one",
        "+      - cyd@acme.example",
      ]);
      const plan = await bench.run(["plan"]);
      expect(plan.out.replace(/\s+/gu, " ")).toContain("(was changed on the service: it)");
    });

    test("a plan names the parts that it undoes", async () => {
      await withParts();
      editBoth();
      bench.files.write("docsform.yaml", parts.replace("{ fr: Guides }", "{ fr: Manuels }"));
      const { out } = await bench.run(["plan"]);
      expect(out.replace(/\s+/gu, " ")).toContain("(was changed on the service: it)");
    });
  });

  test("accepts only named objects and their contents", async () => {
    await applied();
    edit("updateSpaceById", { spaceId: bench.idOf("space", "API") }, { title: "Reference" });
    edit(
      "updateSiteSectionById",
      {
        organizationId: organization,
        siteId: bench.idOf("site", "Docs"),
        siteSectionId: bench.idOf("site_section", "News"),
      },
      { icon: "star" },
    );
    await bench.checkDone([...accept, "site.docs"]);
    expect(changes(layout, now())).toEqual(["-        icon: bolt", "+        icon: star"]);
    for (const [address, remedy] of [
      ["space.nowhere-near", "Name an address that docsform drift lists, such as space.guides."],
      ["space.guidse", "Did you mean space.guides?"],
      ["site.docs/guides", "Did you mean site_section.docs/guides?"],
    ] as const) {
      const unknown = await bench.run([...accept, address]);
      expect(unknown).toMatchObject({ code: 1 });
      expect(unknown.err).toContain(`does not declare ${address}`);
      expect(unknown.err).toContain(remedy);
    }
  });

  test("does not forget a deleted object that was not named", async () => {
    await applied(layout.replace("spaces:\n", "spaces:\n  old: { title: Old }\n"));
    edit("deleteSpaceById", { spaceId: bench.idOf("space", "Old") }, {});
    edit("updateSpaceById", { spaceId: bench.idOf("space", "API") }, { title: "Reference" });
    await bench.checkDone([...accept, "space.api"]);
    expect((await bench.run(["state", "list"])).out).toContain("space.old");
    const drift = await bench.run(["drift"]);
    expect(drift).toMatchObject({ code: 2 });
    expect(drift.out).toContain("space.old");
    const again = await bench.run(["apply", "--yes"]);
    expect(again).toMatchObject({ code: 4 });
    expect(again.out + again.err).toContain("guard/recreate");
  });

  test("accepts another reference, although the former object is gone", async () => {
    const teams = "teams:\n  one: { title: One }\n  two: { title: Two }\n";
    const saml = "saml:\n  okta:\n    label: Okta\n    defaultTeam: one\n    defaultRole: read\n";
    const facts =
      '    ssoURL: "https://okta.example/sso"\n    entityID: "https://okta.example"\n    certificate: !file okta.pem\n';
    await applied(`${layout}${teams}${saml}${facts}`);
    const at = { organizationId: organization };
    edit(
      "updateOrganizationSAMLProvider",
      { ...at, samlProviderId: bench.emulator.emulator.service.list("saml_provider")[0]?.id ?? "" },
      { defaultTeam: bench.idOf("team", "Two") },
    );
    edit("removeTeamFromOrganizationById", { ...at, teamId: bench.idOf("team", "One") }, {});
    const drift = await bench.run(["drift"]);
    expect(drift.out.replaceAll(/\s+/gu, " ")).toContain(
      'Changed on the service: ! ~ SAML provider "Okta" defaultTeam: team.one → team.two saml_provider.okta',
    );
    const ran = await bench.checkDone(accept);
    expect(ran.out).toContain('changed saml_provider.okta.defaultTeam "Okta": team.one → team.two');
    expect(now()).toContain("defaultTeam: two");
    expect(now()).not.toContain("one: {");
    await checkEmpty();
  });

  test("names a referenced object by its address, or by its title beside its id", async () => {
    const teams = "teams: { one: { title: One } }\n";
    const saml = `saml: { okta: { label: Okta, defaultTeam: one, defaultRole: read, ssoURL: "https://okta.example/sso",
  entityID: "https://okta.example", certificate: !file okta.pem } }\n`;
    await applied(`${layout}${teams}${saml}`);
    const at = { organizationId: organization };
    edit("createOrganizationTeam", at, { title: "Two" });
    const two = bench.idOf("team", "Two");
    const samlProviderId = bench.emulator.emulator.service.list("saml_provider")[0]?.id ?? "";
    edit("updateOrganizationSAMLProvider", { ...at, samlProviderId }, { defaultTeam: two });
    edit(
      "moveSpace",
      { spaceId: bench.idOf("space", "Guides test") },
      { parent: bench.idOf("collection", "Other") },
    );
    const json = await bench.run(["drift", "--json"]);
    const { entries } = JSON.parse(json.out) as { entries: readonly JsonObject[] };
    const reference = entries.find(({ attribute }) => attribute === "defaultTeam");
    const namesById = { [bench.idOf("team", "One")]: "team.one", [two]: `"Two" (${two})` };
    expect(reference).toMatchObject({ before: bench.idOf("team", "One"), after: two, namesById });
    const inOneLine = async (...args: string[]) => (await bench.run([...args])).out.replaceAll(/\s+/gu, " ");
    const drift = await inOneLine("drift", "--full");
    expect(drift).toContain(`"Okta" defaultTeam: team.one → "Two" (${two})`);
    expect(drift).toContain('space "Guides test" moved from "Handbook" to "Other" space.guides');
    expect(await inOneLine("plan", "--full")).toContain(`defaultTeam: "Two" (${two}) → team.one`);
    const accepted = await inOneLine("accept", "--dry-run", "saml_provider.okta");
    expect(accepted).toContain(`defaultTeam "Okta": team.one → "Two" (${two})`);
  });

  test("records an object that was recreated under the same name", async () => {
    const withOld = layout.replace("spaces:\n", "spaces:\n  old: { title: Old }\n");
    await applied(withOld);
    edit("deleteSpaceById", { spaceId: bench.idOf("space", "Old") }, {});
    edit("createSpace", { organizationId: organization }, { title: "Old" });
    const drift = await bench.run(["drift"]);
    expect(drift.out.replaceAll(/\s+/gu, " ")).toMatch(
      /Changed on the service: ! - space "Old" \(recreated on the service as \S+, which docsform accept uses\) space[.]old/u,
    );
    const ran = await bench.run(accept);
    expect(ran.out).toContain("Written: the state.");
    expect(now()).toBe(withOld);
    expect(await bench.run(["drift"])).toMatchObject({ code: 0 });
    await checkEmpty();
  });

  test.each([
    ["--dry-run", ["--dry-run"], {}, 0],
    ["nobody to ask", [], {}, 64],
    ["a no", [], { typed: "no" }, 1],
  ] as const)("writes nothing with %s", async (_what, args, surroundings, code) => {
    await applied();
    const state = bench.files.read("docsform.state.json");
    edit("updateSpaceById", { spaceId: bench.idOf("space", "API") }, { title: "Reference" });
    const ran = await bench.run(["accept", ...args], surroundings);
    expect(ran.code, ran.err).toBe(code);
    expect(ran.out).toContain("+  api: { title: Reference }");
    expect([now(), bench.files.read("docsform.state.json")]).toEqual([layout, state]);
  });

  test("asks, and writes after a yes", async () => {
    await applied();
    edit("updateSpaceById", { spaceId: bench.idOf("space", "API") }, { title: "Reference" });
    await bench.checkDone(["accept"], { typed: "yes" });
    expect(now()).toContain("Reference");
  });

  test("leaves a value that other lines share, and says so", async () => {
    const parts = "      - { section: API, path: api, spaces: &v [{ space: api, path: one }] } # short\n";
    await applied(
      layout
        .replace("      - { section: API, path: api, spaces: [api] } # short\n", parts)
        .replace("        spaces:\n          - news\n", "        spaces: *v\n"),
    );
    const [first] = bench.emulator.emulator.service
      .list("site_space")
      .filter((each) => each["path"] === "one");
    const params = {
      organizationId: organization,
      siteId: bench.idOf("site", "Docs"),
      siteSpaceId: first?.id ?? "",
    };
    edit("updateSiteSpaceById", params, { path: "two" });
    const before = now();
    const ran = await bench.run(accept);
    expect(ran.code, ran.out).toBe(3);
    expect(ran.out).toContain("alias");
    expect(now()).toBe(before);
  });

  test("gives an anchor to the alias that keeps the former text", async () => {
    await applied(
      layout.replace("{ title: API }", "{ title: &t API }").replace("{ title: News }", "{ title: *t }"),
    );
    const state = JSON.parse(bench.files.read("docsform.state.json") ?? "") as State;
    edit("updateSpaceById", { spaceId: state.objects["space.api"]?.id ?? "" }, { title: "Reference" });
    await bench.checkDone(accept);
    expect(now()).toContain("  api: { title: Reference }\n  news: { title: &t API }\n");
    await checkEmpty();
  });

  test("changes the file of a folder that declares the object", async () => {
    bench = await openWorkbench({
      "all/a.yaml": layout.slice(0, layout.indexOf("sites:")),
      "all/b.yaml": layout.slice(layout.indexOf("sites:")),
    });
    await bench.checkDone([...apply, "-f", "all"]);
    const first = bench.files.read("all/a.yaml");
    edit(
      "updateSiteById",
      { organizationId: organization, siteId: bench.idOf("site", "Docs") },
      { title: "Manual" },
    );
    await bench.checkDone([...accept, "-f", "all"]);
    expect(bench.files.read("all/a.yaml")).toBe(first);
    expect(bench.files.read("all/b.yaml")).toContain("title: Manual");
  });

  test("refuses a file behind a link, and a missing state", async () => {
    await applied();
    symlinkSync(bench.files.full("docsform.yaml"), bench.files.full("linked.yaml"));
    const linked = await bench.run([...accept, "-f", "linked.yaml", "--state", "docsform.state.json"]);
    expect(linked.code).toBe(1);
    expect(linked.err).toContain("docsform.yaml");
    const without = await bench.run([...accept, "--no-state"]);
    expect(without).toMatchObject({ code: 1 });
    expect(without.err).toContain("pull --update");
  });
});

describe("pull --update", () => {
  test("keeps keys, comments, order and variables, and adds new objects in their places", async () => {
    await applied();
    edit("createSpace", {}, { title: "Release notes" });
    edit("createOrganizationTeam", {}, { title: "Writers" });
    edit("updateSpaceById", { spaceId: bench.idOf("space", "Guides test") }, { title: "Manuals test" });
    const { out } = await bench.checkDone(["pull", "--update", "--yes"]);
    expect(out).toContain("Values that the layout does not declare stay undeclared");
    expect(changes(layout, now()).filter((line) => line.startsWith("-"))).toEqual([
      "-    title: 'Guides ${stage}' # quoted",
    ]);
    expect(now()).toContain("title: 'Manuals ${stage}' # quoted");
    expect(now()).toMatch(/\n {2}release-notes: \{ title: Release notes \}\n/);
    expect(now()).toMatch(/\nteams:\n {2}writers: \{ title: Writers, members: \[.*\] \}\n/);
    const plan = await bench.run(["plan", "--detailed-exitcode"]);
    expect(plan.code, plan.out + plan.err).toBe(0);
    const again = await bench.run(["pull", "--update", "--yes"]);
    expect(again.out).toContain("Nothing to accept");
  });

  test.each([
    ["not on the service yet", "Later", null, "release-notes-2: { title: Release notes }"],
    [
      "of what is elsewhere on it",
      "Release notes",
      "Other",
      "other-release-notes: { title: Release notes, collection: other }",
    ],
  ])("gives a new object another key than a declared one: %s", async (_what, title, collection, added) => {
    const entry = `  release-notes: { title: ${title} } # soon\n`;
    const head = `docsform: 1\norganization: ${organization}\ncollections: { other: { title: Other } }\n`;
    await applied(`${head}spaces:\n  api: { title: API }\n`);
    const parent = collection === null ? {} : { parent: bench.idOf("collection", collection) };
    edit("createSpace", {}, { title: "Release notes", ...parent });
    const text = `${head}spaces:\n  api: { title: API }\n${entry}`;
    bench.files.write("docsform.yaml", text);
    const ran = await bench.run(["pull", "--update", "--yes"]);
    expect(ran.code, ran.err + ran.out).toBe(0);
    expect(changes(text, now())).toContain(`+  ${added}`);
    expect(changes(text, now()).filter((line) => line.startsWith("-"))).toEqual([]);
    const plan = await bench.run(["plan", "--json"]);
    const { steps } = (JSON.parse(plan.out) as { plan: { steps: readonly { address: string }[] } }).plan;
    expect(steps.map(({ address }) => address)).toEqual(["space.release-notes"]);
  });
});
