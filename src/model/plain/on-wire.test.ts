import { expect, test } from "vitest";
import * as z from "zod";
import { fromWire, onWire } from "./on-wire.ts";

const field = { description: "A text.", schema: z.string(), samples: [] } as const;
const fields = {
  page: { ...field, at: ["target", "id"], beside: { kind: "page" } },
  file: { ...field, at: ["target", "id"], beside: { kind: "file" } },
  color: { ...field, at: ["style", "color"] },
  font: { ...field, at: ["style", "font"], unset: "usual" },
} as const;

test("fields of one object stand in it together", () => {
  expect(onWire(fields, { color: "red", font: "bold" })).toEqual({ style: { color: "red", font: "bold" } });
});

test("a value of another kind is not the field's, and what stands for null is null", () => {
  const response = { target: { kind: "file", id: "f1" }, style: { color: "usual", font: "usual" } };
  expect(fromWire(fields, response)).toEqual({ page: null, file: "f1", color: "usual", font: null });
});
