import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Endpoint } from "../../model/endpoint.ts";
import { operations } from "./operations.ts";
import { rows } from "./rows.ts";
import { operationsIn } from "./system.ts";

test("clients are derived from the rows that the emulator serves", () => {
  expect(Object.keys(rows)).toEqual(Object.keys(operations));
  for (const [name, system] of Object.entries(rows)) expect(operations[name]?.operations).toBe(system);
});

test("operations have different names", () => {
  const names = operationsIn(operations).map(({ operation }) => operation);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe.each(operationsIn(operations).map((endpoint) => ({ endpoint, name: endpoint.operation })))(
  "$name",
  ({ endpoint }) => {
    // The help of the command line and the documentation of the client show the summary.
    test("has a summary of one line", () => {
      expect(endpoint.summary).toMatch(/^[A-Z][^\n]+\.$/u);
    });

    // They show these sentences too.
    test("describes its errors in sentences: invalid and missing", () => {
      const { errors = {}, method, path, body, paged } = endpoint;
      for (const meaning of Object.values(errors)) expect(meaning).toMatch(/^[A-Z][^\n]+\.$/u);
      const statuses = Object.keys(errors).map(Number);
      const expected = [
        ...(body !== undefined || paged === true ? [400] : []),
        ...(path.includes("{") && method !== "DELETE" ? [404] : []),
      ];
      expect(statuses).toEqual(expect.arrayContaining(expected));
    });

    // Clients accept all of them in one object.
    test("has each name only once in its path, query and body", () => {
      const names = namesOf(endpoint);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    });
  },
);

function namesOf({ path, query, body, paged }: Endpoint): readonly string[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const inBody = body === undefined ? [] : body instanceof z.ZodObject ? Object.keys(body.shape) : ["body"];
  const paging = paged === true ? ["page", "limit"] : [];
  return [...inPath, ...Object.keys(query?.shape ?? {}), ...paging, ...inBody];
}
