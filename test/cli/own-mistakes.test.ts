import { expect, test } from "vitest";
import { refuseOtherMeaning } from "../../src/cli/commands/fmt-command.ts";
import { changeLayout } from "../../src/cli/layout-editor.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { organizationId } from "../support/declare-world.ts";
import { readText } from "../support/read-text.ts";
import { everythingAllowed, reconcilerOf } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";

// docsform checks its own work before it writes a file or a state. These results are wrong, as a defect would make them.

const text = (title: string, comment = "") =>
  `docsform: 1\norganization: ${organizationId}\n${comment}spaces: { guides: { title: ${title} } }\n`;
const file = "docsform.yaml";
const editable = (title: string, read = readText) => ({
  sources: [{ file, text: text(title) }],
  variables: new Map<string, string>(),
  read: ([source]: readonly { readonly text: string }[]) => read(source?.text ?? ""),
});

test.each([
  { wrong: "another title", formatted: text("Manual") },
  { wrong: "a comment less", formatted: text("Guides"), before: text("Guides", "# Reviewed\n") },
])("fmt/not-same: $wrong", ({ formatted, before = text("Guides") }) => {
  const layout = { ...editable("Guides"), sources: [{ file, text: before }] };
  expect(() => refuseOtherMeaning(layout, layout.sources)).not.toThrow();
  expect(() => refuseOtherMeaning(layout, [{ file, text: formatted }])).toThrow(
    expect.objectContaining({ code: "fmt/not-same" }),
  );
});

/** A layout with one space, applied. */
async function applied() {
  const service = createTestService({ apiVersion: "current", random: seededRandom(3) });
  const { desired } = readText(text("Guides"));
  if (desired === undefined) throw new Error("The layout has errors.");
  const disk = createMemoryDisk();
  const reconciler = reconcilerOf(service, disk);
  const planned = await reconciler.plan(desired);
  if (planned.plan === undefined) throw new Error("There is no plan.");
  await reconciler.apply(planned, everythingAllowed).result;
  const id = service.emulator.service.list("space")[0]?.id ?? "";
  return { service, desired, disk, reconciler, id };
}

test("accept/unreadable: a changed layout with an error", async () => {
  const { service, desired, reconciler, id } = await applied();
  service.emulator.edit("updateSpaceById", { spaceId: id }, { title: "Manual" });
  const taking = await reconciler.accept(desired, { changes: "drift" });
  const accept = (read = readText) =>
    changeLayout({ types: registry }, reconciler, { desired, files: [] }, editable("Guides", read), taking);
  expect(accept().after).toEqual([{ file, text: text("Manual") }]);
  expect(() => accept(() => readText("docsform: 1\nspaces: 7\n"))).toThrow(
    expect.objectContaining({ code: "accept/unreadable" }),
  );
});

test("pull/does-not-match: a pulled layout that declares something else", async () => {
  const { desired, disk, reconciler, id } = await applied();
  const before = disk.state;
  const { live, state } = await reconciler.pull({ organizationId });
  const other = readText(text("Manual")).desired ?? desired;
  const save = (pulled: typeof desired) =>
    reconciler.savePulled({ live, state, desired: pulled, ids: new Map([["space.guides", id]]) });
  await expect(save(other)).rejects.toMatchObject({ code: "pull/does-not-match" });
  expect(disk.state).toBe(before);
  await save(desired);
  expect(disk.state).not.toBe(before);
});
