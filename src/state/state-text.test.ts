import { describe, expect, it } from "vitest";
import type { State } from "../model/state.ts";
import { parseState, serializeState } from "./state-text.ts";

const state: State = {
  docsformState: 2,
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

describe("the state file", () => {
  it("reads what it wrote", () => {
    expect(parseState(serializeState(state, { layout: "docs" }), "acme", "docsform.state.json")).toEqual({
      state,
      layout: "docs",
    });
  });

  it("reads a state with a byte order mark", () => {
    const text = `\ufeff${serializeState(state, { layout: "docs" })}`;
    expect(parseState(text, "acme", "docsform.state.json").state).toEqual(state);
  });

  it("is the same text in every order of objects", () => {
    const { "widget.a": a, "widget.b": b } = state.objects;
    if (a === undefined || b === undefined) throw new Error("The state above has both.");
    const turned = { ...state, objects: { "widget.a": a, "widget.b": b } };
    expect(serializeState(turned, { layout: "docs" })).toBe(serializeState(state, { layout: "docs" }));
  });

  const written = { ...state, layout: "docs" };
  const wrong: readonly (readonly [string, string, string])[] = [
    ["not JSON", "{", "apply/bad-state"],
    ["unknown fields", JSON.stringify({ ...written, more: 1 }), "apply/bad-state"],
    [
      "an entry without id",
      JSON.stringify({ ...written, objects: { "widget.a": { applied: {} } } }),
      "apply/bad-state",
    ],
    [
      "another organization",
      JSON.stringify({ ...written, organization: "else" }),
      "apply/state-of-another-organization",
    ],
  ];
  it.each([
    [{ ...written, docsformState: true }, "docsformState must be 2"],
    [{ ...written, more: 1 }, "it has no field more"],
    [{ ...written, salt: "x" }, "salt must be hexadecimal"],
    [{ ...written, serial: "7" }, "serial must be a number, not text"],
    [{ ...written, objects: { "widget.a": { applied: {} } } }, "objects › widget.a › id is missing"],
    [
      { ...written, objects: { a: { id: "1", applied: {} } } },
      "objects › a must begin with a type and a dot",
    ],
    [[], "it must be a map of fields, not a list"],
  ])("explains what is wrong with %j", (value, reported) => {
    expect(() => parseState(JSON.stringify(value), "acme", "docsform.state.json")).toThrow(
      `docsform.state.json is not a state of docsform: ${reported}.`,
    );
  });

  it.each([1, 3])("names the file, its version %i, and the supported version", (docsformState) => {
    expect(() =>
      parseState(JSON.stringify({ ...written, docsformState }), "acme", "team.state.json"),
    ).toThrow(
      expect.objectContaining({
        code: "apply/state-version",
        message: `team.state.json has the format version ${docsformState}, but this docsform reads version 2.`,
      }),
    );
  });

  it.each(wrong)("refuses %s", (_, text, code) => {
    expect(() => parseState(text, "acme", "docsform.state.json")).toThrow(expect.objectContaining({ code }));
  });
});
