import { describe, expect, test } from "vitest";
import { directoryOf } from "../../src/cli/call/directory.ts";
import { exampleOf } from "../../src/cli/call/example-of.ts";
import { kebabCase } from "../../src/cli/call/kebab-case.ts";
import { readFlags } from "../../src/cli/call/operation-command.ts";
import { missingParts, requestPartsOf } from "../../src/contract/client/request-parts.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import { operationsIn } from "../../src/contract/operations/system.ts";
import { benchOfTest, type CommandResult, canaryToken, openWorkbench, organization } from "./workbench.ts";

const bench = benchOfTest(() => openWorkbench());

const environment = { DOCSFORM_ORGANIZATION: organization };

function call(...args: readonly string[]): Promise<CommandResult> {
  return bench.run(["call", ...args], { environment });
}

/** The parsed output of a call. Throws if the call fails. */
async function printed(...args: readonly string[]): Promise<unknown> {
  const ran = await call(...args);
  expect(ran.err).toBe("");
  expect(ran.code).toBe(0);
  return JSON.parse(ran.out) as unknown;
}

async function makeSpace(title: string): Promise<string> {
  const space = await printed("spaces", "create", "--title", title, "--write");
  return (space as { readonly id: string }).id;
}

const allOperations = () =>
  [...directoryOf(operations).values()].flatMap((operationsOfSystem) => [...operationsOfSystem.values()]);

/** The words of a command line, of which those in single quotes may contain blanks. */
const wordsOfShell = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/gu)].map(([, inQuotes, plain]) => inQuotes ?? plain ?? "");

const sent = () => bench.emulator.emulator.log.map(({ method, path, body }) => ({ method, path, body }));

describe("lists", () => {
  test("call lists the systems with their operations", async () => {
    const ran = await call();
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/^ {2}site-structure +get, sort, list-sections/mu);
    expect(await call("--help")).toEqual(ran);
  });

  test("call SYSTEM lists its operations with their inputs", async () => {
    const ran = await call("spaces");
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/^ {2}get +Reads a space\.$/mu);
    expect(ran.out).toMatch(/^ {2}create +Creates a space.*\(--write\)$/mu);
    expect(ran.out).toMatch(/^ {2}delete .*\(--write --yes\)$/mu);
    expect(sent()).toEqual([]);
  });

  test.each([[[]], [["spaces"]]])("call %j with an unknown flag is refused", async (words) => {
    const ran = await call(...words, "--no-such-flag");
    expect([ran.code, ran.out]).toEqual([64, ""]);
    expect(ran.err).toContain("Unknown option '--no-such-flag'. [cli/wrong-usage]");
  });

  test("an operation after an option is refused", async () => {
    for (const words of [
      ["--json", "spaces", "list"],
      ["spaces", "--verbose", "list"],
    ]) {
      const { code, out, err } = await call(...words);
      expect([code, out + err]).toEqual([64, expect.stringContaining("docsform call SYSTEM OPERATION")]);
    }
  });

  test("JSON for programs", async () => {
    const { operations: all } = (await printed("--json")) as { operations: readonly { id: string }[] };
    expect(all.map(({ id }) => id)).toEqual(operationsIn(operations).map(({ operation }) => operation));
    const ofSites = (await printed("sites", "--json")) as { operations: readonly object[] };
    expect(ofSites.operations[0]).toMatchObject({
      system: "sites",
      operation: "list",
      effect: "read",
      method: "GET",
    });
  });

  test("the help of an operation shows its flags, their limits and their choices", async () => {
    const { code, out } = await call("sites", "create", "--help");
    expect(code).toBe(0);
    const text = out.replaceAll(/\s+/gu, " ");
    expect(text).toContain("createSite (POST /orgs/{organizationId}/sites)");
    expect(text).toContain("--title <value> text of 2 to 128 characters");
    expect(text).toContain("--visibility <value> one of public, unlisted, share-link, visitor-auth");
    expect(text).toContain("--write");
    expect(text).not.toContain("--all");
    expect(out).toContain(
      "\nExample:\n  docsform call sites create --organization-id ORGANIZATION_ID --write\n",
    );
  });

  test("the example of each operation has every required input", () => {
    for (const operation of allOperations()) {
      const [, , , , ...words] = wordsOfShell(exampleOf(operation));
      const { flags } = readFlags(operation, words, () => undefined);
      const missing = missingParts(requestPartsOf(operation.endpoint), flags);
      expect(
        missing.map(({ name }) => name),
        exampleOf(operation),
      ).toEqual([]);
    }
  });

  test.each([
    [["sitse"], "Did you mean sites?"],
    [["sites", "craete"], "Did you mean create?"],
    [["sites", "nothing-like-it"], "docsform call sites lists its operations."],
    [["publishSite", "--siteId", "s"], "To call that operation, run docsform call sites publish."],
  ])("%j suggests the nearest name", async (args, remedy) => {
    const ran = await call(...args);
    expect(ran.code).toBe(64);
    expect(ran.err).toContain(remedy);
  });
});

