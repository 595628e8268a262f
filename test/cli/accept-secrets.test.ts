import { expect, test } from "vitest";
import { benchOfTest, openApplied, organization, smallLayout } from "./workbench.ts";

const canary = "canary-value-81c2";
const environment = { T: canary };
const layout = `${smallLayout}teams: { writers: { title: "Writers \${t}" } }
variables: { t: { env: T, secret: true } }
openapi: { pets: { source: { url: "https://pets.example/a.json" } } }
`;

const bench = benchOfTest(() => openApplied({ "docsform.yaml": layout }, { environment }));

test("a live value that repeats a secret of the layout stays unaccepted, and the message does not show it", async () => {
  const { service } = bench.emulator.emulator;
  service.change("space", bench.idOf("space", "Guides"), { title: `Guides for ${canary}` });
  service.change("space", bench.idOf("space", "API"), { title: "API 2" });
  const { code, out, err } = await bench.run(["accept", "--yes"], { environment });
  expect(code, out + err).toBe(3);
  expect(out + err).toContain("it is secret, and a layout contains no secrets");
  expect(out + err).not.toContain(canary);
  const written = bench.files.read("docsform.yaml");
  expect(written).toContain("API 2");
  expect(written).not.toContain(canary);
});

test("a new object that repeats a secret is not accepted", async () => {
  const { service } = bench.emulator.emulator;
  const titles = [`Space of ${canary}`, "Space of all"];
  for (const title of titles) {
    await bench.checkDone([
      "call",
      "spaces",
      "create",
      "--organization-id",
      organization,
      "--title",
      title,
      "--write",
    ]);
  }
  expect(service.list("space").map(({ title }) => title)).toEqual(expect.arrayContaining(titles));
  const { out, err } = await bench.run(["pull", "--update", "--yes"], { environment });
  expect(out + err).toContain("it repeats a secret of the layout, and a layout contains no secrets");
  expect(out + err).not.toContain(canary);
  const written = bench.files.read("docsform.yaml");
  expect(written).toContain("Space of all");
  expect(written).not.toContain(canary);
});

test("a URL with a password is not accepted", async () => {
  const password = "canary-password-3f";
  const { service } = bench.emulator.emulator;
  const [pets] = service.list("openapi_spec");
  service.change("openapi_spec", pets?.id ?? "", {
    source: { url: `https://me:${password}@pets.example/b.json` },
  });
  for (const args of [["plan"], ["drift"], ["accept", "--yes"], ["pull", "--all"]]) {
    const more = args.includes("--all") ? ["--organization", organization] : [];
    const { out, err } = await bench.run([...args, ...more], { environment: { T: "canary-other" } });
    expect(out, args.join(" ")).toMatch(/openapi_spec[.]pets|# Secret, so pull does not write it/u);
    expect(out + err).not.toContain(password);
  }
  expect(bench.files.read("docsform.yaml")).not.toContain(password);
});
