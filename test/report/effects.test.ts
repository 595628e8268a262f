import { expect, test } from "vitest";
import type { Danger, DangerKind, Effect, EffectKind, Plan, Readers } from "../../src/model/plan/plan.ts";
import { dangerMeanings } from "../../src/model/plan/plan.ts";
import { pageEffects } from "../../src/report/page/effects-page.ts";
import { ofEffects } from "../../src/report/sarif/finding.ts";
import { renderDrift } from "../../src/report/text/drift-text.ts";
import type { EffectTime } from "../../src/report/text/effect-sentence.ts";
import { effectLines } from "../../src/report/text/effects-text.ts";
import { plainPalette } from "../../src/report/text/palette.ts";
import type { DriftView } from "../../src/report/view/drift-view.ts";
import { type EffectViews, effectViews } from "../../src/report/view/effects-view.ts";
import { type PlanView, planView } from "../../src/report/view/plan-view.ts";
import { registry } from "../../src/resources/registry.ts";
import { type Case, desired, inside, live, planCase } from "../support/planning.ts";

type Found = Effect<DangerKind | EffectKind>;
type Facts = Partial<Omit<Found, "kind">>;

/** An effect on the space A at a URL, which the first step causes. */
function effect(kind: Found["kind"], { address = "space.a", ...facts }: Facts = {}): Found {
  const [type = ""] = address.split(".");
  return { kind, steps: [0], address, type, title: "A", ...facts };
}

const url = "https://docs.acme.example/a/";
const everybody: Readers = { who: "everyone" };
const nobody = null;
const from = (before: Readers | null, after: Readers | null): Facts => ({ url, readers: { before, after } });
const other = { address: "space.b", type: "space", id: "b", title: "B" };

function viewsOf(found: readonly Found[]): EffectViews {
  const isDanger = (each: Found): each is Danger => each.kind in dangerMeanings;
  return effectViews(
    { dangers: found.filter(isDanger), effects: found.filter((each): each is Effect => !isDanger(each)) },
    registry,
    (at) => ({ address: `site.s${at}` }),
  );
}

function textsOf(found: readonly Found[], time: EffectTime = "planned", isFull = false): readonly string[] {
  const { dangers, effects } = effectLines(viewsOf(found), time, isFull);
  return [...dangers, ...effects].map(({ text }) => text);
}