describe("reading", () => {
  test("prints the response as JSON, and nothing else", async () => {
    const id = await makeSpace("Guides");
    expect(await printed("spaces", "get", "--space-id", id)).toMatchObject({ object: "space", id });
  });

  test("prints one page, or every item on a separate line with --all", async () => {
    for (const title of ["A", "B", "C"]) await makeSpace(title);
    const list = ["spaces", "list", "--limit", "2"];
    expect(await printed(...list)).toMatchObject({ items: [{}, {}], next: { page: expect.any(String) } });
    const { code, out } = await call(...list, "--all");
    expect(code).toBe(0);
    const lines = out.trimEnd().split("\n");
    const titles = lines.map((line) => (JSON.parse(line) as { readonly title: string }).title);
    expect(titles).toEqual(expect.arrayContaining(["A", "B", "C"]));
    expect(titles).toHaveLength(bench.emulator.emulator.service.list("space").length);
  });

  test("interrupting --all exits 130", async () => {
    await makeSpace("A");
    const stop = new AbortController();
    stop.abort(new Error("interrupted"));
    const ran = await bench.run(["call", "spaces", "list", "--all"], { environment, signal: stop.signal });
    expect(ran.code).toBe(130);
    expect(ran.out).toBe("");
  });

  test("an error shows the service's message, and no token", async () => {
    const ran = await call("spaces", "get", "--space-id", "nowhere", "--verbose");
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("getSpaceById (GET /spaces/nowhere)");
    expect(ran.err).toContain("http/not-found");
    expect(ran.out + ran.err).not.toContain(canaryToken);
    const json = await call("spaces", "get", "--space-id", "nowhere", "--json");
    expect(JSON.parse(json.out)).toMatchObject({ error: { code: "http/not-found" } });
  });
});

