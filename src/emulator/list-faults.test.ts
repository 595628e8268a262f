import { describe, expect, test } from "vitest";
import { createBox, home } from "../../test/support/widget-box.ts";
import type { Fault } from "./faults.ts";

async function boxOf(faultOn: (id: string) => Fault) {
  const box = createBox();
  await box.create("A");
  const id = await box.create("B");
  box.emulator.faults.add({ fault: faultOn(id) });
  return { box, one: () => box.ask("GET", `${home}/${id}`), list: () => box.ask("GET", home) };
}

describe("faults of lists", () => {
  test("hide: lists and their counts omit an object, and a read by id shows it", async () => {
    const { one, list } = await boxOf((id) => ({ kind: "hide", ids: [id] }));
    expect((await list()).body).toMatchObject({ items: [{ title: "A" }], count: 1 });
    expect(await one()).toMatchObject({ status: 200, body: { title: "B" } });
  });

  test.each([
    ["gone", 404],
    ["forbidden", 403],
  ] as const)("hide, by id %s: %d", async (byId, status) => {
    const { one } = await boxOf((id) => ({ kind: "hide", ids: [id], byId }));
    expect((await one()).status).toBe(status);
  });

  test("hide all: lists are empty", async () => {
    const { list } = await boxOf(() => ({ kind: "hide", ids: "all" }));
    expect((await list()).body).toMatchObject({ items: [], count: 0 });
  });

  test("repeat-items: lists show every object twice", async () => {
    const { box, list } = await boxOf(() => ({ kind: "repeat-items" }));
    expect(await box.titles()).toEqual(["A", "A", "B", "B"]);
    expect((await list()).body["count"]).toBe(4);
  });

  test("writes work as usual, and nothing is lost", async () => {
    const { box } = await boxOf(() => ({ kind: "hide", ids: "all" }));
    expect(await box.create("C")).toMatch(/./);
    box.emulator.faults.clear();
    expect(await box.titles()).toEqual(["A", "B", "C"]);
  });
});
