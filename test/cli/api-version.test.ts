import { expect, test } from "vitest";
import { apply, benchOfTest, openWorkbench, organization } from "./workbench.ts";

const layout = `docsform: 1
organization: ${organization}
spaces:
  api: { title: API }
sites:
  docs:
    title: Docs
    structure:
      - group: Reference
        children:
          - { section: API, path: api, spaces: [api] }
`;

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": layout }, "classic"));

test("docsform detects the emulator's API version", async () => {
  const { code, out } = await bench.run(["plan"]);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("classic API version") });
  await bench.checkDone(apply);
  expect(bench.files.read("docsform.state.json")).toContain('"knownApiVersion": "classic"');
  await bench.checkDone(["plan", "--detailed-exitcode"]);
});

test.each([
  { by: "the flag", args: ["--api-version", "classic"], environment: {} },
  { by: "the environment", args: [], environment: { DOCSFORM_API_VERSION: "classic" } },
])("apply accepts the API version from $by, and remembers it", async ({ args, environment }) => {
  await bench.checkDone([...apply, ...args], { environment });
  expect(bench.files.read("docsform.state.json")).toContain('"knownApiVersion": "classic"');
  await bench.checkDone(["plan", "--detailed-exitcode"]);
});

test.each([
  { by: "the flag", args: ["--api-version", "current"], environment: {} },
  { by: "the environment", args: [], environment: { DOCSFORM_API_VERSION: "current" } },
])("a wrong API version from $by is an error that names the right one", async ({ args, environment }) => {
  const { code, err } = await bench.run([...apply, ...args], { environment });
  expect(code).toBe(1);
  expect(err).toContain("[live/other-api-version]");
  expect(err).toContain("Remove that setting, or set it to classic.");
  expect(bench.writes()).toBe(0);
});

test("doctor reports the emulator's API version, and wrong settings", async () => {
  expect((await bench.run(["doctor"])).out).toMatch(/API version.*classic/);
  const { out } = await bench.run(["doctor"], { environment: { DOCSFORM_API_VERSION: "current" } });
  expect(out).toContain("the service's responses show classic");
});

test.each(["5s", "-1", "600001", "0.5"])(
  "a consistency window of %s is refused before any call",
  async (window) => {
    const environment = { DOCSFORM_CONSISTENCY_WINDOW_MS: window };
    const { code, err } = await bench.run(["plan"], { environment });
    expect([code, err]).toEqual([1, expect.stringContaining("[cli/bad-consistency-window]")]);
    expect(err).toContain("a whole number of milliseconds from 0 to 600000");
  },
);

test("an unknown API version in the environment is an error", async () => {
  const { code, err } = await bench.run(["plan"], { environment: { DOCSFORM_API_VERSION: "newest" } });
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining("[cli/bad-api-version]") as string,
  });
});
