import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { newRepository, type Repository } from "../operations/git-bench.ts";
import { builtPackage } from "../support/built.ts";
import { organizationId } from "../support/declare-world.ts";
import { seededRandom } from "../support/service.ts";
import { startTestServer } from "../support/test-server.ts";
import { github, gitlab, tokens } from "./support/platforms.ts";
import { type Environment, githubJob, gitlabJob, type Job } from "./support/recipe.ts";
import { runJob } from "./support/run-job.ts";

/* Recipes of single actions. The test runs their shell lines unchanged against the emulator. */

const folder = mkdtempSync(join(tmpdir(), "docsform-actions-"));
let emulator: RunningEmulator;
let repository: Repository;
let ids: Readonly<
  Record<"site" | "space" | "trashed" | "moving" | "translation" | "change" | "torn" | "conflict", string>
>;

beforeAll(async () => {
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "documentation", "private": true }\n');
  symlinkSync((await builtPackage()).program, join(bin, "docsform"));
  repository = await newRepository();
  await repository.commit({ "README.md": "# Welcome\n\nHello.\n" });
  emulator = await startTestServer({
    token: tokens.docsform,
    // The current API version cannot transfer a space.
    apiVersion: "classic",
    random: seededRandom(2),
  });
  ids = fill(emulator.emulator);
});
afterAll(async () => {
  await emulator?.close();
  await repository?.remove();
  rmSync(folder, { recursive: true, force: true });
});

function fill(inside: RunningEmulator["emulator"]): typeof ids {
  const { service } = inside;
  const edit = (...given: Parameters<typeof inside.edit>) => inside.edit(...given);
  const made = (operation: string, params: Readonly<Record<string, string>>, body: JsonObject) =>
    textIn((edit(operation, params, body).body as JsonObject)["id"]);
  service.add("organization", { id: "other", title: "Other" });
  const [space = "", torn = "", trashed = "", moving = ""] = ["Guides", "Torn", "Old", "Theirs"].map(
    (title) => made("createSpace", {}, { title }),
  );
  const write = (markdown: string, where: Readonly<Record<string, string>>) => {
    const { spaceId = "" } = where;
    const pages = (service.get("revision", textIn(service.get("space", spaceId)?.["revision"]))?.[
      "content"
    ] ?? {}) as { readonly pages?: readonly { readonly id: string }[] };
    const page = pages.pages?.[0]?.id;
    const change: JsonObject =
      page === undefined
        ? { operation: "insert_page", title: "Start", document: { markdown } }
        : { operation: "update_page", page, document: { markdown } };
    edit("editContent", where, { changes: [change] });
  };
  /** Changes a page of the space in a change request. */
  const requestChange = (spaceId: string, markdown: string) => {
    const changeRequestId = made("createChangeRequest", { spaceId }, {});
    write(markdown, { spaceId, changeRequestId });
    return changeRequestId;
  };
  for (const spaceId of [space, torn]) write("One.", { spaceId });
  const change = requestChange(space, "Two.");
  const [conflict, merged] = [requestChange(torn, "Two."), requestChange(torn, "Three.")];
  edit("mergeChangeRequest", { spaceId: torn, changeRequestId: merged }, {});
  edit("deleteSpaceById", { spaceId: trashed }, {});
  const source = { space, language: "en" };
  const translation = made("createTranslation", {}, { source, language: "fr" });
  const site = made("createSite", {}, { title: "Docs", spaces: [space] });
  return { site, space, trashed, moving, translation, change, torn, conflict };
}

async function act(jobOf: (inputs: Environment) => Job, [what, id, to]: readonly [string, string, string]) {
  const job = jobOf({ what, id, to });
  const last = job.scripts.at(-1);
  if (last === undefined) throw new Error("The recipe has no shell lines.");
  const { log } = emulator.emulator;
  const before = log.length;
  // docsform is already in the folder, so the test omits `npm ci`.
  const scripts = [{ ...last, lines: last.lines.replace(/^npm ci .*$/mu, "") }];
  const environment = {
    HOME: folder,
    DOCSFORM_BASE_URL: emulator.url,
    DOCSFORM_TOKEN: tokens.docsform,
    DOCSFORM_ORGANIZATION: organizationId,
    WHAT: what,
    ID: id,
    TO: to,
  };
  const { code, output } = await runJob({ actions: [], scripts }, { folder, environment });
  const writes = log.slice(before).filter(({ method }) => method !== "GET");
  return { code, output, writes: writes.map(({ operation }) => operation) };
}

const jobs = [
  {
    name: "github",
    jobOf: ({ what = "", id = "", to = "" }: Environment) =>
      githubJob(github.actions, "act", {
        "secrets.DOCSFORM_TOKEN": tokens.docsform,
        "vars.DOCSFORM_ORGANIZATION": organizationId,
        "inputs.what": what,
        "inputs.id": id,
        "inputs.to": to,
      }),
  },
];

test("both platforms do the same", () => {
  const lines = (job: Job) =>
    job.scripts
      .at(-1)
      ?.lines.replace(/^npm ci .*\n/mu, "")
      .trim();
  expect(lines(gitlabJob(gitlab.actions, "act"))).toBe(
    lines((jobs[0] as (typeof jobs)[0]).jobOf({}))?.trim(),
  );
});

describe.each(jobs)("on $name", ({ jobOf }) => {
  test("each action runs once, and reports its result", {
    timeout: 120_000,
  }, async () => {
    const { site, space, trashed, moving, translation, change } = ids;
    const orders: readonly (readonly [string, string, string, string])[] = [
      ["publish", site, "", "publishSite"],
      ["unpublish", site, "", "unpublishSite"],
      ["translate", translation, "", "runTranslation"],
      ["merge", space, change, "mergeChangeRequest"],
      ["duplicate", space, "", "duplicateSpace"],
      ["restore", trashed, "", "restoreSpace"],
      ["transfer", moving, "other", "transferSpace"],
      ["import", space, repository.url, "importGitRepository"],
      ["export", space, repository.url, "exportToGitRepository"],
    ];
    for (const [what, id, to, operation] of orders) {
      const ran = await act(jobOf, [what, id, to]);
      expect([what, ran.code, ran.writes, ran.output]).toEqual([what, 0, [operation], expect.any(String)]);
      expect(ran.output).not.toContain(tokens.docsform);
    }
  });

  test.each([
    ["merge", () => [ids.torn, ids.conflict] as const, "There are conflicts"],
    ["dance", () => ["", ""] as const, "There is no action dance."],
    ["restore", () => ["nowhere", ""] as const, "404"],
  ])("%s fails if the action fails", { timeout: 60_000 }, async (what, given, printed) => {
    const [id, to] = given();
    const { code, output } = await act(jobOf, [what, id, to]);
    expect([code, output]).toEqual([expect.any(Number), expect.stringContaining(printed)]);
    expect(code).not.toBe(0);
  });
});
