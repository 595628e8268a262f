import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { someOf } from "../support/laws.ts";
import { newRepository, type Repository } from "./git-bench.ts";
import { insert, openSpaceBench, outline, type SpaceBench, update } from "./space-bench.ts";

let repository: Repository;
let server: Server | undefined;

beforeEach(async () => {
  repository = await newRepository();
});

afterEach(async () => {
  await repository.remove();
  server?.close();
  server = undefined;
});

const ref = "refs/heads/main";

const handbook = {
  "README.md": "# Welcome\n\nRead [the guide](guide/).\n",
  "SUMMARY.md":
    "# Table of contents\n\n* [Welcome](README.md)\n* [Guide](guide/README.md)\n  * [First steps](guide/first-steps.md)\n\n## Reference\n\n* [API](reference/api.md)\n* [Website](https://acme.example)\n",
  "guide/README.md":
    "---\ndescription: How to go on\nicon: book\ntags: [one, two]\n---\n\n# The guide\n\nGo *on*.\n",
  "guide/first-steps.md": "No title here, and  two spaces.  \n",
  "reference/api.md": "# API\n\n![](../.gitbook/assets/logo.txt)\n",
  ".gitbook/assets/logo.txt": "a picture",
  "src/main.c": "int main;\n",
};

/** Starts an import or an export, and waits until it ends. */
async function sync(
  { ask, emulator }: SpaceBench,
  operation: string,
  body: JsonObject = {},
): Promise<JsonObject> {
  const exporting = operation === "exportToGitRepository" ? { commitMessage: "Write it down" } : {};
  await ask(operation, { body: { url: repository.url, ref, ...exporting, ...body } });
  await emulator.settle();
  return jobsOf({ emulator } as SpaceBench).at(-1) ?? {};
}

const importing = "importGitRepository";
const exporting = "exportToGitRepository";

function jobsOf({ emulator }: SpaceBench): readonly JsonObject[] {
  return emulator.service.list("git_job");
}

async function titlesOf({ ask }: SpaceBench): Promise<unknown> {
  return outline((await ask("listPages"))["pages"]);
}

test.each(someOf(apiVersions, String))(
  "a repository is imported, edited through a change request, merged and exported (%s)",
  async (apiVersion) => {
    const oid = await repository.commit(handbook);
    const bench = await openSpaceBench(apiVersion);
    const { ask, edit, list, client, space } = bench;
    expect(await sync(bench, importing, { repoCommitURL: "https://git.example/commit" })).toMatchObject({
      state: "success",
    });
    expect(await titlesOf(bench)).toEqual([
      "Welcome",
      { "The guide": ["First steps"] },
      { Reference: ["API", "Website"] },
    ]);
    const revision = await ask("getCurrentRevision");
    expect(revision).toMatchObject({
      git: {
        oid,
        message: "Somebody else's",
        createdByGitBook: false,
        url: `https://git.example/commit/${oid}`,
      },
    });
    const pages = revision["pages"] as readonly JsonObject[];
    const guide = pages[1] as JsonObject & { readonly id: string };
    expect(guide).toMatchObject({
      description: "How to go on",
      icon: "book",
      markdown: "Go *on*.",
      git: { path: "guide/README.md" },
    });
    expect(await list("listFiles")).toMatchObject([{ name: "logo.txt", size: 9 }]);

    const changeRequestId = await client.make("createChangeRequest", {
      params: { spaceId: space },
      body: { subject: "Second steps" },
    });
    edit(
      [
        update(guide.id, { document: { markdown: "Go further." }, description: "How to go further" }),
        insert("Second steps", "Then this.", { into: guide.id }),
        { operation: "delete_page", page: (pages[0] as { readonly id: string }).id },
      ],
      changeRequestId,
    );
    await ask("mergeChangeRequest", { params: { changeRequestId } });
    expect(await sync(bench, exporting)).toMatchObject({ state: "success" });

    const { "README.md": _, ...kept } = handbook;
    expect(await repository.files()).toEqual({
      ...kept,
      "SUMMARY.md":
        "# Table of contents\n\n* [The guide](guide/README.md)\n  * [First steps](guide/first-steps.md)\n  * [Second steps](guide/second-steps.md)\n\n## Reference\n\n* [API](reference/api.md)\n* [Website](https://acme.example)\n",
      "guide/README.md":
        "---\ndescription: How to go further\nicon: book\ntags:\n  - one\n  - two\n---\n\n# The guide\n\nGo further.\n",
      "guide/second-steps.md": "# Second steps\n\nThen this.\n",
    });
    expect(await repository.log()).toEqual(["Write it down", "Somebody else's"]);
    expect(await ask("getCurrentRevision")).toMatchObject({ git: { createdByGitBook: true } });
  },
);