test.each<{ name: string; found: readonly Found[]; planned: string; since?: string }>([
  {
    name: "content that opens",
    found: [effect("opens", from(nobody, everybody))],
    planned: '! space "A" becomes readable for everybody at docs.acme.example/a (before: nobody)',
    since: '! space "A" became readable for everybody at docs.acme.example/a (before: nobody)',
  },
  {
    name: "content that opens at several places, and nobody knows their URLs",
    found: [effect("opens", { readers: { before: nobody, after: everybody }, otherPlaces: 2 })],
    planned: '! space "A" becomes readable for everybody (before: nobody; also at 2 other places)',
  },
  {
    name: "content that opens for more visitors",
    found: [
      effect(
        "opens",
        from({ who: "visitors", conditions: ["visitor.beta", "visitor.paid"] }, { who: "visitors" }),
      ),
    ],
    planned:
      '! space "A" becomes readable for visitors who are signed in at docs.acme.example/a (before: visitors who are signed in and meet `visitor.beta` and `visitor.paid`)',
  },
  {
    name: "content that opens for those with a link, outside the navigation",
    found: [effect("opens", from({ who: "link" }, { who: "url", isUnlisted: true }))],
    planned:
      '! space "A" becomes readable for everybody who knows the URL at docs.acme.example/a (before: everybody with a share link of the site; outside the navigation)',
  },
  {
    name: "content that opens where readers found other content",
    found: [effect("other-content", { url, formerContent: other }), effect("opens", from(nobody, everybody))],
    planned:
      '! space "A" becomes readable for everybody at docs.acme.example/a, instead of space "B" (before: nobody)',
  },
  {
    name: "content that opens again although somebody closed it",
    found: [effect("opens", { ...from(nobody, everybody), undoes: true, isAssumed: true })],
    planned:
      '! space "A" becomes readable for everybody at docs.acme.example/a (before: nobody; assumed: the service does not document it; undoes a change made on the service)',
  },
  {
    name: "unread contents",
    found: ["space", "page"].map(() =>
      effect("opens", { ...from(nobody, everybody), address: "site.docs", title: "Docs", isUnread: true }),
    ),
    planned:
      '! the contents of site "Docs", which docsform has not read, become readable for everybody at docs.acme.example/a (before: nobody)',
  },
  {
    name: "new content",
    found: [effect("shows", from(nobody, everybody))],
    planned: 'space "A" is shown to everybody at docs.acme.example/a',
  },
  {
    name: "new content where readers found other content",
    found: [
      effect("other-content", { url, formerContent: other, steps: [1] }),
      effect("shows", from(nobody, { who: "everyone", conditions: ["visitor.beta"] })),
    ],
    planned:
      '! space "A" is shown to visitors who meet `visitor.beta` at docs.acme.example/a, instead of space "B"',
  },
  {
    name: "other content at several URLs",
    found: ["a", "b"].map((path) =>
      effect("other-content", { url: `https://docs.acme.example/${path}`, formerContent: other }),
    ),
    planned: '! at docs.acme.example/a readers find space "A" instead of space "B" (also at 1 other place)',
    since: '! at docs.acme.example/a readers found space "A" instead of space "B" (also at 1 other place)',
  },
  {
    name: "content that the navigation lists",
    found: [effect("lists", from({ ...everybody, isUnlisted: true }, everybody))],
    planned: 'space "A" appears in the navigation for everybody at docs.acme.example/a',
  },
  {
    name: "content that the navigation omits",
    found: [effect("unlists", from(everybody, { ...everybody, isUnlisted: true }))],
    planned: 'space "A" leaves the navigation, and is still readable for everybody at docs.acme.example/a',
  },
  {
    name: "content that closes",
    found: [effect("closes", from(everybody, nobody))],
    planned: 'space "A" is no longer readable for everybody at docs.acme.example/a (afterwards: nobody)',
    since: 'space "A" is no longer readable for everybody at docs.acme.example/a (now: nobody)',
  },
  {
    name: "content that closes for some",
    found: [effect("closes", from(everybody, { who: "visitors" }))],
    planned:
      'space "A" is no longer readable for everybody (afterwards: visitors who are signed in at docs.acme.example/a)',
  },
  {
    name: "a URL that moves",
    found: [effect("url-moves", { url, formerUrl: "https://docs.acme.example/old" })],
    planned: 'space "A" moves from docs.acme.example/old to docs.acme.example/a, with a redirect',
    since: 'space "A" moved from docs.acme.example/old to docs.acme.example/a, with a redirect',
  },
  {
    name: "a URL that moves, and nobody knows where it is",
    found: [effect("url-moves")],
    planned: 'space "A" moves to another URL, with a redirect',
  },
  {
    name: "a URL that ends",
    found: [effect("url-ends", { url, formerUrl: "https://docs.acme.example/old" })],
    planned: '! docs.acme.example/old ends without a redirect; space "A" is then at docs.acme.example/a',
    since: '! docs.acme.example/old ended without a redirect; space "A" is now at docs.acme.example/a',
  },
  {
    name: "an unknown URL that ends",
    found: [effect("url-ends", { url })],
    planned: '! a URL of space "A" ends without a redirect; it is then at docs.acme.example/a',
  },
  {
    name: "the URLs of a whole site that end",
    found: [
      effect("url-ends", {
        address: "site.docs",
        title: "Docs",
        attribute: "basename",
        formerUrl: "docs",
        url: "manuals",
      }),
    ],
    planned: '! the URLs of site "Docs" end without a redirect: basename "docs" → "manuals"',
  },
  {
    name: "more rights of all members",
    found: [effect("access", { levels: { before: null, after: "read" } })],
    planned: '! space "A": every member of the organization may now read it (before: nothing)',
  },
  {
    name: "rights that become those of each member",
    found: [effect("access", { levels: { before: "read", after: "inherit" } })],
    planned:
      '! space "A": every member of the organization may now do what their own role permits (before: read it)',
  },
  {
    name: "rights of a level that docsform does not know",
    found: [effect("access", { levels: { before: "tomorrow", after: "admin" } })],
    planned:
      '! space "A": every member of the organization may now administer it (before: use it with the level "tomorrow")',
  },
  {
    name: "rights that docsform has not read",
    found: [effect("access")],
    planned: '! space "A": what every member of the organization may do with it changes',
  },
  {
    name: "fewer rights of all members",
    found: [effect("ends-access", { levels: { before: "edit", after: "read" } })],
    planned: 'space "A": every member of the organization may now only read it (before: edit it)',
  },
  {
    name: "no rights of members any more",
    found: [effect("ends-access", { levels: { before: "edit", after: null } })],
    planned: 'space "A": not every member of the organization may now use it (before: edit it)',
  },
  {
    name: "a member with more rights",
    found: [
      effect("access", {
        address: "member.ada",
        title: "Ada",
        attribute: "role",
        levels: { before: null, after: "create" },
      }),
    ],
    planned: '! member "Ada" gets more rights: role (none) → "create"',
  },
  {
    name: "a team with fewer members",
    found: [effect("ends-access", { address: "team.t", title: "T", attribute: "members" })],
    planned: 'people get fewer rights through team "T": members',
  },
  {
    name: "another way to log in",
    found: ["ssoURL", "certificate"].map((attribute) =>
      effect("sign-in", { address: "saml_provider.okta", title: "Okta", attribute }),
    ),
    planned: '! people can join or log in differently through SAML provider "Okta": ssoURL and certificate',
  },
  {
    name: "a new way to log in",
    found: [effect("sign-in", { address: "saml_provider.okta", title: "Okta" })],
    planned: '! people can join or log in through SAML provider "Okta"',
  },
  {
    name: "fewer people who can join",
    found: [effect("ends-access", { address: "organization.acme", title: "Acme", attribute: "inviteLinks" })],
    planned: 'fewer people can join or log in through organization "Acme", or with fewer rights: inviteLinks',
  },
  {
    name: "a content without a name",
    found: [effect("shows", { ...from(nobody, everybody), title: "space.a" })],
    planned: "space space.a is shown to everybody at docs.acme.example/a",
  },
  {
    name: "a title that would end a line",
    found: [effect("shows", { ...from(nobody, everybody), title: "A\n! B" })],
    planned: 'space "A ! B" is shown to everybody at docs.acme.example/a',
  },
])("one sentence describes $name", ({ found, planned, since }) => {
  expect(textsOf(found)).toEqual([planned]);
  expect(textsOf(found, "planned", true)).toEqual([planned]);
  const later = since === undefined ? [planned] : textsOf(found, "found");
  expect(later).toEqual([since ?? planned]);
});