describe("the request", () => {
  const last = () => sent().at(-1);

  test("flags become parameters, query and body", async () => {
    const flags = ["--title", "007", "--visibility", "unlisted", "--spaces", "nowhere"];
    expect((await call("sites", "create", ...flags, "--write")).code).toBe(3);
    expect(last()?.body).toEqual({ title: "007", visibility: "unlisted", spaces: ["nowhere"] });
    await call("sites", "list", "--published", "--title", "Docs");
    expect(last()?.path).toBe(`/v1/orgs/${organization}/sites?title=Docs&published=true`);
    await call("sites", "list", "--field", "organizationId=other");
    expect(last()?.path).toBe("/v1/orgs/other/sites");
  });

  test("nested fields are set by path, and are JSON if they are not text", async () => {
    const site = ["site-structure", "sort", "--site-id", "s", "--write"];
    const fields = ["item.type=site-section", "item.siteSection=a", "position.after.type=site-section"];
    await call(...site, ...fields.flatMap((field) => ["--field", field]), "--field", "position.before=null");
    expect(last()?.body).toEqual({
      item: { type: "site-section", siteSection: "a" },
      position: { after: { type: "site-section" }, before: null },
    });
  });

  test("a field can have a value that docsform does not know", async () => {
    const refused = await call("sites", "create", "--visibility", "hidden", "--write");
    expect(refused.code).toBe(64);
    expect(refused.err).toContain("one of public, unlisted");
    expect(sent()).toEqual([]);
    await call("sites", "create", "--field", "visibility=hidden", "--write");
    expect(last()?.body).toEqual({ visibility: "hidden" });
  });

  test("null is null if the operation accepts it, and text otherwise", async () => {
    await call(
      "collections",
      "update",
      "--collection-id",
      "c",
      "--default-level",
      "null",
      "--title",
      "null",
      "--write",
    );
    expect(last()?.body).toEqual({ defaultLevel: null, title: "null" });
  });

  test("a file adds to the flags, and stdin is a file", async () => {
    bench.files.write("site.json", '{ "title": "From a file", "visibility": "public" }');
    await call("sites", "create", "--input", "site.json", "--title", "Docs", "--write");
    expect(last()?.body).toEqual({ title: "Docs", visibility: "public" });
    const args = ["call", "sites", "create", "--input", "-", "--write"];
    await bench.run(args, { environment, stdin: '{"title":"From stdin"}' });
    expect(last()?.body).toEqual({ title: "From stdin" });
  });

  test("a body can be an object or a list", async () => {
    const one = { id: "c", parts: [{ type: "message", role: "user", body: "Why?" }] };
    const ingest = ["conversations", "ingest", "--write"];
    const input = (value: object) =>
      bench.run(["call", ...ingest, "--input", "-"], { environment, stdin: JSON.stringify(value) });
    await input(one);
    await input([one]);
    await input({ body: [one] });
    await call(...ingest, "--body", JSON.stringify(one));
    await call(...ingest, "--id", "c", "--field", `parts=${JSON.stringify(one.parts)}`);
    expect(sent().map(({ body }) => body)).toEqual([one, [one], [one], one, one]);
  });

  test("a page with a limit of 0 shows the count", async () => {
    await makeSpace("A");
    const count = bench.emulator.emulator.service.list("space").length;
    expect(await printed("spaces", "list", "--limit", "0")).toEqual({ items: [], count });
  });

  test.each([
    [["sites", "get"], "--site-id"],
    [["sites", "get", "--site-id", "s", "--titel", "x"], "--titel"],
    [["sites", "create", "--write", "--field", "tilte=x"], "Did you mean title?"],
    [["sites", "create", "--write", "--field", "title"], "has no name or no value"],
    [["sites", "create", "--write", "--input", "nowhere.json"], "no file nowhere.json"],
    [["spaces", "list", "--limit", "many"], "a number of at most 1000"],
    [["sites", "get", "--site-id", "s", "--all"], "--all"],
    [
      ["openapi", "create", "--slug", "Pets!", "--write"],
      "text of 1 to 100 characters (must consist of letters and digits",
    ],
    [
      ["git", "import", "--space-id", "s", "--url", "u", "--ref", "main", "--write"],
      "text (must name a branch, such as refs/heads/main)",
    ],
    [["conversations", "ingest", "--write"], "Missing: --id, --parts."],
    [["conversations", "ingest", "--write", "--id", "c", "--body", "[]"], "body or id, not both"],
  ])("%j is wrong usage", async (args, text) => {
    const ran = await call(...args);
    expect(ran.code).toBe(64);
    expect(ran.err).toContain(text);
    expect(sent()).toEqual([]);
  });

  test("a missing organization is an error", async () => {
    const ran = await bench.run(["call", "spaces", "list"]);
    expect(ran.code).toBe(64);
    expect(ran.err).toContain("--organization-id");
  });
});

describe("writes", () => {
  test("needs --write", async () => {
    const ran = await call("spaces", "create", "--title", "A");
    expect(ran.code).toBe(4);
    expect(ran.err).toContain("--write");
    expect(sent()).toEqual([]);
  });

  test("a delete needs --yes, or the typed id", async () => {
    const id = await makeSpace("A");
    const remove = ["call", "spaces", "delete", "--space-id", id, "--write"];
    expect(await bench.run(remove)).toMatchObject({ code: 64, err: expect.stringContaining("--yes") });
    expect(await bench.run(remove, { typed: "yes" })).toMatchObject({ code: 1 });
    expect(await bench.run(remove, { endsInput: true })).toMatchObject({ code: 130 });
    expect(sent().map(({ method }) => method)).toEqual(["POST"]);
    expect(await bench.run(remove, { typed: id })).toEqual({ code: 0, out: "", err: "" });
    expect(sent().at(-1)).toMatchObject({ method: "DELETE", path: `/v1/spaces/${id}` });
    expect(await bench.run([...remove, "--yes"])).toMatchObject({ code: 0 });
  });
});

test("no operation has an input with the name of a general flag, or two inputs of one flag", () => {
  const ours = [
    "field",
    "input",
    "all",
    "write",
    "yes",
    "base-url",
    "token-file",
    "json",
    "quiet",
    "verbose",
    "help",
  ];
  for (const endpoint of operationsIn(operations)) {
    const flags = [...requestPartsOf(endpoint).parts.keys()].map(kebabCase);
    expect(
      flags.filter((flag) => ours.includes(flag) || flag.startsWith("no-")),
      endpoint.operation,
    ).toEqual([]);
    expect(new Set(flags).size, endpoint.operation).toBe(flags.length);
  }
});

