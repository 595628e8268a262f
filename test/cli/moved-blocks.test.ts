import { expect, test } from "vitest";
import { benchOfTest, openWorkbench, organization } from "./workbench.ts";

/** A stack with a space of this name. `moved`: its former name. */
function stack(name: string, moved?: string): string {
  return JSON.stringify({
    provider: { docs: [{ organization }] },
    resource: { docs_space: { [name]: { title: "Guides" } } },
    ...(moved === undefined ? {} : { moved: [{ from: `docs_space.${moved}`, to: `docs_space.${name}` }] }),
  });
}

const bench = benchOfTest(() => openWorkbench({ "cdk.tf.json": stack("old") }));

test("an apply that only moves an object saves its new address", async () => {
  const apply = async (text: string) => {
    bench.files.write("cdk.tf.json", text);
    await bench.checkDone(["apply", "cdk.tf.json", "--yes"]);
    return JSON.parse(bench.files.read("docsform.cdk.tf.state.json") ?? "{}");
  };
  const before = await apply(stack("old"));
  const writes = bench.writes();
  const after = await apply(stack("new", "old"));
  expect(Object.keys(after.objects)).toEqual(["space.new"]);
  expect(after.objects["space.new"]).toEqual(before.objects["space.old"]);
  expect(await apply(stack("new"))).toEqual(after);
  expect(bench.writes()).toBe(writes);
});
