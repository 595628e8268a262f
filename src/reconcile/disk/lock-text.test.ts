import { describe, expect, it } from "vitest";
import type { Lock } from "../../model/lock.ts";
import { parseLock, serialiseLock } from "./lock-text.ts";

const lock: Lock = {
  docsformLock: 2,
  organization: "acme",
  knownApiVersion: "classic",
  salt: "ab12",
  objects: {
    "widget.b": { id: "2", applied: { title: "B", note: null } },
    "widget.a": {
      id: "1",
      origin: "created",
      scopeId: "s",
      applied: {},
      container: null,
      isDefault: true,
      rank: 3,
      protect: true,
    },
  },
};

describe("the lock file", () => {
  it("reads what it wrote", () => {
    expect(parseLock(serialiseLock(lock, { layout: "docs" }), "acme", "docsform.lock.json")).toEqual({
      lock,
      layout: "docs",
    });
  });

  it("reads what an editor put a mark of the order of bytes before", () => {
    const text = `\ufeff${serialiseLock(lock, { layout: "docs" })}`;
    expect(parseLock(text, "acme", "docsform.lock.json").lock).toEqual(lock);
  });

  it("is the same text in whatever order objects were added", () => {
    const { "widget.a": a, "widget.b": b } = lock.objects;
    if (a === undefined || b === undefined) throw new Error("The lock above has both.");
    const turned = { ...lock, objects: { "widget.a": a, "widget.b": b } };
    expect(serialiseLock(turned, { layout: "docs" })).toBe(serialiseLock(lock, { layout: "docs" }));
  });

  const wrong: readonly (readonly [string, string, string])[] = [
    ["not JSON", "{", "apply/bad-lock"],
    ["unknown fields", JSON.stringify({ ...lock, more: 1 }), "apply/bad-lock"],
    [
      "an entry without id",
      JSON.stringify({ ...lock, objects: { "widget.a": { applied: {} } } }),
      "apply/bad-lock",
    ],
    ["a later version", JSON.stringify({ ...lock, docsformLock: 3 }), "apply/lock-version"],
    [
      "another organization",
      JSON.stringify({ ...lock, organization: "else" }),
      "apply/lock-of-another-organization",
    ],
  ];
  it.each([
    [{ ...lock, docsformLock: true }, "docsformLock must be one of 1, 2"],
    [{ ...lock, more: 1 }, "it has no field more"],
    [{ ...lock, salt: "x" }, "salt must be hexadecimal"],
    [{ ...lock, serial: "7" }, "serial must be a number, not text"],
    [{ ...lock, objects: { "widget.a": { applied: {} } } }, "objects › widget.a › id is missing"],
    [{ ...lock, objects: { a: { id: "1", applied: {} } } }, "objects › a must begin with a type and a dot"],
    [[], "it must be a map of fields, not a list"],
  ])("says in plain words what is wrong with %j", (value, told) => {
    expect(() => parseLock(JSON.stringify(value), "acme", "docsform.lock.json")).toThrow(
      `docsform.lock.json is not a lock of docsform: ${told}.`,
    );
  });

  it.each(wrong)("refuses %s", (_, text, code) => {
    expect(() => parseLock(text, "acme", "docsform.lock.json")).toThrow(expect.objectContaining({ code }));
  });
});
