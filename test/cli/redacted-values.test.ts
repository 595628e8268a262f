import { afterEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/util/json.ts";
import { appFiles, stackJson } from "../support/synthesized-app.ts";
import { apply, openWorkbench, organization, type Workbench } from "./workbench.ts";

const canary = "canary-value-2e61";
const environment = { TF_VAR_secret: canary, TF_VAR_other: "canary-value-7777" };

let bench: Workbench;
afterEach(() => bench.close());

function stack(space: JsonObject): string {
  const sensitive = { type: "string", sensitive: true };
  return stackJson(
    "acme",
    {
      docs_space: { guides: space },
      docs_team: { writers: { title: "Writers ${var.secret}", members: [] } },
      docs_collection: { handbook: { title: "Handbook", description: "For everybody." } },
      docs_openapi_spec: { pets: { slug: "pets", source: { url: "https://acme.example/${var.secret}" } } },
    },
    { provider: { docs: [{ organization }] }, variable: { secret: sensitive, other: sensitive } },
  );
}

async function reported(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await bench.run([...args], {
    environment: { ...environment, DOCSFORM_DEBUG: "1" },
  });
  // 2: drift, or changes to apply.
  expect([0, 2], err).toContain(code);
  return out + err;
}

test("no output shows a secret variable, not even as a live value", async () => {
  bench = await openWorkbench(appFiles(stack({ title: "Guides ${var.secret}", language: "en" })));
  const texts = [await reported("plan", "cdktf.out"), await reported(...apply, "cdktf.out")];
  expect(JSON.stringify(bench.emulator.emulator.dump())).toContain(canary);
  const path = "cdktf.out/stacks/acme/cdk.tf.json";
  for (const space of [
    { title: "Guides ${var.secret}", language: "fr" },
    { title: "Guides ${var.other}", language: "en" },
    { title: "Guides", language: "en" },
  ]) {
    bench.files.write(path, stack(space));
    texts.push(await reported("plan", "cdktf.out", "--comment", "plan.md", "--verbose"));
    texts.push(bench.files.read("plan.md") ?? "");
    texts.push(await reported("plan", "cdktf.out", "--json"));
    texts.push(await reported("drift", "cdktf.out"), await reported("drift", "cdktf.out", "--json"));
    texts.push(await reported("graph", "cdktf.out"));
  }
  bench.files.write(path, stack({ title: "Guides ${var.other}", language: "en" }));
  texts.push(await reported(...apply, "cdktf.out"));
  texts.push(bench.files.read("docsform.cdktf.out.state.json") ?? "");
  for (const [index, text] of texts.entries()) expect(text, `text ${index}`).not.toContain("canary-value");
});

test.each([
  ["is not shown", canary],
  // docsform does not search other texts for a value that is this short.
  ["is not shown, however short", "§7§"],
])("a live value in the place of an applied secret %s when no layout declares it", async (_, secret) => {
  const layoutWith = (text: string) =>
    `docsform: 1\norganization: ${organization}\ncollections: { books: { title: Books, description: ${text} } }\n`;
  bench = await openWorkbench({ "docsform.yaml": layoutWith("!env TEXT") });
  await bench.run(apply, { environment: { TEXT: secret } });
  expect(JSON.stringify(bench.emulator.emulator.dump())).toContain(secret);
  bench.files.write("docsform.yaml", layoutWith("For all."));
  for (const args of [["plan"], ["plan", "--full"], ["plan", "--json"], ["drift"], ["drift", "--json"]]) {
    const { out, err } = await bench.run(args);
    expect(out, args.join(" ")).toContain("description");
    expect(out + err, args.join(" ")).not.toContain(secret);
  }
});

test.each([
  { what: "as it was applied", live: canary },
  { what: "changed since", live: `${canary}, changed` },
])("a second pull does not write a secret that the layout no longer declares, $what", async ({ live }) => {
  const layoutWith = (text: string) =>
    `docsform: 1\norganization: ${organization}\ncollections: { books: { title: Books, description: ${text} } }\n`;
  bench = await openWorkbench({ "docsform.yaml": layoutWith("!env TEXT") });
  await bench.run(apply, { environment: { TEXT: canary } });
  const { service } = bench.emulator.emulator;
  service.change("collection", bench.idOf("collection", "Books"), { description: live });
  bench.files.write("docsform.yaml", layoutWith("For all."));
  for (let time = 1; time <= 3; time += 1) {
    const { out, err } = await bench.run(["pull", "--update", "--yes"]);
    const written = `${bench.files.read("docsform.yaml")}${bench.files.read("docsform.state.json")}`;
    expect(out + err + written, `the pull ${time}`).not.toContain(canary);
  }
  expect(bench.files.read("docsform.yaml")).toBe(layoutWith("For all."));
  expect((await bench.run(["plan"])).out).toContain("description");
});

test.each([
  { written: "the whole value", description: `Guides ${canary}` },
  { written: "the variable alone", description: canary },
  { written: "the variable in another text", description: `See ${canary}.` },
])("drift does not show a secret in a field for other values: $written", async ({ description }) => {
  bench = await openWorkbench(appFiles(stack({ title: "Guides ${var.secret}", language: "en" })));
  await reported(...apply, "cdktf.out");
  const { service } = bench.emulator.emulator;
  service.change("collection", bench.idOf("collection", "Handbook"), { description });
  const drift = await reported("drift", "cdktf.out", "--json");
  expect(drift).toContain('"attribute": "description"');
  expect(drift).not.toContain("canary-value");
});

test("diff does not show a secret of the layout, an applied secret, or a value that repeats one", async () => {
  const [here, there] = ["canary-value-of-a", "canary-value-of-b"];
  const secrets = { HERE: here, THERE: there };
  const layoutWith = (one: string, other: string) =>
    `docsform: 1\norganization: ${organization}\ncollections: { books: { description: For all. } }\nenvironments:\n  a: { collections: { books: { title: ${one} } } }\n  b: { collections: { books: { title: ${other} } } }\n`;
  bench = await openWorkbench({ "docsform.yaml": layoutWith("!env HERE", "!env THERE") });
  for (const env of ["a", "b"])
    await bench.checkDone([...apply, "--env", env, "--allow-create"], { environment: secrets });
  const { service } = bench.emulator.emulator;
  service.change("collection", bench.idOf("collection", here), { description: `Like ${there}.` });
  const differ = async (more: readonly string[] = []) => {
    const { code, out, err } = await bench.run(["diff", "--env", "a", "--env", "b", ...more], {
      environment: secrets,
    });
    expect(code, err).toBe(2);
    expect(out + err).not.toContain("canary-value");
    return out;
  };
  const shown = await differ();
  for (const name of ["title", "description"])
    expect(shown).toContain(`collection.books.${name}: (secret) | (secret)\n`);
  expect(JSON.parse(await differ(["--json"]))).toMatchObject({
    differences: [{ sensitive: true }, { sensitive: true }],
  });
  bench.files.write(
    "docsform.yaml",
    layoutWith("Books", "Other books").replace("description: For all.", "defaultLevel: read"),
  );
  expect(await differ()).toContain("collection.books.title: (secret) | (secret)");
});

test("diff does not show a secret of the layout, also before an apply", async () => {
  const layoutWith = (one: string, other: string) =>
    `docsform: 1\norganization: ${organization}\nenvironments:\n  a: { collections: { books: { title: ${one} } } }\n  b: { collections: { books: { title: ${other} } } }\n`;
  bench = await openWorkbench({ "docsform.yaml": layoutWith("Books", "Other books") });
  for (const env of ["a", "b"]) await bench.checkDone([...apply, "--env", env, "--allow-create"]);
  bench.files.write("docsform.yaml", layoutWith("!env HERE", "!env THERE"));
  const { out, err } = await bench.run(["diff", "--env", "a", "--env", "b"], {
    environment: { HERE: canary, THERE: "canary-value-7777" },
  });
  expect(out, err).toContain("collection.books.title: (secret) | (secret)\n");
});
