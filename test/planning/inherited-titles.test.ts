import { expect, test } from "vitest";
import { simulate } from "../../src/engine/plan/audience/simulate.ts";
import type { LiveObject } from "../../src/model/snapshot.ts";
import { registry } from "../../src/resources/registry.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { type Case, desired, inside, live, planCase, planned, worldOf } from "../support/planning.ts";

// A variant without its own title has the title of its space.

const fr = "site_space.docs/guides/fr";
const variant = (attributes: JsonObject, rest: Partial<LiveObject> = {}) =>
  live(
    "site_space v1",
    { space: "sp2", path: "fr", ...attributes },
    { ...inside("site_section s1"), ...rest },
  );
const inherits: Partial<LiveObject> = { inherited: ["title"] };

interface Titles {
  readonly live: LiveObject;
  /** The title of the variant in the layout. */
  readonly title?: string;
  /** The title of the space in the layout. */
  readonly space?: string;
}

function caseOf({ live: one, title, space = "Two" }: Titles): Case {
  return {
    live: [
      live("space sp1", { title: "One" }),
      live("space sp2", { title: "Two" }),
      live("site site1", { title: "Docs" }),
      live("site_section s1", { title: "Guides", path: "guides" }),
      live(
        "site_space v0",
        { space: "sp1", path: "en", title: "One" },
        {
          ...inside("site_section s1"),
          ...inherits,
        },
      ),
      one,
    ],
    desired: [
      desired("space.two", { title: space }, { pin: "sp2" }),
      desired("site.docs", { title: "Docs" }, { pin: "site1" }),
      desired("site_section.docs/guides", { title: "Guides", path: "guides" }, { pin: "s1" }),
      desired("site_space.docs/guides/en", { space: "sp1", path: "en" }, guides),
      desired(
        fr,
        { space: { $ref: "space.two" }, path: "fr", ...(title === undefined ? {} : { title }) },
        guides,
      ),
    ],
    state: { [fr]: { id: "v1", applied: { path: "fr" } } },
    apiVersion: "current",
  };
}

const guides = { container: { $ref: "site_section.docs/guides" } };

test.each<Titles & { readonly name: string; readonly expected: string | undefined }>([
  {
    name: "a variant keeps its own title that the layout omits",
    live: variant({ title: "Own" }),
    expected: undefined,
  },
  { name: "another title recreates it", live: variant({ title: "Own" }), title: "New", expected: "replace" },
  {
    name: "a declared title that is live changes nothing",
    live: variant({ title: "Own" }),
    title: "Own",
    expected: undefined,
  },
  {
    name: "a declared title that the space has changes nothing",
    live: variant({ title: "Two" }, inherits),
    title: "Two",
    expected: undefined,
  },
  {
    name: "a new title of the space changes the variant, too",
    live: variant({ title: "Two" }, inherits),
    title: "Zwei",
    space: "Zwei",
    expected: undefined,
  },
  {
    name: "a declared title that the space loses recreates the variant",
    live: variant({ title: "Two" }, inherits),
    title: "Two",
    space: "Zwei",
    expected: "replace",
  },
])("$name", ({ expected, ...titles }) => {
  const { steps, nodes } = planned(caseOf(titles));
  const step = steps.find(({ address, action }) => address === fr && action !== "import");
  expect(step?.action).toBe(expected);
  const made = nodes.flatMap((node) =>
    node.kind === "create" && node.address === fr ? [node.attributes["title"]] : [],
  );
  expect(made).toEqual(expected === "replace" ? [titles.title] : []);
});

test("the plan knows the title that the service takes from the space", () => {
  const given = caseOf({ live: variant({ title: "Two" }, inherits), space: "Zwei" });
  const { objects } = simulate(planned(given), worldOf(given), registry);
  expect(objects.find(({ id }) => id === "v1")?.attributes["title"]).toBe("Zwei");
});

test.each([
  { name: "its own title", one: variant({ title: "Own" }), expected: ["title"] },
  { name: "no title that was its space's", one: variant({ title: "Two" }, inherits), expected: undefined },
])("a delete reports that a variant loses $name", ({ one, expected }) => {
  const given = caseOf({ live: one });
  const { steps } = planned({
    ...given,
    desired: (given.desired ?? []).filter(({ address }) => address !== fr),
  });
  const step = steps.find(({ action }) => action === "delete") as {
    readonly lostAttributes?: readonly string[];
  };
  expect(step.lostAttributes).toEqual(expected);
});

test("a delete depends on the variant, and not on the title of its space", () => {
  const fingerprintOf = (title: string, rest: Partial<LiveObject>) => {
    const given = caseOf({ live: variant({ title }, rest) });
    const { steps } = planned({
      ...given,
      desired: (given.desired ?? []).filter(({ address }) => address !== fr),
    });
    const step = steps.find(({ action }) => action === "delete");
    return step?.action === "delete" ? step.expects.fingerprint : undefined;
  };
  expect(fingerprintOf("Two", inherits)).toBe(fingerprintOf("Zwei", inherits));
  expect(fingerprintOf("Two", {})).not.toBe(fingerprintOf("Zwei", {}));
});

const newSection = (title: string, address = "site_space.docs/more/one"): Case => ({
  ...caseOf({ live: variant({ title: "Two" }, inherits) }),
  desired: [
    desired("space.three", { title: "Three" }),
    desired("site.docs", { title: "Docs" }, { pin: "site1" }),
    desired("site_section.docs/more", { title: "More", path: "more" }),
    ...["site_space.docs/more/one", "site_space.docs/more/two"].map((each, rank) =>
      desired(
        each,
        { space: { $ref: "space.three" }, path: `p${rank}`, ...(each === address ? { title } : {}) },
        { container: { $ref: "site_section.docs/more" }, rank },
      ),
    ),
  ],
});

test("the first variant of a new section cannot have a title", () => {
  const { plan, diagnostics } = planCase(newSection("Own"));
  expect(plan).toBeUndefined();
  expect(diagnostics).toMatchObject([
    {
      severity: "error",
      code: "plan/cannot-set-on-first",
      message:
        "site_space.docs/more/one is the first site space of a new site section. The service creates both together, and does not accept title there.",
      remedy: "Remove its title, or put another site space first that has none.",
    },
  ]);
});

test("it can get the title of its space, and a further variant any title", () => {
  expect(planned(newSection("Three")).steps).not.toEqual([]);
  const { nodes } = planned(newSection("Own", "site_space.docs/more/two"));
  const made = nodes.find((node) => node.kind === "create" && node.address === "site_space.docs/more/two");
  expect(made).toMatchObject({ attributes: { title: "Own" } });
});

test("a layout of the classic API version cannot declare it", () => {
  const given = caseOf({ live: variant({ title: "Own" }), title: "New" });
  const { diagnostics } = planCase({ ...given, apiVersion: "classic" });
  expect(diagnostics.map(({ code }) => code)).toEqual(["plan/not-in-this-api-version"]);
});
