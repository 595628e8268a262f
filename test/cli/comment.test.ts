import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeOfType } from "../../src/model/codes/code.ts";
import type { GuardRefusal, Plan, PlanStep } from "../../src/model/plan/plan.ts";
import { renderComment } from "../../src/report/markdown/comment.ts";
import { planView } from "../../src/report/view/plan-view.ts";
import { registry } from "../../src/resources/registry.ts";
import { apply, canaryToken, openWorkbench, smallLayout } from "./workbench.ts";

const limit = 65_000;

function planOf(parts: Partial<Plan>): Plan {
  return {
    docsformPlan: 3,
    organizationId: "Qm3vT8xLz1",
    apiVersion: "current",
    salt: "00",
    temporarySuffix: "t1",
    steps: [],
    dangers: [],
    effects: [],
    nodes: [],
    existing: {},
    knownIds: {},
    siblings: {},
    managed: {},
    orders: [],
    found: [],
    unmanaged: [],
    notes: [],
    guard: { refusals: [], deletes: 0, changes: 0, managed: 0 },
    writeCalls: parts.steps?.length ?? 0,
    ...parts,
  };
}

function viewOf(plan: Plan, refusals: readonly GuardRefusal[] = []) {
  return planView({ plan, refusals, purpose: "apply", types: registry });
}

const about = { type: "space", expects: { knownIds: "space", fingerprint: "", contents: [] } };
const steps = {
  create: (address: string, title: string): PlanStep => ({
    ...about,
    action: "create",
    address,
    title,
    attributes: { title, emoji: title },
  }),
  patch: (address: string, title: string): PlanStep => ({
    ...about,
    action: "patch",
    address,
    title,
    id: "id",
    changes: [{ attribute: "title", before: title, after: `new ${title}` }],
  }),
  delete: (address: string, title: string): PlanStep => ({
    ...about,
    action: "delete",
    address,
    title,
    id: "id",
  }),
  replace: (address: string, title: string): PlanStep => ({
    ...about,
    action: "replace",
    address,
    title,
    id: "id",
    changes: [{ attribute: "key", before: title, after: null }],
    attributes: {},
    reason: title,
  }),
};

// Outside code blocks, a comment contains only docsform's own words and numbers.
const counts = String.raw`\d+ to (create|change|move|replace|delete|import|forget)`;
const own = [
  "",
  String.raw`<!-- docsform plan [\w./-]+ [\w./-]+ -->`,
  String.raw`### docsform plan: (nothing to do|refused|${counts}(, ${counts})*)`,
  String.raw`Apply will make \d+ writing API calls?\. (No guard refuses it|Permitted by --allow-deletes)\.`,
  String.raw`\*\*Apply will refuse this plan\*\*, for \d+ reasons?\. It would make \d+ writing API calls?\.`,
  String.raw`The service matches the layout\.`,
  String.raw`No flag permits some of these reasons\. Change that first, then plan again\.`,
  String.raw`Permit all of it with: --allow-deletes`,
  String.raw`<details( open)?><summary>[A-Za-z0-9 :,]+</summary>`,
  String.raw`</details>`,
  String.raw`Omitted to keep the comment short: \d+ (reason|danger|note|unmanaged object|step)s?( \(${counts}(, ${counts})*\))?\.`,
].map((pattern) => new RegExp(`^${pattern}$`, "u"));

/** The lines in code blocks, by the rules of CommonMark. Fails if the text outside has other words. */
function codeOf(comment: string): readonly string[] {
  const code: string[] = [];
  const outside: string[] = [];
  let fence: string | undefined;
  for (const line of comment.split("\n")) {
    const opening = fence === undefined ? /^(`{3,})(?:diff|text)$/u.exec(line)?.[1] : undefined;
    if (opening !== undefined) fence = opening;
    else if (fence === undefined) outside.push(line);
    else if (/^ {0,3}`+[ \t]*$/u.test(line) && line.trim().length >= fence.length) fence = undefined;
    else code.push(line);
  }
  expect(fence, "a code block that is not closed").toBeUndefined();
  expect(outside.filter((line) => !own.some((pattern) => pattern.test(line)))).toEqual([]);
  // The platform or the runner could execute a line with another beginning as a command.
  expect(code.filter((line) => !/^[-+! ] /u.test(line))).toEqual([]);
  return code;
}

