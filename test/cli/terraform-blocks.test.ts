import { describe, expect, test } from "vitest";
import { registry } from "../../src/resources/registry.ts";
import { findMoves } from "../../src/terraform/tfplan/find-moves.ts";
import { parsePlanJson } from "../../src/terraform/tfplan/plan-json.ts";
import { type PlannedChange, planJson } from "../support/terraform-plan.ts";
import { benchOfTest, openWorkbench } from "./workbench.ts";

function movesIn(changes: readonly PlannedChange[], configuration?: object) {
  const plan = parsePlanJson(planJson(changes, configuration));
  if (typeof plan === "string") throw new Error(plan);
  return findMoves(registry, plan);
}

const space = (id: string, title: string, more: object = {}) => ({ id, title, ...more });

describe("docsform terraform moves", () => {
  test("pairs a delete and a create with the same key, and no others", () => {
    const found = movesIn([
      { address: "docs_space.guides", before: space("s1", "Guides") },
      { address: "docs_space.api", before: space("s2", "API") },
      { address: "docs_team.guides", before: space("t1", "Guides") },
      { address: 'module.a["x.y"].docs_space.this', after: { title: "Guides" } },
      { address: "docs_space.new", after: { title: "New" } },
      { address: "docs_space.kept", before: space("s3", "API 2"), after: space("s3", "New") },
      { address: "aws_s3_bucket.a", before: { id: "a" } },
    ]);
    expect(found).toEqual({
      moves: [{ from: "docs_space.guides", to: 'module.a["x.y"].docs_space.this' }],
      undecided: [],
      deleted: ["docs_space.api", "docs_team.guides"],
      created: ["docs_space.new"],
      throughLocals: [],
      others: 1,
    });
  });

  test("lists what is alike and guesses nothing, not even inside a site", () => {
    const section = (id: string) => ({ id, site_id: "w1", title: "Guides", path: null, space_id: null });
    const found = movesIn([
      { address: "docs_space.a", before: space("s1", "Guides") },
      { address: "docs_space.b", before: space("s2", "Guides") },
      { address: "docs_space.c", after: { title: "Guides" } },
      { address: "docs_site_section_group.a", before: section("g1") },
      { address: "docs_site_section_group.b", before: section("g2") },
      { address: "docs_site_section_group.c", after: { site_id: "w1", title: "Guides" } },
      { address: "docs_site_section_group.d", after: { site_id: "w1", title: "Guides" } },
    ]);
    expect(found.moves).toEqual([]);
    expect(found.undecided).toEqual([
      { deleted: ["docs_space.a", "docs_space.b"], created: ["docs_space.c"] },
      {
        deleted: ["docs_site_section_group.a", "docs_site_section_group.b"],
        created: ["docs_site_section_group.c", "docs_site_section_group.d"],
      },
    ]);
    expect([found.deleted, found.created]).toEqual([[], []]);
  });

  test("decides between objects with the same key by everything that is declared", () => {
    const found = movesIn([
      { address: "docs_space.a", before: space("s1", "Guides", { language: "en" }) },
      { address: "docs_space.b", before: space("s2", "Guides", { language: "fr" }) },
      { address: "docs_space.fr", after: { title: "Guides", language: "fr" } },
      { address: "docs_space.en", after: { title: "Guides", language: "en" } },
    ]);
    expect(found.moves).toEqual([
      { from: "docs_space.a", to: "docs_space.en" },
      { from: "docs_space.b", to: "docs_space.fr" },
    ]);
  });

  test("pairs parents first, and follows references over variables, outputs and loops", () => {
    const names = ["a", "b"];
    const found = movesIn(
      names.flatMap((name): PlannedChange[] => [
        { address: `docs_collection.${name}`, before: { id: `c-${name}`, title: name } },
        { address: `docs_space.${name}`, before: space(`s-${name}`, "Guides", { parent_id: `c-${name}` }) },
        { address: `module.shelf["${name}"].docs_collection.this`, after: { title: name } },
        {
          address: `module.book["${name}"].docs_space.this`,
          after: { title: "Guides" },
          unknown: { parent_id: true },
        },
      ]),
      {
        root_module: {
          module_calls: {
            shelf: {
              module: {
                resources: [{ mode: "managed", type: "docs_collection", name: "this", expressions: {} }],
                outputs: {
                  id: { expression: { references: ["docs_collection.this.id", "docs_collection.this"] } },
                },
              },
            },
            book: {
              for_each_expression: { references: ["module.shelf"] },
              expressions: { parent: { references: ["each.value.id", "each.value"] }, unused: {} },
              module: {
                resources: [
                  {
                    mode: "managed",
                    type: "docs_space",
                    name: "this",
                    expressions: {
                      parent_id: { references: ["var.parent"] },
                      title: { constant_value: "Guides" },
                    },
                  },
                ],
              },
            },
          },
        },
      },
    );
    expect(found.moves).toEqual(
      ["book", "shelf"].flatMap((module) =>
        names.map((name) => {
          const type = module === "book" ? "docs_space" : "docs_collection";
          return { from: `${type}.${name}`, to: `module.${module}["${name}"].${type}.this` };
        }),
      ),
    );
    expect([found.undecided, found.deleted, found.created]).toEqual([[], [], []]);
  });

  test("names the resources that refer through local values, also in the arguments of a module, instead of a guess", () => {
    const inside = { mode: "managed", type: "docs_space", name: "b" };
    const found = movesIn(
      [
        { address: "docs_collection.a", before: { id: "c1", title: "Handbook" } },
        { address: "docs_space.a", before: space("s1", "Guides", { parent_id: "c1" }) },
        { address: "docs_collection.b", after: { title: "Handbook" } },
        { address: "module.m.docs_space.b", after: { title: "Guides" }, unknown: { parent_id: true } },
        { address: "docs_space.c", after: { title: "API" }, unknown: { parent_id: true } },
      ],
      {
        root_module: {
          module_calls: {
            m: {
              expressions: { parent: { references: ["local.parents"] } },
              module: {
                resources: [{ ...inside, expressions: { parent_id: { references: ["var.parent"] } } }],
              },
            },
          },
        },
      },
    );
    expect(found).toMatchObject({
      moves: [{ from: "docs_collection.a", to: "docs_collection.b" }],
      deleted: ["docs_space.a"],
      created: ["docs_space.c"],
      throughLocals: ["module.m.docs_space.b"],
    });
  });

  test("an unknown parent that no reference explains is not the top level", () => {
    const found = movesIn([
      { address: "docs_space.a", before: space("s1", "Guides") },
      { address: "docs_space.b", after: { title: "Guides" }, unknown: { parent_id: true } },
    ]);
    expect(found.moves).toEqual([]);
    expect([found.deleted, found.created]).toEqual([["docs_space.a"], ["docs_space.b"]]);
  });

  test("a replacement at the same address is no partner, nor is what Terraform forgets or has deposed", () => {
    const found = movesIn([
      {
        address: "docs_space.a",
        before: space("s1", "Guides"),
        after: { title: "Other" },
        actions: ["delete", "create"],
      },
      { address: "docs_space.b", before: space("s2", "Guides"), actions: ["forget"] },
      { address: "docs_space.d", before: space("s3", "Guides"), deposed: "12345678" },
      { address: "docs_space.c", after: { title: "Guides" } },
    ]);
    expect(found.moves).toEqual([]);
    expect([found.deleted, found.created]).toEqual([[], ["docs_space.c"]]);
  });

  test("a publication and an order move with their site", () => {
    const found = movesIn(
      [
        { address: "docs_site.old", before: { id: "w1", title: "Docs" } },
        { address: "docs_site_publication.old", before: { id: "w1", site_id: "w1", published: true } },
        { address: "docs_site_order.old", before: { id: "w1", site_id: "w1", ids: [] } },
        { address: "docs_site.new", after: { title: "Docs" } },
        { address: "docs_site_publication.new", after: { published: true }, unknown: { site_id: true } },
        { address: "docs_site_order.new", after: {}, unknown: { site_id: true, ids: true } },
      ],
      {
        root_module: {
          resources: ["docs_site_publication", "docs_site_order"].map((type) => ({
            mode: "managed",
            type,
            name: "new",
            expressions: { site_id: { references: ["docs_site.new.id", "docs_site.new"] } },
          })),
        },
      },
    );
    expect(found.moves.map(({ from }) => from)).toEqual([
      "docs_site.old",
      "docs_site_order.old",
      "docs_site_publication.old",
    ]);
  });

  test("of two publications of one site neither moves", () => {
    const publication = { id: "w1", site_id: "w1", published: true };
    const found = movesIn([
      { address: "docs_site_publication.a", before: publication },
      { address: "docs_site_publication.b", before: publication },
      { address: "docs_site_publication.c", after: { site_id: "w1", published: true } },
    ]);
    expect([found.moves, found.deleted.length, found.created.length]).toEqual([[], 2, 1]);
  });
});

