import { expect, test } from "vitest";
import { openingNodes } from "../../src/engine/plan/audience/opening-nodes.ts";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import type { DesiredObject } from "../../src/model/desired-world.ts";
import type { LiveObject } from "../../src/model/snapshot.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { registry } from "../../src/resources/registry.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { desired, inputsOf, into, live } from "../support/planning.ts";

const site = (attributes: JsonObject) =>
  live("site site1", { title: "Docs", visibility: "public", ...attributes });
const wantsSite = (attributes: JsonObject) => desired("site.docs", attributes, { pin: "site1" });
const newSpace = desired("space.new", { title: "New" });
const newSection = desired("site_section.docs/new", { title: "New", path: "new" });
const newVariant = desired(
  "site_space.docs/new/new",
  { space: { $ref: "space.new" } },
  into("site_section.docs/new"),
);
const collection = (defaultLevel: string) => live("collection c1", { title: "C", defaultLevel });
const wantsCollection = (defaultLevel: string) => desired("collection.c", { defaultLevel }, { pin: "c1" });

test.each<{
  name: string;
  live?: readonly LiveObject[];
  desired: readonly DesiredObject[];
  of: string;
  /** Beginnings of the ids of nodes that are done, besides the create. */
  done?: readonly string[];
  opens: readonly string[];
}>([
  {
    name: "a new site is opened when it is published",
    desired: [desired("site.docs", { title: "Docs", published: true }), newSpace, newSection, newVariant],
    of: "site.docs",
    opens: ["write site.docs publication"],
  },
  {
    name: "a new space is opened when a public site shows it",
    live: [site({ published: true })],
    desired: [wantsSite({}), newSpace, newSection, newVariant],
    of: "space.new",
    opens: ["create site_section.docs/new", "write site_section.docs/new settings"],
  },
  {
    name: "a group of sections does not open the space that it will show",
    live: [site({ published: true })],
    desired: [
      wantsSite({}),
      newSpace,
      desired("site_section_group.docs/group", { title: "Group" }),
      { ...newSection, ...into("site_section_group.docs/group") },
      newVariant,
    ],
    of: "space.new",
    opens: ["create site_section.docs/new", "write site_section.docs/new settings"],
  },
  {
    name: "a new space is opened when the site that shows it is published, or gets more readers",
    live: [site({ published: false, visibility: "share-link" })],
    desired: [wantsSite({ published: true, visibility: "public" }), newSpace, newSection, newVariant],
    of: "space.new",
    opens: [
      "create site_section.docs/new",
      "write site.docs publication",
      "write site.docs settings",
      "write site_section.docs/new settings",
    ],
  },
  {
    name: "a site that stays closed opens nothing",
    live: [site({ published: false })],
    desired: [wantsSite({}), newSpace, newSection, newVariant],
    of: "space.new",
    opens: [],
  },
  {
    name: "what opens another object does not open the new one",
    live: [site({ published: false }), live("space other", { title: "Other" })],
    desired: [
      wantsSite({ published: true }),
      newSpace,
      desired("space.other", {}, { pin: "other" }),
      newSection,
      { ...newVariant, attributes: { space: { $ref: "space.other" } } },
    ],
    of: "space.new",
    opens: [],
  },
  {
    name: "a new space is opened when its collection gets another level",
    live: [collection("read")],
    desired: [wantsCollection("edit"), { ...newSpace, ...into("collection.c") }],
    of: "space.new",
    opens: ["write collection.c patch"],
  },
  {
    name: "a node that is done opens nothing more",
    live: [collection("read")],
    desired: [wantsCollection("edit"), { ...newSpace, ...into("collection.c") }],
    of: "space.new",
    done: ["write collection.c"],
    opens: [],
  },
  {
    name: "a level that closes a new object does not open it",
    live: [collection("edit")],
    desired: [
      wantsCollection("edit"),
      desired("collection.new", { title: "New", defaultLevel: "read" }, into("collection.c")),
    ],
    of: "collection.new",
    opens: [],
  },
])("$name", ({ live: objects = [], desired: wanted, of, done = [], opens }) => {
  const inputs = inputsOf({ live: objects, desired: wanted });
  const { plan, diagnostics } = planChanges(inputs);
  if (plan === undefined) throw new Error(JSON.stringify(diagnostics));
  const isDone = ({ id }: { readonly id: string }) =>
    [`create ${of}`, ...done].some((each) => id.startsWith(each));
  const found = openingNodes(plan, inputs.live, indexTypes(registry), of, isDone);
  expect([...found].sort(), plan.nodes.map(({ id }) => id).join("\n")).toEqual(opens);
});