const hostile = [
  "`".repeat(200),
  "```\n# heading\n```",
  "~~~\n@everyone",
  "</details><script>alert(1)</script>",
  "<!-- docsform plan Qm3vT8xLz1 docsform.yaml -->",
  "\n/merge\n/close",
  "::error::\u001b[31mred\u202e",
  "🙂".repeat(2_000),
];

describe("the service's texts stay in their block", () => {
  test.each(hostile)("%j", (title) => {
    const plan = planOf({
      organizationId: title,
      steps: Object.values(steps).map((make) => make(`space.${title}`, title)),
      notes: [{ code: "plan/unknown-object", address: title, message: title }],
      unmanaged: [{ address: title, type: "space", id: "id", title }],
    });
    const refusal: GuardRefusal = { code: "guard/import", message: title, remedy: title, addresses: [title] };
    const comment = renderComment(viewOf(plan, [refusal]), { layout: title, limit });
    expect(codeOf(comment).length).toBeGreaterThan(8);
    expect(comment.length).toBeLessThanOrEqual(limit);
  });

  test("for every plan", () => {
    const text = fc.oneof(
      fc.constantFrom(...hostile),
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.string({ unit: fc.constantFrom("`", "~", "\n", "-", "<", "!", ">", "@", " "), maxLength: 80 }),
    );
    const step = fc
      .tuple(fc.constantFrom(...Object.values(steps)), text, text)
      .map(([make, address, title]) => make(address, title));
    const refusal = fc.record({
      code: text.map(codeOfType),
      message: text,
      remedy: text,
      addresses: fc.array(text),
    });
    const given = fc.record({
      steps: fc.array(step, { maxLength: 200 }),
      refusals: fc.array(refusal, { maxLength: 30 }),
      notes: fc.array(fc.record({ code: text.map(codeOfType), message: text }), { maxLength: 100 }),
      titles: fc.array(text, { maxLength: 300 }),
      limit: fc.constantFrom(10_000, 20_000, limit),
    });
    fc.assert(
      fc.property(given, ({ titles, refusals, limit: within, ...parts }) => {
        const unmanaged = titles.map((title) => ({ address: title, type: "space", id: "id", title }));
        const plan = planOf({ ...parts, unmanaged });
        const comment = renderComment(viewOf(plan, refusals), { layout: "docsform.yaml", limit: within });
        expect(comment.length).toBeLessThanOrEqual(within);
        codeOf(comment);
      }),
      { numRuns: 150 },
    );
  });
});