/** Effects on several spaces. The default is that one step causes all. */
function many(
  number: number,
  kind: Found["kind"],
  facts: Facts,
  stepOf: (at: number) => number = () => 0,
): readonly Found[] {
  return Array.from({ length: number }, (_, at) =>
    effect(kind, { ...facts, address: `space.s${at}`, title: `S${at}`, steps: [stepOf(at)] }),
  );
}

test.each<{ kind: Found["kind"]; facts: Facts; sentence: string }>([
  {
    kind: "opens",
    facts: from(nobody, everybody),
    sentence:
      '! 200 spaces, such as "S0" at docs.acme.example/a, become readable for everybody (before: nobody)',
  },
  {
    kind: "shows",
    facts: { readers: { before: nobody, after: everybody } },
    sentence: '200 spaces, such as "S0", are shown to everybody',
  },
  {
    kind: "closes",
    facts: from(everybody, nobody),
    sentence:
      '200 spaces, such as "S0" at docs.acme.example/a, are no longer readable for everybody (afterwards: nobody)',
  },
  {
    kind: "url-moves",
    facts: { url, formerUrl: "https://docs.acme.example/old" },
    sentence:
      '200 spaces, such as "S0" (docs.acme.example/old → docs.acme.example/a), move to other URLs, with redirects',
  },
  {
    kind: "url-ends",
    facts: { url, formerUrl: "https://docs.acme.example/old" },
    sentence:
      '! URLs of 200 spaces, such as "S0" (docs.acme.example/old → docs.acme.example/a), end without a redirect',
  },
  {
    kind: "other-content",
    facts: { url, formerContent: other },
    sentence: '! readers find 200 spaces, such as "S0" at docs.acme.example/a, instead of other content',
  },
  {
    kind: "access",
    facts: { levels: { before: "read", after: "edit" } },
    sentence:
      '! 200 spaces, such as "S0": every member of the organization may now edit them (before: read them)',
  },
])("effects with one cause and one audience share a sentence: $kind", ({ kind, facts, sentence }) => {
  expect(textsOf(many(200, kind, facts))).toEqual([sentence]);
  expect(textsOf(many(200, kind, facts), "planned", true)).toHaveLength(200);
});

