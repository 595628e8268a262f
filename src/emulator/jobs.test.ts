import { describe, expect, test } from "vitest";
import { widgetSystem } from "../../test/support/widget.ts";
import { type Box, createBox, home } from "../../test/support/widget-box.ts";
import { type EmulatedService, EmulatorRefusal, type LaterJob } from "../model/emulator-rules.ts";

type JobOf = (service: EmulatedService, id: string) => LaterJob<unknown>;

/** An emulator in which publishing a widget plans this job. */
function boxWith(jobOf: JobOf, refuse = false): Box {
  const publish: (typeof widgetSystem.handlers)[string] = (request, service) => {
    service.later("publish", jobOf(service, request.params["widgetId"] ?? ""));
    if (refuse) throw new EmulatorRefusal(409, "Not now.");
    return { status: 200, body: {} };
  };
  return createBox({
    operations: { widgets: { ...widgetSystem, handlers: { ...widgetSystem.handlers, publish } } },
  });
}

const paint =
  (more: Partial<LaterJob> = {}): JobOf =>
  (service, id) => ({
    ...more,
    commit: () => {
      service.change("widget", id, { color: "red" });
    },
  });

async function published(box: Box): Promise<string> {
  const id = await box.create("A");
  await box.ask("POST", `${home}/${id}/publish`);
  return id;
}

async function colorOf(box: Box, id: string): Promise<unknown> {
  return (await box.ask("GET", `${home}/${id}`)).body["color"];
}

const colorNow = (box: Box, id: string) => box.emulator.service.get("widget", id)?.["color"];

describe("a job after the response", () => {
  test("runs after the response, and before the next request", async () => {
    const box = boxWith(paint());
    const id = await published(box);
    expect(colorNow(box, id)).toBeUndefined();
    expect(await colorOf(box, id)).toBe("red");
    expect(await box.emulator.settle()).toEqual({ finished: ["publish"], failed: [], waiting: 0 });
  });

  test("waits for its time, which the clock can skip", async () => {
    const box = boxWith(paint({ afterMs: 60_000 }));
    const id = await published(box);
    expect(await box.emulator.settle()).toEqual({ finished: [], failed: [], waiting: 1 });
    expect(await colorOf(box, id)).toBeUndefined();
    box.emulator.forward(59_999);
    expect(await colorOf(box, id)).toBeUndefined();
    box.emulator.forward(1);
    expect(colorNow(box, id)).toBe("red");
    expect(box.emulator.service.now()).toBe("1970-01-01T00:01:00.000Z");
  });

  test("does not run if the request was refused", async () => {
    const box = boxWith(paint(), true);
    const id = await published(box);
    expect(await box.emulator.settle()).toEqual({ finished: [], failed: [], waiting: 0 });
    expect(await colorOf(box, id)).toBeUndefined();
  });

  test("that needs files or programs runs beside requests, and the caller can wait for it", async () => {
    let found = (_color: string) => {};
    const box = boxWith((service, id) => ({
      fetch: () =>
        new Promise<string>((resolve) => {
          found = resolve;
        }),
      commit: (color) => {
        service.change("widget", id, { color: color as string });
      },
    }));
    const id = await published(box);
    expect(await colorOf(box, id)).toBeUndefined();
    found("blue");
    expect(await box.emulator.settle()).toMatchObject({ finished: ["publish"] });
    expect(await colorOf(box, id)).toBe("blue");
  });

  test("that fails writes nothing, and is reported", async () => {
    const box = boxWith((service, id) => ({
      commit: () => {
        service.change("widget", id, { color: "red" });
        throw new Error("out of paint");
      },
    }));
    const id = await published(box);
    expect(await box.emulator.settle()).toEqual({
      finished: [],
      failed: [{ name: "publish", message: "out of paint" }],
      waiting: 0,
    });
    expect(await colorOf(box, id)).toBeUndefined();
  });

  test("that finds nothing can record that", async () => {
    const box = boxWith((service, id) => ({
      fetch: () => Promise.reject(new Error("no such file")),
      commit: () => {},
      failed: () => {
        service.change("widget", id, { color: "grey" });
      },
    }));
    const id = await published(box);
    expect(await box.emulator.settle()).toMatchObject({
      failed: [{ name: "publish", message: "no such file" }],
    });
    expect(await colorOf(box, id)).toBe("grey");
  });

  test("does nothing if another world was loaded before it", async () => {
    let found = () => {};
    const box = boxWith((service, id) => ({
      fetch: () =>
        new Promise<void>((resolve) => {
          found = resolve;
        }),
      commit: () => {
        service.change("widget", id, { color: "red" });
      },
    }));
    const dump = box.emulator.dump();
    await published(box);
    box.emulator.load(dump);
    found();
    expect(await box.emulator.settle()).toMatchObject({ failed: [] });
    expect(box.emulator.dump()).toEqual(dump);
  });
});
