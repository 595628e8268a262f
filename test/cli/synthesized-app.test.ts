import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import {
  appFiles,
  canaryCertificate,
  everyTypeStack,
  manifestJson,
  stackJson,
} from "../support/synthesized-app.ts";
import {
  apply,
  type CommandResult,
  canaryToken,
  openWorkbench,
  organization,
  type Workbench,
} from "./workbench.ts";

let bench: Workbench;
afterEach(() => bench.close());

const environment = { TF_VAR_certificate: canaryCertificate };
const provider = { provider: { docs: [{ organization }] } };

/** A server in front of another one. It counts the requests that are in flight at the same time. */
async function countInFlight(target: string) {
  let [now, most] = [0, 0];
  const server = createServer((request, response) => {
    now += 1;
    most = Math.max(most, now);
    // The response time is long enough for requests that are sent together to overlap.
    void (async () => {
      const { method = "GET", url = "/", headers } = request;
      const answer = await fetch(`${target}${url}`, {
        method,
        headers: { authorization: headers.authorization ?? "" },
      });
      const text = await answer.text();
      now -= 1;
      response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The maximum since the last call. */
    most: () => {
      const counted = most;
      most = 0;
      return counted;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface StackOfResources {
  readonly resource: Record<string, Record<string, { readonly ids?: string[] }>>;
}

function smallStack(titles: Readonly<Record<string, string>>, parts = {}): string {
  const spaces = Object.fromEntries(Object.entries(titles).map(([name, title]) => [name, { title }]));
  return stackJson("acme", { docs_space: spaces }, { ...provider, ...parts });
}

async function ran(args: readonly string[], code = 0): Promise<CommandResult> {
  const result = await bench.run(args, { environment });
  expect(result.code, result.out + result.err).toBe(code);
  return result;
}

function titlesOf(type: string): readonly unknown[] {
  const { tables } = bench.emulator.emulator.dump();
  const alive = (tables[type] ?? []).filter((record) => typeof record["deletedAt"] !== "string");
  return alive.map((record) => record["title"]);
}

describe("the output of an app is a layout", () => {
  // The test runs six commands over every type. The first case also loads all types and compiles a published document, which takes long on a busy
  // machine.
  const limitMs = 120_000;
  test.each(apiVersions)(
    "with every type, on the %s API version",
    { timeout: limitMs },
    async (apiVersion) => {
      bench = await openWorkbench(appFiles(everyTypeStack(organization, apiVersion)), apiVersion);
      const reported: CommandResult[] = [
        await ran(["validate", "cdktf.out"]),
        await ran(["graph", "cdktf.out"]),
      ];
      reported.push(await ran(["plan", "cdktf.out"]));
      reported.push(await ran([...apply, "cdktf.out"]));
      reported.push(await ran(["plan", "cdktf.out", "--detailed-exitcode"]));
      reported.push(await ran(["drift", "cdktf.out"]));
      const { tables } = bench.emulator.emulator.dump();
      expect(tables["site"]).toMatchObject([{ title: "Acme docs", published: true, visibility: "public" }]);
      expect(tables["collection"]).toMatchObject([
        { title: "Handbook", description: "How we work (${always})" },
        { title: "Engineering" },
      ]);
      expect(tables["saml_provider"]).toMatchObject([{ label: "Okta beta", certificate: canaryCertificate }]);
      expect(titlesOf("space")).toContain("Notes of API");
      const state = bench.files.read("docsform.cdktf.out.state.json") ?? "";
      expect(state).toContain('"site_section.guides"');
      // This variant is created together with the section.
      expect(state).toContain('"site_space.guides"');
      expect([state, ...reported.map(({ out, err }) => out + err)].join("\n")).not.toContain("canary");
    },
  );

  test("another user's change is drift, and the next apply reverts it", async () => {
    bench = await openWorkbench(appFiles(everyTypeStack(organization, "current")));
    await ran([...apply, "cdktf.out"]);
    const [site] = bench.emulator.emulator.dump().tables["site"] ?? [];
    bench.emulator.emulator.edit("unpublishSite", { siteId: site?.id ?? "" });
    const { out } = await ran(["drift", "cdktf.out"], 2);
    expect(out).toContain("site.docs");
    // The space is also in the second site, so the plan reads that site.
    expect((await ran([...apply, "cdktf.out"], 4)).out).toContain("guard/undo");
    await ran([...apply, "cdktf.out", "--overwrite-live"]);
    expect(bench.emulator.emulator.dump().tables["site"]).toMatchObject([{ published: true }]);
  });

  test("is not applied if the app reports an error; warnings are shown", async () => {
    const annotated = (...annotations: readonly { level: string; message: string }[]) => {
      const manifest = JSON.parse(manifestJson("acme")) as { stacks: { acme: { annotations: unknown } } };
      manifest.stacks.acme.annotations = annotations.map((each) => ({
        ...each,
        constructPath: "acme/guides",
      }));
      return JSON.stringify(manifest);
    };
    const info = { level: "@cdktf/info", message: "All is well." };
    const warning = { level: "@cdktf/warn", message: "Guides have no owner." };
    const error = { level: "@cdktf/error", message: "Guides have no language." };
    bench = await openWorkbench({
      ...appFiles(smallStack({ guides: "Guides" })),
      "cdktf.out/manifest.json": annotated(info, warning, error),
    });
    for (const args of [
      ["validate", "cdktf.out"],
      [...apply, "cdktf.out"],
      [...apply, "cdktf.out/stacks/acme"],
    ]) {
      const { err } = await ran(args, 1);
      expect(err).toContain("error synth/app-error: Guides have no language. Construct: acme/guides.");
      expect(err).toContain("warning synth/app-warning: Guides have no owner. Construct: acme/guides.");
      expect(err).not.toContain("All is well.");
    }
    expect(titlesOf("space")).not.toContain("Guides");
    bench.files.write("cdktf.out/manifest.json", annotated(info, warning));
    const { err } = await ran([...apply, "cdktf.out"]);
    expect(err).toContain("Guides have no owner.");
    expect(titlesOf("space")).toContain("Guides");
  });

  test("destroy leaves nothing", async () => {
    const stack = everyTypeStack(organization, "current").replace(
      '"deletion_protection": true',
      '"deletion_protection": false',
    );
    bench = await openWorkbench(appFiles(stack));
    await ran([...apply, "cdktf.out"]);
    await ran(["destroy", "cdktf.out", "--organization", organization]);
    expect(titlesOf("site")).toEqual([]);
    expect(titlesOf("team")).toEqual([]);
  });

  test.each([
    { named: "the app's folder", path: "cdktf.out" },
    { named: "the folder of its stack", path: "cdktf.out/stacks/acme" },
    { named: "the stack's file", path: "cdktf.out/stacks/acme/cdk.tf.json" },
  ])("by $named, with the state beside the app", async ({ path }) => {
    bench = await openWorkbench(appFiles(smallStack({ guides: "Guides" })));
    await ran([...apply, path]);
    expect(titlesOf("space")).toEqual(["Guides"]);
    expect(bench.files.read("docsform.cdktf.out.state.json")).toContain('"space.guides"');
    await ran(["plan", "--file", path, "--detailed-exitcode"]);
  });

  test("a saved plan is applied as it was reviewed", async () => {
    bench = await openWorkbench(appFiles(everyTypeStack(organization, "current")));
    await ran(["plan", "cdktf.out", "--out", "plan.json"]);
    await ran([...apply, "plan.json", "--file", "cdktf.out"]);
    expect(titlesOf("site")).toEqual(["Acme docs"]);
    await ran(["plan", "cdktf.out", "--detailed-exitcode"]);
  });

  test("a plan names the construct of each object", async () => {
    const metadata = { "//": { metadata: { path: "acme/docs/guides/Default" } } };
    bench = await openWorkbench(
      appFiles(
        stackJson("acme", { docs_space: { guides_1A2B: { title: "Guides", ...metadata } } }, provider),
      ),
    );
    expect((await ran(["plan", "cdktf.out"])).out).toContain(
      '+ space "Guides" (acme/docs/guides)  space.guides_1A2B',
    );
  });

  test("several stacks of one organization are one layout, even if names collide", async () => {
    bench = await openWorkbench({
      "cdktf.out/manifest.json": manifestJson("acme", "other", "elsewhere"),
      "cdktf.out/stacks/acme/cdk.tf.json": smallStack({ guides: "Guides", api: "API" }),
      "cdktf.out/stacks/other/cdk.tf.json": smallStack({ guides: "Other guides" }),
      "cdktf.out/stacks/elsewhere/cdk.tf.json": stackJson("elsewhere", { aws_s3_bucket: { b: {} } }),
    });
    await ran([...apply, "cdktf.out"]);
    expect(new Set(titlesOf("space"))).toEqual(new Set(["API", "Guides", "Other guides"]));
    const state = bench.files.read("docsform.cdktf.out.state.json");
    for (const address of ["space.acme/guides", "space.other/guides", "space.api"])
      expect(state).toContain(JSON.stringify(address));
  });

  test("one of several stacks has its own state", async () => {
    bench = await openWorkbench({
      "cdktf.out/manifest.json": manifestJson("acme", "other"),
      "cdktf.out/stacks/acme/cdk.tf.json": smallStack({ guides: "Guides" }),
      "cdktf.out/stacks/other/cdk.tf.json": smallStack({ api: "API" }),
    });
    await ran([...apply, "cdktf.out/stacks/other"]);
    expect(titlesOf("space")).toEqual(["API"]);
    expect(bench.files.read("docsform.other.state.json")).toContain('"space.api"');
    expect(bench.files.read("docsform.cdktf.out.state.json")).toBeUndefined();
  });
});

describe("objects of an app", () => {
  test("a moved object is known under its new address, and renamed in place", async () => {
    bench = await openWorkbench(appFiles(smallStack({ guides: "Guides" })));
    await ran([...apply, "cdktf.out"]);
    const [before] = bench.emulator.emulator.dump().tables["space"] ?? [];
    const moved = { moved: [{ from: "docs_space.guides", to: "docs_space.handbook" }] };
    bench.files.write("cdktf.out/stacks/acme/cdk.tf.json", smallStack({ handbook: "Handbook" }, moved));
    await ran([...apply, "cdktf.out"]);
    const spaces = bench.emulator.emulator.dump().tables["space"] ?? [];
    expect(spaces).toMatchObject([{ id: before?.id, title: "Handbook" }]);
    expect(bench.files.read("docsform.cdktf.out.state.json")).not.toContain("space.guides");
    await ran(["plan", "cdktf.out", "--detailed-exitcode"]);
  });

  test("an imported object is pinned to its id", async () => {
    bench = await openWorkbench(appFiles(smallStack({ old: "Old name" })));
    await ran([...apply, "cdktf.out", "--no-state"]);
    const [old] = bench.emulator.emulator.dump().tables["space"] ?? [];
    const imported = { import: [{ id: old?.id ?? "", to: "docs_space.guides" }] };
    bench.files.write("cdktf.out/stacks/acme/cdk.tf.json", smallStack({ guides: "Guides" }, imported));
    await ran([...apply, "cdktf.out"]);
    expect(bench.emulator.emulator.dump().tables["space"]).toMatchObject([{ id: old?.id, title: "Guides" }]);
  });

  test("an object that leaves the app is deleted with permission, and unknown objects stay", async () => {
    bench = await openWorkbench(appFiles(smallStack({ guides: "Guides", api: "API" })));
    await ran([...apply, "cdktf.out"]);
    bench.emulator.emulator.edit("createSpace", {}, { title: "Theirs" });
    bench.files.write("cdktf.out/stacks/acme/cdk.tf.json", smallStack({ api: "API" }));
    await ran([...apply, "cdktf.out"], 4);
    await ran([...apply, "cdktf.out", "--allow-deletes"]);
    expect(new Set(titlesOf("space"))).toEqual(new Set(["API", "Theirs"]));
    expect(bench.files.read("docsform.cdktf.out.state.json")).not.toContain("space.guides");
  });

  test("an object that leaves an ordered level is deleted within max_deletes", async () => {
    const stack = everyTypeStack(organization, "current");
    bench = await openWorkbench(appFiles(stack));
    await ran([...apply, "cdktf.out"]);
    const { resource, ...rest } = JSON.parse(stack) as StackOfResources;
    delete resource["docs_site_section"]?.["notes"];
    resource["docs_site_order"]?.["top"]?.ids?.shift();
    const limited = { ...rest, provider: { docs: [{ organization, max_deletes: 0 }] } };
    const write = (parts: object) =>
      bench.files.write("cdktf.out/stacks/acme/cdk.tf.json", JSON.stringify({ ...parts, resource }));
    write(limited);
    const refused = await ran([...apply, "cdktf.out", "--allow-deletes"], 4);
    expect(refused.out).toContain("guard/too-many-deletes");
    write(rest);
    await ran([...apply, "cdktf.out"], 4);
    await ran([...apply, "cdktf.out", "--allow-deletes"]);
    expect(new Set(titlesOf("site_section"))).toEqual(new Set(["API", "Guides"]));
    expect(titlesOf("space")).toContain("Notes of API");
  });

  test("a protected object is not deleted", async () => {
    bench = await openWorkbench(appFiles(everyTypeStack(organization, "current")));
    await ran([...apply, "cdktf.out"]);
    const refused = await ran(["destroy", "cdktf.out", "--organization", organization], 4);
    expect(refused.out).toContain("guard/protected");
  });

  test("an object stays protected without its construct, until an apply removes the protection", async () => {
    const spaces = (guides: object) =>
      appFiles(stackJson("acme", { docs_space: { api: { title: "API" }, ...guides } }, provider));
    bench = await openWorkbench(spaces({ guides: { title: "Guides", deletion_protection: true } }));
    await ran([...apply, "cdktf.out"]);
    const write = (guides: object) => {
      for (const [path, text] of Object.entries(spaces(guides))) bench.files.write(path, text);
    };
    const flags = ["cdktf.out", "--allow-forget", "--allow-deletes"];
    write({});
    expect((await ran([...apply, ...flags], 4)).out).toContain("guard/protected");
    write({ guides: { title: "Guides" } });
    await ran([...apply, ...flags]);
    write({});
    await ran([...apply, ...flags]);
    expect(bench.files.read("docsform.cdktf.out.state.json")).not.toContain('"space.guides"');
  });
});

describe("the provider's settings", () => {
  test("set the service and the token by default, and no output contains the token", async () => {
    bench = await openWorkbench();
    const settings = { organization, base_url: bench.emulator.url, token: canaryToken, max_concurrency: 2 };
    const stack = smallStack({ guides: "Guides" }, { provider: { docs: [settings] } });
    bench.files.write("cdk.tf.json", stack);
    const alone = { DOCSFORM_BASE_URL: undefined, DOCSFORM_TOKEN: undefined };
    const done = await bench.checkDone([...apply, "cdk.tf.json"], { environment: alone });
    await bench.run(["plan", "cdk.tf.json", "--out", "plan.json"], { environment: alone });
    const saved = ["apply", "plan.json", "--yes"];
    expect((await bench.run(saved, { environment: alone })).err).toContain("saved-plan/other-layout");
    await bench.checkDone([...saved, "--file", "cdk.tf.json"], { environment: alone });
    const wrong = stack.replace('"title": "Guides"', '"titel": "Guides"');
    bench.files.write("cdk.tf.json", wrong);
    const reported = await bench.run(["validate", "cdk.tf.json"], { environment: alone });
    expect(reported.code).toBe(1);
    expect(done.out + done.err + reported.out + reported.err).not.toContain(canaryToken);
  });

  test("limit the requests in flight", async () => {
    bench = await openWorkbench();
    const counter = await countInFlight(bench.emulator.url);
    try {
      const most = async (more: object) => {
        const settings = { organization, base_url: counter.url, token: canaryToken, ...more };
        bench.files.write(
          "cdk.tf.json",
          smallStack({ guides: "Guides" }, { provider: { docs: [settings] } }),
        );
        const environment = { DOCSFORM_BASE_URL: undefined, DOCSFORM_TOKEN: undefined };
        await bench.checkDone(["plan", "cdk.tf.json"], { environment });
        return counter.most();
      };
      expect(await most({ max_concurrency: 1 })).toBe(1);
      expect(await most({})).toBeGreaterThan(1);
    } finally {
      counter.close();
    }
  });

  test("an outside organization is a default, and never overrides the app's", async () => {
    bench = await openWorkbench(appFiles(smallStack({ guides: "Guides" }, { provider: {} })));
    const unnamed = await ran(["plan", "cdktf.out"], 1);
    expect(unnamed.err).toContain("synth/no-organization");
    await ran(["plan", "cdktf.out", "--organization", organization]);
    bench.files.write("cdktf.out/stacks/acme/cdk.tf.json", smallStack({ guides: "Guides" }));
    const other = await ran(["plan", "cdktf.out", "--organization", "Other"], 1);
    expect(other.err).toContain("cli/other-organization");
  });
});

describe("an error of a whole app has a sentence, a remedy and a code", () => {
  const twoStacks = {
    "cdktf.out/manifest.json": manifestJson("acme", "other"),
    "cdktf.out/stacks/acme/cdk.tf.json": smallStack({ guides: "Guides" }),
    "cdktf.out/stacks/other/cdk.tf.json": stackJson("other", { aws_s3_bucket: { b: {} } }),
  };
  test.each([
    { what: "not synthesized yet", files: {}, path: "cdktf.out", message: "cli/not-synthesized" },
    {
      what: "half synthesized",
      files: { "cdktf.out/manifest.json": manifestJson("acme") },
      path: "cdktf.out",
      message: "cli/not-synthesized",
    },
    { what: "no such file", files: {}, path: "out/cdk.tf.json", message: "cli/not-synthesized" },
    {
      what: "no such stack",
      files: twoStacks,
      path: "cdktf.out/stacks/gone",
      message: "Its stacks are acme, other.",
    },
    {
      what: "a stack of others' resources",
      files: twoStacks,
      path: "cdktf.out/stacks/other",
      message: "synth/nothing-declared",
    },
    {
      what: "an app without stacks",
      files: { "cdktf.out/manifest.json": manifestJson() },
      path: "cdktf.out",
      message: "cli/no-stack",
    },
    {
      what: "beside a layout",
      files: { ...twoStacks, "docsform.yaml": "docsform: 1\n" },
      path: "cdktf.out",
      more: ["--file", "docsform.yaml"],
      message: "cli/one-app",
    },
  ])("$what", async ({ files, path, more = [], message }) => {
    bench = await openWorkbench(files);
    const { err } = await ran(["plan", path, ...more], 1);
    expect(err).toContain(message);
  });
});

describe("existing objects that an app names by their values", () => {
  const site = { site_id: "${data.docs_site.theirs.id}" };
  const data = (titles: Readonly<Record<string, string>> = {}) => ({
    docs_site: { theirs: { title: titles["site"] ?? "Their docs" } },
    docs_space: { legacy: { title: titles["space"] ?? "Legacy" }, unused: { title: "Nowhere" } },
    docs_collection: { shelf: { title: "Shelf" } },
    docs_site_section: { old: { ...site, path: "old" } },
  });
  const theirs = stackJson(
    "theirs",
    {
      docs_space: { legacy: { title: "Legacy" } },
      docs_collection: { shelf: { title: "Shelf" } },
      docs_site: { docs: { title: "Their docs" } },
      docs_site_section: {
        old: {
          site_id: "${docs_site.docs.id}",
          title: "Old",
          path: "old",
          space_id: "${docs_space.legacy.id}",
        },
      },
    },
    provider,
  );
  const ours = (parts: object) =>
    stackJson(
      "acme",
      {
        docs_space: { guides: { title: "Guides", parent_id: "${data.docs_collection.shelf.id}" } },
        docs_site_section: {
          ours: { ...site, title: "Ours", path: "ours", space_id: "${data.docs_space.legacy.id}" },
        },
        docs_site_space: {
          french: {
            ...site,
            parent_id: "${data.docs_site_section.old.id}",
            space_id: "${docs_space.guides.id}",
            path: "fr",
          },
        },
      },
      { ...provider, ...parts },
    );

  async function withTheirs(parts: object) {
    bench = await openWorkbench({
      ...appFiles(ours(parts)),
      "theirs.out/manifest.json": manifestJson("theirs"),
      "theirs.out/stacks/theirs/cdk.tf.json": theirs,
    });
    await ran([...apply, "theirs.out", "--no-state"]);
  }

  test("are found, and stay as they are without the app", async () => {
    await withTheirs({ data: data() });
    await ran(["validate", "cdktf.out"]);
    await ran(["graph", "cdktf.out"]);
    await ran([...apply, "cdktf.out"]);
    await ran(["plan", "cdktf.out", "--detailed-exitcode"]);
    await ran(["drift", "cdktf.out"]);
    const { tables } = bench.emulator.emulator.dump();
    const idOf = (type: string, field: string, value: string) =>
      tables[type]?.find((record) => record[field] === value)?.id;
    expect(titlesOf("site")).toEqual(["Their docs"]);
    expect(tables["space"]?.find(({ title }) => title === "Guides")).toMatchObject({
      parent: idOf("collection", "title", "Shelf"),
    });
    expect(tables["site_space"]?.find(({ path }) => path === "fr")).toMatchObject({
      section: idOf("site_section", "path", "old"),
    });
    const state = bench.files.read("docsform.cdktf.out.state.json") ?? "";
    for (const title of ["Legacy", "Shelf"]) expect(state).not.toContain(title);
  });

  test("must exist", async () => {
    await withTheirs({ data: data({ space: "Legcay" }) });
    const { err } = await ran(["plan", "cdktf.out"], 1);
    expect(err).toContain('plan/outside-object: The organization has no space with title "Legcay".');
  });

  describe("stay in a destroy", () => {
    test("without what the app has put into them", async () => {
      await withTheirs({ data: data() });
      await ran([...apply, "cdktf.out"]);
      await ran(["destroy", "cdktf.out", "--organization", organization]);
      expect(titlesOf("site")).toEqual(["Their docs"]);
      expect(titlesOf("site_section")).toEqual(["Old"]);
      expect(titlesOf("site_space")).toHaveLength(1);
      expect(titlesOf("space")).toEqual(["Legacy"]);
    });

    test("if they have lost their value", async () => {
      await withTheirs({ data: data() });
      await ran([...apply, "cdktf.out"]);
      bench.renameSpace("Legacy", "Renamed");
      bench.emulator.emulator.edit(
        "updateCollectionById",
        { collectionId: bench.idOf("collection", "Shelf") },
        { title: "Renamed" },
      );
      await ran(["plan", "cdktf.out"], 1);
      await ran(["destroy", "cdktf.out", "--organization", organization]);
      expect(titlesOf("space")).toEqual(["Renamed"]);
      expect(titlesOf("collection")).toEqual(["Renamed"]);
      expect(titlesOf("site_section")).toEqual(["Old"]);
    });

    test("if another object has their value too", async () => {
      await withTheirs({ data: data() });
      await ran([...apply, "cdktf.out"]);
      bench.emulator.emulator.edit("createSite", {}, { type: "ultimate", title: "Their docs" });
      await ran(["plan", "cdktf.out"], 1);
      await ran(["destroy", "cdktf.out", "--organization", organization]);
      expect(titlesOf("space")).toEqual(["Legacy"]);
      expect(titlesOf("site")).toEqual(["Their docs", "Their docs"]);
      expect(titlesOf("site_section")).toEqual(["Old"]);
      expect(titlesOf("site_space")).toHaveLength(1);
      const state = JSON.parse(bench.files.read("docsform.cdktf.out.state.json") ?? "{}") as object;
      expect(state).toMatchObject({ objects: {} });
    });

    test("also if the site of the app's sections is gone", async () => {
      await withTheirs({ data: data() });
      await ran([...apply, "cdktf.out"]);
      bench.emulator.emulator.edit("deleteSiteById", { siteId: bench.idOf("site", "Their docs") });
      await ran(["plan", "cdktf.out"], 1);
      await ran(["destroy", "cdktf.out", "--organization", organization]);
      expect(titlesOf("space")).toEqual(["Legacy"]);
    });

    test("without a state, as do objects of the same title", async () => {
      await withTheirs({ data: data({ site: "Nowhere" }) });
      bench.emulator.emulator.edit("createSpace", {}, { title: "Guides" });
      bench.emulator.emulator.edit(
        "updateCollectionById",
        { collectionId: bench.idOf("collection", "Shelf") },
        { title: "Renamed" },
      );
      const { code, out } = await bench.run(["destroy", "cdktf.out", "--organization", organization], {
        environment,
      });
      expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("Nothing to delete") });
      expect(new Set(titlesOf("space"))).toEqual(new Set(["Legacy", "Guides"]));
      expect(titlesOf("site_section")).toEqual(["Old"]);
    });
  });

  test("must have the value alone", async () => {
    await withTheirs({ data: data() });
    bench.emulator.emulator.edit("createSpace", {}, { title: "Legacy" });
    const { err } = await ran(["plan", "cdktf.out"], 1);
    expect(err).toContain('Several objects of the organization are a space with title "Legacy": ');
  });
});