test.each([
  ["changeRequestId", "change-request-id"],
  ["ssoURL", "sso-url"],
  ["entityID", "entity-id"],
  ["repoTreeURL", "repo-tree-url"],
  ["format.markdown.refs", "format-markdown-refs"],
  ["openAPISpec", "open-api-spec"],
])("the flag of %s is --%s", (name, flag) => expect(kebabCase(name)).toBe(flag));

describe("by path", () => {
  test("reads, with the query of the path, and all pages with --all", async () => {
    for (const title of ["One", "Two", "Three"]) await makeSpace(title);
    const page = await printed("GET", `/v1/orgs/${organization}/spaces?limit=2`);
    expect((page as { items: readonly object[] }).items).toHaveLength(2);
    const all = await call("get", "/orgs/{organizationId}/spaces?limit=2", "--all");
    expect(all.out.trimEnd().split("\n")).toHaveLength(3);
    expect(sent().at(-1)).toMatchObject({ method: "GET", path: expect.stringContaining("page=") as string });
  });

  test("fills parameters, and sends fields, lists and nothing", async () => {
    const id = await makeSpace("Guides");
    await printed("PATCH", "/spaces/{spaceId}", "--space-id", id, "--field", "title=Manual", "--write");
    expect(sent().at(-1)).toEqual({ method: "PATCH", path: `/v1/spaces/${id}`, body: { title: "Manual" } });
    await call("PUT", "/orgs/acme/items", "--input", "-", "--write");
    await bench.run(["call", "PUT", "/orgs/acme/items", "--input", "-", "--write"], {
      environment,
      stdin: "[{}]",
    });
    expect(sent().at(-1)).toMatchObject({ body: [{}] });
    await call("POST", `/spaces/${id}/nothing`, "--write");
    expect(sent().at(-1)?.body).toBeUndefined();
  });

  test("writes only with --write, deletes only with --yes or the last part of the path", async () => {
    const id = await makeSpace("Old");
    expect((await call("DELETE", `/spaces/${id}`)).code).toBe(4);
    expect((await call("DELETE", `/spaces/${id}`, "--write")).err).toContain("[cli/not-interactive]");
    const words = ["call", "DELETE", `/spaces/${id}`, "--write"];
    expect((await bench.run(words, { environment, isTerminal: true, typed: id })).code).toBe(0);
    expect(bench.titles("space")).toEqual([]);
  });

  test.each([
    "https://evil.example/orgs/acme",
    "//evil.example/orgs/acme",
    "/\\evil.example/orgs",
    "\\\\evil.example",
    "orgs/acme",
    "/orgs/../../acme",
    "/orgs/%2E%2e/acme",
    "/orgs/./acme",
    "/orgs//acme",
    "/orgs/acme#spaces",
    "/orgs/\tacme",
    "/orgs/a b",
    "",
    " /orgs",
    "@evil.example/orgs",
    ":80/orgs",
  ])("sends nothing to %j", async (path) => {
    const ran = await call("GET", path);
    expect([ran.code, ran.out]).toEqual([64, ""]);
    expect(ran.err).toContain("[client/bad-path]");
    expect(sent()).toEqual([]);
  });

  test("a method alone, and a path alone, are errors that show the whole call", async () => {
    for (const [word, meant] of [
      ["GET", "docsform call GET /orgs/ID"],
      ["delete", "docsform call DELETE /orgs/ID"],
      ["/orgs/acme?key=secret", "docsform call GET /orgs/acme."],
    ] as const) {
      const { code, err } = await call(word);
      expect([code, err]).toEqual([64, expect.stringContaining(meant)]);
      expect(err).not.toContain("secret");
    }
    expect((await call()).out).toContain("docsform call METHOD PATH");
  });

  test("each flag of its help has an effect", async () => {
    await makeSpace("One");
    const path = "/orgs/{organizationId}/spaces";
    expect((await call("GET", path, "--help")).out).toContain("--limit");
    expect(await printed("GET", path, "--limit=0")).toMatchObject({ items: [], count: 1 });
  });

  test("an error names the call once, and no token", async () => {
    const { code, err } = await call("GET", "/orgs/acme/no-such-thing");
    expect(code).toBe(1);
    expect(err).toMatch(/^Error: GET \/orgs\/acme\/no-such-thing failed/u);
    expect(err).not.toContain(canaryToken);
  });
});
