import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

const candidates = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executable = candidates.find((path) => existsSync(path));

/** Why the tests of the page are skipped on this machine. Undefined: they run. */
export const skipped = executable === undefined ? "there is no Chromium on this machine" : undefined;

/** A browser that opens pages from files, as a reviewer opens an artifact of CI. */
export interface PageBench {
  /** Opens a page, in tests until the end of the test. Throws if the page makes a request or writes to the console. */
  open(text: string, reread?: ViewOptions): Promise<Page>;
  close(): Promise<void>;
}

export interface ViewOptions {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  readonly javaScriptEnabled?: boolean;
}

/** `afterTest`: what registers the end of a page. */
export async function openBrowser(
  afterTest: (close: () => Promise<void>) => void = onTestFinished,
): Promise<PageBench> {
  const browser: Browser = await chromium.launch({
    executablePath: executable ?? "",
    // A container does not permit Chromium's own sandbox.
    // Each page has a context of its own, so a renderer that waits for the next page is never used.
    args: ["--no-sandbox", "--disable-features=SpareRendererForSitePerProcess"],
  });
  const folder = mkdtempSync(join(tmpdir(), "docsform-page-"));
  return {
    open: async (text, { colorScheme = "light", width = 1280, javaScriptEnabled = true } = {}) => {
      const path = join(folder, "page.html");
      writeFileSync(path, text);
      const context = await browser.newContext({
        colorScheme,
        javaScriptEnabled,
        viewport: { width, height: 900 },
      });
      afterTest(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      const address = pathToFileURL(path).href;
      page.on("request", (request) => {
        if (request.url() !== address) throw new Error(`The page asked for ${request.url()}.`);
      });
      page.on("console", (message) => {
        throw new Error(`The page said: ${message.text()}`);
      });
      page.on("pageerror", (error) => {
        throw error;
      });
      await page.goto(address);
      return page;
    },
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
