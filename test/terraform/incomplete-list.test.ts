import { expect, test } from "vitest";
import { createTestService, seededRandom } from "../support/service.ts";
import { type InState, rpcTerraform } from "./support/rpc-terraform.ts";

test("an object that an incomplete list omits is not gone, and the listed ones are read", async () => {
  const service = createTestService({ apiVersion: "current", random: seededRandom(1), pageCap: 1 });
  const terraform = rpcTerraform(service.emulator, service.clock);
  const titles = ["One", "Two"];
  const inState: InState[] = [];
  for (const title of titles) inState.push(await terraform.apply("docs_space", terraform.nothing, { title }));
  const skip = { kind: "shift-pages", by: "skip" } as const;
  service.emulator.faults.add({ on: { method: "read", times: "always" }, fault: skip });
  terraform.restart();
  const read = async () =>
    await Promise.all(
      inState.map((each) =>
        terraform.read("docs_space", each).then(
          ({ state }) => (typeof state?.["title"] === "string" ? state["title"] : "gone"),
          (error: unknown) => (error as Error).message,
        ),
      ),
    );
  const seen = await read();
  expect(seen.filter((each) => titles.includes(each))).toHaveLength(1);
  expect(seen.filter((each) => each.includes("docsform does not know whether the space"))).toHaveLength(1);
  service.emulator.faults.clear();
  terraform.restart();
  expect(await read()).toEqual(titles);
});