test("effects of several causes share a sentence only if there are more than twenty lines", () => {
  const opening = (number: number) => many(number, "opens", from(nobody, everybody), (at) => at);
  expect(textsOf(opening(20))).toHaveLength(20);
  expect(textsOf(opening(21))).toEqual([expect.stringContaining("! 21 spaces, such as")]);
});

test("two contents are two lines, and so are two audiences", () => {
  expect(textsOf(many(2, "opens", from(nobody, everybody)))).toHaveLength(2);
  const found = [
    ...many(3, "opens", from(nobody, everybody)),
    ...many(3, "opens", from(nobody, { who: "url" })),
  ];
  const named = found.map((each, at) => ({ ...each, address: `space.x${at}` }));
  expect(textsOf(named)).toHaveLength(2);
});

test("all effects together have at most twenty lines, the worst first, and the last line counts the others", () => {
  const audiences = Array.from(
    { length: 30 },
    (_, at): Found =>
      effect("opens", {
        ...from(nobody, { who: "everyone", conditions: [`visitor.c${at}`] }),
        address: `space.s${at}`,
        steps: [at],
      }),
  );
  const moved = many(3, "url-moves", {}, (at) => at);
  const texts = textsOf([...audiences, effect("access"), ...moved]);
  expect(texts).toHaveLength(21);
  expect(texts.at(19)).toBe(
    "! and 12 more: more people can read existing content (11), members get more rights (1)",
  );
  expect(texts.at(20)).toBe('3 spaces, such as "S0", move to other URLs, with redirects');
  expect(textsOf([...audiences, ...moved], "planned", true)).toHaveLength(33);
});

const published: Case = {
  live: [
    live("site site1", { title: "Docs", published: true }),
    live("space sp1", { title: "A" }),
    live("site_section s1", { title: "Guides", path: "guides" }),
    live("site_space v1", { space: "sp1", path: "a" }, inside("site_section s1")),
  ],
  desired: [
    desired("site.docs", { title: "Docs" }, { pin: "site1" }),
    desired("space.a", { title: "A" }, { pin: "sp1" }),
  ],
};

function viewOfPlan(plan: Plan, skipDeletes: boolean): PlanView {
  const consent = { allow: new Set<never>(), skipDeletes };
  return planView({ plan, refusals: [], consent, purpose: "apply", types: registry });
}

test("effects of skipped deletes are not shown, unless another step causes them too", () => {
  const { plan } = planCase(published);
  const effectsOf = (shown: Plan, skipDeletes: boolean) =>
    viewOfPlan(shown, skipDeletes).effects.map(({ object, kind }) => `${kind.name} ${object.address}`);
  if (plan === undefined) throw new Error("The plan is impossible.");
  expect(effectsOf(plan, false)).toEqual(["closes space.a"]);
  expect(effectsOf(plan, true)).toEqual([]);
  expect(viewOfPlan(plan, true).deletes).toEqual([]);
  const imported = plan.steps.findIndex(({ address }) => address === "space.a");
  const [closes] = plan.effects;
  if (closes === undefined) throw new Error("The plan closes nothing.");
  const both = { ...plan, effects: [{ ...closes, steps: [...closes.steps, imported] }] };
  expect(effectsOf(both, true)).toEqual(["closes space.a"]);
});