test("an exported space imports as it was, with the same ids", async () => {
  const bench = await openSpaceBench("current");
  const { ask, edit } = bench;
  const base64 = Buffer.from("logo").toString("base64");
  edit([
    insert("Start", "Begin.\n\n```\n# no title\n```", { description: "Where: to begin", hidden: true }),
    insert("[Odd] \\ title", "", { ref: "odd", emoji: "1f600" }),
    insert("Under", "More.", { into: "odd" }),
    insert("Under", "Twice.", { into: "odd" }),
    insert("Reference", "", { type: "group", ref: "group" }),
    insert("Inside", "", { into: "group" }),
    insert("After", ""),
    insert("Web", "", { type: "link", target: { kind: "url", url: "https://acme.example/a(b)" } }),
    { operation: "insert_files", files: [{ name: "../logo.png", base64 }] },
    { operation: "insert_reusable_content", title: "Note", document: { markdown: "Mind." } },
    { operation: "set_variables", variables: { product: "Acme", beta: true, version: 2 } },
  ]);
  await sync(bench, exporting, { repoProjectDirectory: "docs" });
  const before = await ask("getCurrentRevision", { query: { metadata: "false" } });
  await repository.commit({ "docs/start.md": `${(await repository.files())["docs/start.md"]}\nAnd on.\n` });
  expect(await sync(bench, importing, { repoProjectDirectory: "docs" })).toMatchObject({ state: "success" });
  const after = await ask("getCurrentRevision", { query: { metadata: "false" } });
  const [start, ...others] = before["pages"] as readonly JsonObject[];
  expect(withoutDates(after["pages"] as readonly JsonObject[])).toEqual(
    withoutDates([{ ...start, markdown: `${start?.["markdown"] as string}\n\nAnd on.` }, ...others]),
  );
  for (const part of ["files", "reusableContents", "variables"]) expect(after[part]).toEqual(before[part]);
});

function withoutDates(pages: readonly JsonObject[]): unknown {
  return JSON.parse(
    JSON.stringify(pages, (name, value: unknown) => (name === "updatedAt" ? undefined : value)),
  );
}

test("two exports at once lose nothing", async () => {
  const bench = await openSpaceBench("current");
  const { client, emulator } = bench;
  await repository.commit({ "README.md": "Ours.\n" });
  const spaces = await Promise.all(
    ["a", "b", "c"].map((title) => client.make("createSpace", { body: { title } })),
  );
  for (const [index, spaceId] of spaces.entries()) {
    client.edit("editContent", {
      params: { spaceId },
      body: { changes: [insert(`Page ${index}`, "Text.")] },
    });
    await client.ask(exporting, {
      params: { spaceId },
      body: { url: repository.url, ref, commitMessage: `Space ${index}`, repoProjectDirectory: `s${index}` },
    });
  }
  await emulator.settle();
  expect(jobsOf(bench).map(({ state, error }) => [state, error])).toEqual(
    spaces.map(() => ["success", null]),
  );
  expect(Object.keys(await repository.files())).toEqual([
    "README.md",
    ...[0, 1, 2].flatMap((index) => [`s${index}/SUMMARY.md`, `s${index}/page-${index}.md`]),
  ]);
  expect((await repository.log()).length).toBe(4);
});

