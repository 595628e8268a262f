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

  const written = { ...lock, layout: "docs" };
  const wrong: readonly (readonly [string, string, string])[] = [
    ["not JSON", "{", "apply/bad-lock"],
    ["unknown fields", JSON.stringify({ ...written, more: 1 }), "apply/bad-lock"],
    [
      "an entry without id",
      JSON.stringify({ ...written, objects: { "widget.a": { applied: {} } } }),
      "apply/bad-lock",
    ],
    [
      "another organization",
      JSON.stringify({ ...written, organization: "else" }),
      "apply/lock-of-another-organization",
    ],
  ];
  it.each([
    [{ ...written, docsformLock: true }, "docsformLock must be 2"],
    [{ ...written, more: 1 }, "it has no field more"],
    [{ ...written, salt: "x" }, "salt must be hexadecimal"],
    [{ ...written, serial: "7" }, "serial must be a number, not text"],
    [{ ...written, objects: { "widget.a": { applied: {} } } }, "objects › widget.a › id is missing"],
    [
      { ...written, objects: { a: { id: "1", applied: {} } } },
      "objects › a must begin with a type and a dot",
    ],
    [[], "it must be a map of fields, not a list"],
  ])("says in plain words what is wrong with %j", (value, told) => {
    expect(() => parseLock(JSON.stringify(value), "acme", "docsform.lock.json")).toThrow(
      `docsform.lock.json is not a lock of docsform: ${told}.`,
    );
  });

  it.each([1, 3])("names the file, version %i, which it is of, and the one that is read", (docsformLock) => {
    expect(() => parseLock(JSON.stringify({ ...written, docsformLock }), "acme", "team.lock.json")).toThrow(
      expect.objectContaining({
        code: "apply/lock-version",
        message: `team.lock.json is of version ${docsformLock}; this docsform reads version 2.`,
      }),
    );
  });

  it.each(wrong)("refuses %s", (_, text, code) => {
    expect(() => parseLock(text, "acme", "docsform.lock.json")).toThrow(expect.objectContaining({ code }));
  });
});