test.each<{ name: string; found: Found; sides: Readonly<Record<"place" | "before" | "after", string>> }>([
  {
    name: "a content instead of another one",
    found: effect("other-content", { url, formerContent: other }),
    sides: { place: "docs.acme.example/a", before: 'space "B"', after: 'space "A"' },
  },
  {
    name: "the level of all members",
    found: effect("access", { levels: { before: null, after: "inherit" } }),
    sides: {
      place: "every member of the organization",
      before: "nothing",
      after: "what their own role permits",
    },
  },
  {
    name: "a member's role",
    found: effect("access", {
      address: "member.ada",
      attribute: "role",
      levels: { before: null, after: "read" },
    }),
    sides: { place: "role", before: "(none)", after: '"read"' },
  },
  {
    name: "a value that is not shown",
    found: effect("sign-in", { address: "saml_provider.okta", attribute: "certificate" }),
    sides: {
      place: "certificate",
      before: "",
      after: "people can become members or log in in another way",
    },
  },
  {
    name: "a URL that ends",
    found: effect("url-ends", { url, formerUrl: "https://docs.acme.example/old" }),
    sides: {
      place: "URL",
      before: "docs.acme.example/old",
      after: "docs.acme.example/a, without a redirect",
    },
  },
  {
    name: "a URL that moves",
    found: effect("url-moves", { formerUrl: "https://docs.acme.example/old" }),
    sides: { place: "URL", before: "docs.acme.example/old", after: "another URL, with a redirect" },
  },
])("a row of a page shows $name", ({ found, sides }) => {
  expect(pageEffects(viewsOf([found]))).toMatchObject([sides]);
});

test("drift begins with what became different, and says how to see the rest", () => {
  const view = (found: readonly Found[]): DriftView => ({
    ...viewsOf(found),
    entries: [],
    drifted: true,
    neverApplied: 0,
    gaps: [],
    comparedWith: "state",
    organization: { id: "acme", title: "Acme" },
  });
  const shape = { width: 200, detail: "usual", service: "docs.example" } as const;
  const opened = many(3, "opens", from(nobody, everybody));
  const text = renderDrift(view([...opened, effect("closes", from(everybody, nobody))]), shape, plainPalette);
  expect(text.split("\n")).toEqual([
    "Organization acme at docs.example differs from the state:",
    "",
    "Dangerous, check these first (3):",
    '  ! 3 spaces, such as "S0" at docs.acme.example/a, became readable for everybody (before: nobody)',
    "",
    "For readers and members:",
    '  space "A" is no longer readable for everybody at docs.acme.example/a (now: nobody)  space.a',
    "",
    "0 differences. docsform plan shows what apply would do.",
    "Shortened: --full shows every effect.",
    "",
  ]);
  const full = renderDrift(view(opened), { ...shape, detail: "full" }, plainPalette);
  expect(full.match(/^ {2}! space "S/gmu)).toHaveLength(3);
  expect(full).not.toContain("Shortened");
  const compact = renderDrift(view([effect("closes")]), { ...shape, detail: "compact" }, plainPalette);
  expect(compact).not.toContain("For readers");
});

test("a page has a row for each effect, and a report for code review a finding at its cause", () => {
  const views = viewsOf([
    ...many(3, "opens", from({ ...everybody, isUnlisted: true, conditions: ["visitor.beta"] }, everybody)),
    effect("closes", { ...from(everybody, nobody), steps: [1, 2] }),
  ]);
  expect(pageEffects(views)).toMatchObject([
    {
      content: 'space "S0"',
      isDanger: true,
      place: "docs.acme.example/a",
      before: "visitors who meet `visitor.beta`, outside the navigation",
      after: "everybody",
      causes: ["site.s0"],
    },
    { content: 'space "S1"' },
    { content: 'space "S2"' },
    {
      content: 'space "A"',
      isDanger: false,
      before: "everybody",
      after: "nobody",
      causes: ["site.s1", "site.s2"],
    },
  ]);
  const at = { file: "docsform.yaml", line: 3, column: 1, length: 2 };
  const findings = ofEffects(views, "planned", (address) => (address === "site.s2" ? { at } : {}));
  expect(findings.map(({ code, level }) => `${code} ${level}`)).toEqual([
    ...Array.from({ length: 3 }, () => "danger/opens warning"),
    "effect/closes note",
  ]);
  expect(findings.at(-1)).toMatchObject({
    message: 'Space "A" is no longer readable for everybody at docs.acme.example/a (afterwards: nobody).',
    addresses: ["space.a"],
    at,
  });
});