test("two exports of one space run one after the other", async () => {
  const bench = await openSpaceBench("current");
  const { ask, edit, emulator } = bench;
  const [start] = edit([insert("Start", "One.")]);
  const body = { url: repository.url, ref };
  await ask(exporting, { body: { ...body, commitMessage: "First" } });
  edit([update(start, { document: { markdown: "Two." } }), insert("News", "")]);
  await ask(exporting, { body: { ...body, commitMessage: "Second" } });
  await emulator.settle();
  await emulator.settle();
  expect(jobsOf(bench).map(({ state, error }) => [state, error])).toEqual([
    ["success", null],
    ["success", null],
  ]);
  expect(await repository.files()).toMatchObject({ "start.md": "# Start\n\nTwo.\n", "news.md": "# News\n" });
});

test("an export does not overwrite other commits", async () => {
  const bench = await openSpaceBench("current");
  const [start] = bench.edit([insert("Start", "One."), insert("Other", "Else.")]);
  await sync(bench, exporting);
  await repository.commit({ "start.md": "# Start\n\nTheirs.\n" });
  const before = await repository.files();
  bench.edit([update(start, { document: { markdown: "Ours." } })]);
  expect(await sync(bench, exporting)).toMatchObject({
    state: "failure",
    error: expect.stringContaining("start.md"),
  });
  expect(await repository.files()).toEqual(before);
  expect(await sync(bench, importing)).toMatchObject({
    state: "failure",
    error: `Both the space and the repository changed page ${start}: nothing was imported`,
  });
  expect(await bench.ask("listPages")).toMatchObject({ pages: [{ markdown: "Ours." }, {}] });
  expect(await sync(bench, exporting, { force: true })).toMatchObject({ state: "success" });
  expect(await repository.files()).toMatchObject({ "start.md": "# Start\n\nOurs.\n" });
});

test("an export keeps files that it did not write", async () => {
  await repository.commit({ "start.md": "Theirs.\n" });
  const bench = await openSpaceBench("current");
  bench.edit([insert("Start", "Ours.")]);
  expect(await sync(bench, exporting)).toMatchObject({ state: "failure" });
  expect(await repository.files()).toEqual({ "start.md": "Theirs.\n" });
});

test("an import keeps the space's changes since the last one", async () => {
  await repository.commit(handbook);
  const bench = await openSpaceBench("current");
  await sync(bench, importing);
  const { pages } = await bench.ask("listPages");
  const [welcome] = pages as readonly { readonly id: string }[];
  bench.edit([update(welcome?.id, { title: "Hello" })]);
  await repository.commit({ "guide/README.md": "# Their guide\n\nNew.\n" });
  expect(await sync(bench, importing)).toMatchObject({ state: "success" });
  expect(await titlesOf(bench)).toEqual([
    "Hello",
    { "Their guide": ["First steps"] },
    { Reference: ["API", "Website"] },
  ]);
  // The next export brings both sides into the repository.
  expect(await sync(bench, exporting)).toMatchObject({ state: "success" });
  expect(await repository.files()).toMatchObject({
    "README.md": "# Hello\n\nRead [the guide](guide/).\n",
    "guide/README.md": "# Their guide\n\nNew.\n",
  });
});

test("skips a job that is older than the last one", async () => {
  await repository.commit(handbook);
  const bench = await openSpaceBench("current");
  await sync(bench, importing, { timestamp: "2026-01-02T00:00:00Z" });
  await repository.commit({ "README.md": "# Hello\n" });
  const late = { timestamp: "2026-01-01T00:00:00Z" };
  await sync(bench, importing, late);
  expect(jobsOf(bench).length).toBe(1);
  expect(await titlesOf(bench)).toMatchObject(["Welcome", {}, {}]);
  await sync(bench, importing, { ...late, force: true });
  expect(await titlesOf(bench)).toMatchObject(["Hello", {}, {}]);
});

test("an import of another branch's folder does not change the space", async () => {
  await repository.commit({ "docs/README.md": "# Here\n", "README.md": "# Not here\n" }, "next");
  const bench = await openSpaceBench("current");
  bench.edit([insert("Own", "")]);
  const from = { ref: "refs/heads/next", repoProjectDirectory: "docs" };
  await sync(bench, importing, { ...from, standalone: true });
  expect(await titlesOf(bench)).toEqual(["Own"]);
  const made = bench.emulator.service.list("revision").map((each) => each["content"]);
  expect(made.at(-1)).toMatchObject({ pages: [{ title: "Here" }] });
  await sync(bench, importing, from);
  expect(await titlesOf(bench)).toEqual(["Here"]);
});