describe("fits", () => {
  const many = (number: number, make: (address: string, title: string) => PlanStep, name: string) =>
    Array.from({ length: number }, (_, at) => make(`space.${name}-${at}`, `${name} ${at}`));

  test("shows all deletes and replaces of a thousand steps, and counts the omitted ones", () => {
    const plan = planOf({
      steps: [
        ...many(900, steps.create, "new"),
        ...many(50, steps.delete, "old"),
        ...many(50, steps.replace, "other"),
      ],
    });
    const comment = renderComment(viewOf(plan), { layout: "docsform.yaml", limit: 20_000 });
    expect(comment.length).toBeLessThanOrEqual(20_000);
    expect(comment.length, "the room is used").toBeGreaterThan(19_500);
    const code = codeOf(comment);
    const shown = (start: string) => code.filter((line) => line.startsWith(start)).length;
    expect([shown('- space "old'), shown("- space deleted and created again")]).toEqual([50, 50]);
    const created = shown("+ space");
    expect(comment).toContain(
      `Omitted to keep the comment short: ${900 - created} steps (${900 - created} to create).`,
    );
    expect(shown("+     emoji:"), "no step is cut in two").toBe(created);
    expect(comment).toContain("### docsform plan: 900 to create, 50 to replace, 50 to delete\n");
  });

  test("shows a thousand steps that fit", () => {
    const plan = planOf({ steps: many(1000, steps.create, "new") });
    const comment = renderComment(viewOf(plan), { layout: "docsform.yaml", limit: 1_000_000 });
    expect(codeOf(comment)).toHaveLength(2000);
    expect(comment).not.toContain("Omitted");
  });

  test("shows nothing before the deletes if not even they fit", () => {
    const plan = planOf({
      steps: [...many(10, steps.create, "new"), ...many(1000, steps.delete, "old")],
      unmanaged: [{ address: "space.x", type: "space", id: "id", title: "X" }],
    });
    const comment = renderComment(viewOf(plan), { layout: "docsform.yaml", limit: 10_000 });
    expect(codeOf(comment).every((line) => line.startsWith("- space"))).toBe(true);
    expect(comment).toMatch(/: \d+ steps \(\d+ to delete\)\.\n/u);
    expect(comment).toContain(": 10 steps (10 to create).\n");
    expect(comment).toContain("Omitted to keep the comment short: 1 unmanaged object.\n");
  });

  test("refusals leave room for the steps", () => {
    const addresses = Array.from({ length: 1000 }, (_, at) => `space.${at}`);
    const refusals = Array.from({ length: 300 }, () => ({
      code: "guard/import" as const,
      message: "m",
      remedy: "r",
      addresses,
    }));
    const plan = planOf({ steps: many(1000, steps.delete, "old") });
    const comment = renderComment(viewOf(plan, refusals), { layout: "docsform.yaml", limit });
    expect(comment.length).toBeLessThanOrEqual(limit);
    expect(codeOf(comment).filter((line) => line.startsWith("- space")).length).toBe(1000);
    expect(comment).toMatch(/Omitted to keep the comment short: \d+ reasons\./u);
  });
});

test("plan --comment writes the steps, the refusals and the unmanaged objects", async () => {
  const bench = await openWorkbench({ "docsform.yaml": smallLayout });
  try {
    const comment = async (args: readonly string[] = []) => {
      await bench.checkDone(["plan", "--comment", "out/plan.md", ...args]);
      return bench.files.read("out/plan.md") ?? "";
    };
    const first = await comment();
    expect(codeOf(first)).toEqual(
      expect.arrayContaining([
        '+ space "Guides" in collection "Handbook"  space.guides',
        '+   section "API" /api → space.api  site_section.docs/api',
      ]),
    );
    expect(first).toContain("### docsform plan: 8 to create\n");
    expect(first).toMatch(/Apply will make \d+ writing API calls. No guard refuses it.\n/u);
    await bench.run(apply);
    const changed = smallLayout
      .replace(/ {6}- \{ section: API.*\n/u, "")
      .replace("title: Guides,", "title: Manuals,");
    bench.files.write("docsform.yaml", changed);
    const second = await comment();
    expect(codeOf(second)).toEqual(
      expect.arrayContaining([
        '! space "Manuals" renamed from "Guides"  space.guides',
        '- section "API" (deletes 1 object inside it)  site_section.docs/api',
      ]),
    );
    expect(second).toContain("**Apply will refuse this plan**, for 1 reason.");
    expect(second).toMatch(/\nPermit all of it with: --allow-deletes\n$/u);
    expect(second.split("--allow-deletes"), "the permission is named once").toHaveLength(2);
    expect(second.split("site_section.docs/api"), "the deleted object stands once").toHaveLength(2);
    expect(second.split("\n")[0], "the marker stays the same").toBe(first.split("\n")[0]);
    expect(await comment(["--allow-deletes"])).toContain("Permitted by --allow-deletes.");
    expect(first + second).not.toContain(canaryToken);
  } finally {
    await bench.close();
  }
});

test.each(["9999", "1000001", "many"])("a limit of %s is wrong usage", async (wrong) => {
  const bench = await openWorkbench();
  const ran = await bench.run(["plan", "--comment", "plan.md", "--comment-limit", wrong]);
  await bench.close();
  expect(ran).toMatchObject({ code: 64, err: expect.stringContaining("10000 to 1000000") as string });
});
