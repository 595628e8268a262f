import { afterEach, beforeEach, expect, test } from "vitest";
import { apply, openWorkbench, organization, type Workbench } from "./workbench.ts";

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

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench({ "docs.yaml": layout }, "classic");
});
afterEach(() => bench.close());

/** What a bench tells its runs otherwise. */
const noGeneration = { DOCSFORM_GENERATION: undefined };

test("what depends on a generation that nobody knows is shown, and refused", async () => {
  const planned = await bench.run(["plan"], { environment: noGeneration });
  expect(planned.code).toBe(0);
  expect(planned.out).toContain("guard/generation-open");
  const { code, out } = await bench.run([...apply], { environment: noGeneration });
  expect(code).toBe(4);
  expect(out).toContain("--generation classic or --generation current");
  expect(bench.emulator.emulator.log.filter(({ method }) => method !== "GET")).toEqual([]);
});

test.each([
  { by: "the flag", args: ["--generation", "classic"], environment: noGeneration },
  { by: "the environment", args: [], environment: { DOCSFORM_GENERATION: "classic" } },
])("who says it by $by can apply, and need not say it again", async ({ args, environment }) => {
  expect((await bench.run([...apply, ...args], { environment })).code).toBe(0);
  expect((await bench.run(["plan", "--detailed-exitcode"], { environment: noGeneration })).code).toBe(0);
});

test("an environment that names no generation is told so", async () => {
  const { code, err } = await bench.run(["plan"], { environment: { DOCSFORM_GENERATION: "newest" } });
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining("[cli/bad-generation]") as string,
  });
});