const outside = "only repositories on this machine";

test.each([
  ["a branch that is not there", { ref: "refs/heads/other" }, "no branch"],
  ["a folder outside", { repoProjectDirectory: "../.." }, "inside the repository"],
  ["a repository that is not there", { url: "file:///nowhere/docs.git" }, "ls-remote failed"],
  ["a repository on another machine", { url: "https://git.example/docs.git" }, outside],
  ["a folder of another machine", { url: "file://git.example/docs.git" }, outside],
  ["a command for an address", { url: "ext::sh -c touch" }, outside],
])("an import from %s fails, and changes nothing", async (_, body, why) => {
  await repository.commit(handbook);
  const bench = await openSpaceBench("current");
  const { ask } = bench;
  const before = await ask("getCurrentRevision");
  expect(await sync(bench, importing, body)).toMatchObject({
    state: "failure",
    error: expect.stringContaining(why),
  });
  expect(await ask("getCurrentRevision")).toEqual(before);
});

test.each(["main", "refs/tags/v1", "refs/heads/", "--upload-pack=touch"])(
  "refuses an import and an export of %s at once",
  async (branch) => {
    const { ask, emulator } = await openSpaceBench("classic");
    const body = { url: repository.url, ref: branch, commitMessage: "Save" };
    for (const operation of [importing, "exportToGitRepository"]) await ask(operation, { body, status: 400 });
    expect(await emulator.settle()).toMatchObject({ failed: [] });
  },
);

test.each(apiVersions)("a space has the result of its last import (%s)", async (apiVersion) => {
  await repository.commit(handbook);
  const bench = await openSpaceBench(apiVersion);
  const gitInfo = { provider: "gitlab", url: "https://gitlab.example/acme/docs/-/tree/main" };
  await sync(bench, importing, { gitInfo });
  const operation = { state: "success", direction: "import" };
  const info = await bench.ask("getSpaceGitInfo");
  expect(info).toMatchObject({
    installationProvider: "gitlab",
    url: gitInfo.url,
    repoName: "acme/docs",
    ...(apiVersion === "current" ? { operation } : {}),
  });
  expect((await bench.ask("getSpaceById"))["gitSync"]).toEqual(info);
});

test("only the repository gets the name and the password", async () => {
  const seen: (string | undefined)[] = [];
  server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const bench = await openSpaceBench("current");
  const secret = "pass-canary-4711";
  const url = `http://ada:${secret}@127.0.0.1:${port}/docs.git`;
  const gitInfo = { provider: "github", url: `http://ada:${secret}@127.0.0.1:${port}/docs/tree/main` };
  const job = await sync(bench, importing, { url, gitInfo, repoCommitURL: url });
  expect(job).toMatchObject({ state: "failure" });
  expect(seen[0]).toBe(`Basic ${Buffer.from(`ada:${secret}`).toString("base64")}`);
  const { emulator, ask } = bench;
  const reported = [
    emulator.dump(),
    emulator.log,
    await emulator.settle(),
    await ask("getSpaceGitInfo"),
    await ask("getSpaceById"),
  ];
  expect(JSON.stringify(reported)).not.toContain(secret);
  expect(JSON.stringify(reported)).not.toContain(Buffer.from(`ada:${secret}`).toString("base64"));
});

test("a dump in the middle of an import loads without it, and works", async () => {
  await repository.commit(handbook);
  const bench = await openSpaceBench("current");
  const { ask, emulator, space } = bench;
  const gitInfo = { provider: "github", url: "https://github.example/acme/docs" };
  await ask(importing, { body: { url: repository.url, ref, gitInfo } });
  const dump = emulator.dump();
  expect(dump.tables["git_job"]).toMatchObject([{ state: "running" }]);
  emulator.load(dump);
  expect(jobsOf(bench)).toMatchObject([{ state: "failure", error: "The job was interrupted" }]);
  expect(emulator.service.get("space", space)?.["gitSync"]).toMatchObject({
    operation: { state: "failure" },
  });
  expect(await sync(bench, importing)).toMatchObject({ state: "success" });
  expect(await titlesOf(bench)).not.toEqual([]);
});
