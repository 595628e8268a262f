import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderPage } from "../../src/report/page/page.ts";
import { canaryToken, openWorkbench, type Workbench } from "../cli/workbench.ts";
import { isFullShare, someOf } from "../support/laws.ts";
import { openBrowser, type PageBench, skipped } from "./browser.ts";
import { largePage } from "./large-page.ts";

const example = readFileSync(new URL("../../examples/acme/docsform.yaml", import.meta.url), "utf8");
const certificate = readFileSync(new URL("../../examples/acme/secrets/okta.pem", import.meta.url), "utf8");
const changed = `
      - { section: Changelog, path: changelog, spaces: [changelog] }
      - group: Reference
        icon: code
        children:
          - { section: "Guides <b>&\\"'</b><script>alert(1)</script>", path: guides, icon: book, spaces: [guides] }
          - { section: API, path: api2, was: { path: api }, spaces: [api] }
`;
const structure = example.indexOf("      - section: Guides");

let bench: Workbench;
let browser: PageBench;
let planPage: string;
let driftPage: string;

describe.skipIf(skipped !== undefined)(
  `a plan in a browser${skipped ? ` (skipped: ${skipped})` : ""}`,
  () => {
    beforeAll(async () => {
      bench = await openWorkbench({ "docsform.yaml": example, "secrets/okta.pem": certificate });
      await bench.run(["apply", "--yes"]);
      bench.files.write("docsform.yaml", `${example.slice(0, structure)}${changed}`);
      await bench.run(["plan", "--html", "plan.html"]);
      await bench.run(["drift", "--html", "drift.html"]);
      planPage = bench.files.read("plan.html") ?? "";
      driftPage = bench.files.read("drift.html") ?? "";
      browser = await openBrowser();
    });
    afterAll(async () => {
      await browser?.close();
      await bench?.close();
    });

    test("shows every step, each refusal, and the navigation before and after", async () => {
      const page = await browser.open(planPage);
      const json = JSON.parse((await bench.run(["plan", "--json"])).out) as Answer;
      const reported = await page.locator("#items li code").allTextContents();
      expect(new Set(reported).size, "each object stands once").toBe(reported.length);
      expect(new Set(reported)).toEqual(new Set(json.plan.steps.map(({ address }) => address)));
      expect(await page.locator(".refusal").count()).toBe(json.refusals.length);
      const side = (at: number) => page.locator(`[data-side="${at}"] .node`).allInnerTexts();
      expect((await side(0)).map(firstWords)).toMatchInlineSnapshot(`
        [
          "Acme docs site",
          "Guides section change",
          "Guides variant",
          "Guides (français) variant delete",
          "Reference group",
          "API section change",
          "API reference variant",
          "Changelog section move",
          "Changelog variant",
        ]
      `);
      expect((await side(1)).map(firstWords)).toMatchInlineSnapshot(`
        [
          "Acme docs site",
          "Changelog section move",
          "Changelog variant",
          "Reference group",
          "Guides <b>&"'</b><script>alert(1)</script> section change",
          "Guides variant",
          "API section change",
          "API reference variant",
        ]
      `);
    });

    test("draws a line for a move, on the page with both places", async () => {
      const page = await browser.open(planPage);
      expect(await page.locator("svg.moves path").count()).toBe(2);
    });

    test("markup in a title is text, and never runs", async () => {
      const page = await browser.open(planPage);
      page.on("dialog", () => expect.unreachable());
      expect(await page.locator("#items b").count()).toBe(0);
      expect((await page.locator("#items .title").allTextContents()).join("\n")).toContain(
        "Guides <b>&\"'</b><script>alert(1)</script>",
      );
    });

    test("filters by action, kind, words and danger, and counts the matches", async () => {
      const page = await browser.open(planPage);
      const all = await page.locator("#items li").count();
      const visible = () => page.locator("#items li:visible").count();
      await page.locator('input[value="move"]').uncheck();
      expect(await visible()).toBe(all - 1);
      expect(await page.locator("#shown").textContent()).toBe(`${all - 1} of ${all} changes`);
      await page.keyboard.press("Escape");
      expect(await visible()).toBe(all);
      await page.locator("#search").fill("api2");
      await expect.poll(visible).toBe(1);
      await page.keyboard.press("Escape");
      await page.locator("#kind").selectOption("section");
      expect(await page.locator("#items li:visible code").allTextContents()).toEqual(
        expect.arrayContaining(["site_section.docs/api2"]),
      );
    });

    test("shows dangers first, and alone on request", async () => {
      const page = await browser.open(planPage);
      const dangers = await page.locator("section.dangers li").allTextContents();
      expect(dangers.join("\n")).toContain(": deleted");
      await page.locator("#danger").check();
      expect(await page.locator("#items li:visible").count()).toBe(dangers.length);
      expect(await page.locator("#items li:visible .danger").count()).toBe(dangers.length);
    });

    test("works with the keyboard alone", async () => {
      const page = await browser.open(planPage);
      const focused = () => page.evaluate<string>(`document.activeElement?.closest("li")?.id`);
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      expect(await focused()).toBe("change-2");
      await page.keyboard.press("k");
      expect(await focused()).toBe("change-1");
      // The first change, a delete, has no fields.
      await page.keyboard.press("j");
      const isOpen = () =>
        page.locator("#change-2 details").evaluate((details) => details.hasAttribute("open"));
      const before = await isOpen();
      await page.keyboard.press("Enter");
      expect(await isOpen()).toBe(!before);
      await page.keyboard.press("/");
      expect(await page.evaluate<string>(`document.activeElement?.id`)).toBe("search");
      await page.keyboard.type("jk/d");
      expect(await page.locator("#search").inputValue()).toBe("jk/d");
    });

    test("a link to a change shows it with every filter", async () => {
      const page = await browser.open(planPage);
      await page.locator("#search").fill("nothing has this");
      await expect.poll(() => page.locator("#items li:visible").count()).toBe(0);
      await page.locator(".refusal a").first().click();
      await expect
        .poll(() => page.evaluate<string>(`document.activeElement?.closest("li")?.id`))
        .toBeTruthy();
    });

    const looks = [
      ["a plan, light", () => planPage, "light", 1280],
      ["a plan, dark", () => planPage, "dark", 1280],
      ["a plan on a narrow screen", () => planPage, "light", 360],
      ["drift, light", () => driftPage, "light", 1280],
      ["drift, dark", () => driftPage, "dark", 1280],
    ] as const;
    test.each(someOf(looks, ([name]) => name))(
      "axe finds nothing in %s",
      async (_, text, colorScheme, width) => {
        const page = await browser.open(text(), { colorScheme, width });
        // The page's content security policy blocks scripts, so the debugger injects the checker.
        await page.evaluate(axe);
        const violations = (await page.evaluate(
          "axe.run().then((found) => found.violations)",
        )) as Violation[];
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
        ).toEqual([]);
      },
    );

    test("fits a narrow screen", async () => {
      const page = await browser.open(planPage, { width: 360 });
      expect(await page.evaluate<string>(`document.documentElement.scrollWidth`)).toBeLessThanOrEqual(360);
    });

    test("shows everything without its script, and in print", async () => {
      const page = await browser.open(planPage, { javaScriptEnabled: false });
      await page.emulateMedia({ media: "print" });
      expect(await page.locator("#items li").count()).toBeGreaterThanOrEqual(4);
      expect(await page.locator(".filters").isVisible()).toBe(false);
    });

    test("opens closed parts in print", async () => {
      const page = await browser.open(renderPage(largePage(200)));
      await page.evaluate(`window.dispatchEvent(new Event("beforeprint"))`);
      expect(await page.locator("#items li details:not([open])").count()).toBe(0);
    });

    test("shows ten entries of long lists before the navigation, and the others on request", async () => {
      const picture = largePage(300);
      const addresses = picture.items.map(({ address }) => address);
      const refusals = ["a", "b"].map((code) => ({ code, message: "No.", advice: "Ask.", addresses }));
      const page = await browser.open(renderPage({ ...picture, refusals }), { width: 420 });
      const visible = () => page.locator(".refused a:visible, .dangers a:visible").count();
      const all = await page.locator(".refused a, .dangers a").count();
      expect(all).toBe(
        2 * addresses.length + picture.items.filter(({ dangers }) => dangers.length > 0).length,
      );
      expect(await visible()).toBe(30);
      await page.evaluate(axe);
      expect(
        await page.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))"),
      ).toEqual([]);
      await page.locator(".refused summary").first().focus();
      await page.keyboard.press("Enter");
      expect(await visible()).toBe(20 + addresses.length);
      await page.evaluate(`window.dispatchEvent(new Event("beforeprint"))`);
      expect(await visible()).toBe(all);
    });

    test("contains no secret", () => {
      const secret = certificate.split("\n")[1] ?? "";
      for (const text of [planPage, driftPage]) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(canaryToken);
      }
    });

    const many = isFullShare() ? 10_000 : 2_000;
    test(`filters ${many} steps while you type`, async () => {
      const page = await browser.open(renderPage(largePage(many)));
      await page.locator("#search").pressSequentially("section 77");
      await expect.poll(() => page.locator("#shown").textContent()).toContain(` of ${many} changes`);
      expect(await page.locator("#items li:visible").count()).toBe(
        Array.from({ length: many }, (_, at) => String(at)).filter((number) => number.includes("77")).length,
      );
    });
  },
);

interface Answer {
  readonly plan: { readonly steps: readonly { readonly address: string }[] };
  readonly refusals: readonly unknown[];
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The title and the action of a node, without its type. */
function firstWords(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