const plan = planJson([
  { address: "docs_space.a", before: space("s1", "Guides") },
  { address: "docs_space.b", after: { title: "Guides" } },
  { address: "docs_space.c", before: space("s2", "API") },
]);

const bench = benchOfTest(() =>
  openWorkbench({
    "plan.json": plan,
    "plan.tfplan": "PK\u0003\u0004",
    "empty.json": "",
    "broken.json": "{",
    "state.json": '{"version": 4, "lineage": "x", "resources": []}',
    "shown.json": '{"format_version": "1.0", "values": {}}',
  }),
);

const blocks = `moved {
  from = docs_space.a
  to   = docs_space.b
}
`;

test("terraform moves prints the blocks with notes as comments, or writes them to a file", async () => {
  const printed = await bench.run(["terraform", "moves", "plan.json"]);
  expect(printed.out).toBe(
    `# Still deleted, because nothing that the plan creates is alike:\n#   docs_space.c\n\n${blocks}`,
  );
  const written = await bench.run(["terraform", "moves", "plan.json", "--out", "moved.tf"]);
  expect(written.out).toContain(
    "1 resource moves instead of a delete and a create. The blocks are in moved.tf.",
  );
  expect(bench.files.read("moved.tf")).toContain(blocks);
});

test.each(["moves", "imports"])("terraform %s keeps a file that exists", async (action) => {
  bench.files.write("blocks.tf", blocks);
  const { code, err } = await bench.run(["terraform", action, "plan.json", "--out", "blocks.tf"]);
  expect([code, err]).toEqual([1, expect.stringContaining("blocks.tf exists already. Nothing was written.")]);
  expect(bench.files.read("blocks.tf")).toBe(blocks);
});

test.each([
  [["moves"], "needs a plan of Terraform as JSON"],
  [["moves", "nowhere.json"], "There is no file nowhere.json."],
  [["moves", "plan.tfplan"], "terraform show -json plan.tfplan | docsform terraform moves -"],
  [["imports", "empty.json"], "empty.json is empty."],
  [["moves", "broken.json"], "broken.json is not a plan of Terraform as JSON."],
  [["moves", "state.json"], "state.json is a state of Terraform."],
  [["imports", "shown.json"], "shown.json is a state of Terraform."],
  [["imports", "plan.json"], "The plan does not name the provider's organization."],
  [["moves", "plan.json", "--cdktf"], "--cdktf has no effect with docsform terraform moves."],
  [
    ["moves", "plan.json", "--organization", "a"],
    "--organization has no effect with docsform terraform moves.",
  ],
  [["lock", "plan.json"], "plan.json has no effect with docsform terraform lock."],
])("terraform %j fails with a remedy", { timeout: 120_000 }, async (argv, message) => {
  const { out, err, code } = await bench.run(["terraform", ...argv], {
    environment: { DOCSFORM_ORGANIZATION: "" },
  });
  expect(`${out}${err}`).toContain(message);
  expect(code).not.toBe(0);
});
