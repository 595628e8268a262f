import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import * as constructs from "../../src/constructs.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import { operationsIn } from "../../src/contract/operations/system.ts";
import { publishedApiVersions } from "../../src/model/endpoint.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";
import { interfaceOperations } from "../../tools/generate/coverage.ts";
import { missingPartsOf } from "../../tools/generate/covered/missing-parts.ts";
import { notDeclared, notServed } from "../../tools/generate/covered/reasons.ts";
import { responseFieldsOf } from "../../tools/generate/covered/response-fields.ts";
import { unsetFieldsOf } from "../../tools/generate/covered/settable-fields.ts";
import { publishedDocument } from "../support/contract-document.ts";

// The page is generated, and CI fails on a difference. These tests check its contents.

const page = readFileSync("docs/reference/coverage.md", "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| Operation"));

test("every operation of the interface has a row", () => {
  const listed = interfaceOperations().filter(({ id, method, path }) =>
    rows.some((row) => row.startsWith(`| \`${method} ${path}\` \`${id}\` |`)),
  );
  expect(listed).toHaveLength(146);
});

test("every operation of both published documents has one row", () => {
  const inRows = rows.flatMap((row) => /^\| `[A-Z]+ [^`]+` `(\w+)` \|/u.exec(row)?.[1] ?? []);
  for (const apiVersion of publishedApiVersions) {
    const ids = publishedDocument(apiVersion).operations.map(({ operationId }) => operationId);
    expect(ids.length).toBeGreaterThan(200);
    expect(ids.filter((id) => inRows.filter((each) => each === id).length !== 1)).toEqual([]);
  }
});

test("no cell is empty", () => {
  const withGap = rows.filter((row) =>
    row
      .split("|")
      .slice(1, -1)
      .some((cell) => cell.trim() === ""),
  );
  expect(withGap).toEqual([]);
});

test("the constructs that it names exist", () => {
  const named = rows.flatMap((row) =>
    [...row.matchAll(/`(\w+)` of `([A-Z]|l1\.)(\w+)`/gu)].map(([each]) => each),
  );
  const places = named.map(
    (each) => /^`(?<property>\w+)` of `(?<l1>l1\.)?(?<name>\w+)`$/u.exec(each)?.groups,
  );
  const absent = places.filter((place) => {
    const all: Readonly<Record<string, unknown>> = place?.["l1"] === undefined ? constructs : constructs.l1;
    const found = all[place?.["name"] ?? ""];
    const isGenerated = place?.["l1"] !== undefined;
    return (
      typeof found !== "function" ||
      (isGenerated && !((place["property"] ?? "") in (found.prototype as object)))
    );
  });
  expect(named).not.toEqual([]);
  expect(absent).toEqual([]);
});

test("the operations of the interface are declared with its methods and paths", () => {
  const declared = new Map(operationsIn(operations).map((endpoint) => [endpoint.operation, endpoint]));
  const nameless = (path: string) => path.replace(/\{[^}]+\}/gu, "{}");
  const others = interfaceOperations().filter(({ id, method, path }) => {
    const endpoint = declared.get(id);
    if (endpoint === undefined) return notServed[id] === undefined;
    return endpoint.method !== method || nameless(endpoint.path) !== nameless(path);
  });
  expect(others).toEqual([]);
});

test("every reason is still needed", () => {
  const unset = registry.flatMap(unsetFieldsOf).map(({ operation, field }) => `${operation}.${field}`);
  expect(Object.keys(notDeclared).filter((each) => !unset.includes(each))).toEqual([]);
  const needless = registry.flatMap((type) => {
    const reported = [...responseFieldsOf(type), ...missingPartsOf(type, registry)];
    return Object.keys(type.unmappedFields ?? {})
      .filter((field) => !reported.includes(field))
      .map((field) => `${type.name}.${field}`);
  });
  expect(needless).toEqual([]);
  const served = operationsIn(operations).map(({ operation }) => operation);
  expect(Object.keys(notServed).filter((each) => served.includes(each))).toEqual([]);
});

test("an incomplete field is reported with its missing half", () => {
  const [type] = registry.filter(({ computed }) => computed?.["billing"] !== undefined);
  const shown = { schema: z.object({ status: z.string() }), description: "", follows: [] };
  const halved = { ...(type as ResourceType), computed: { trial: shown } };
  expect(missingPartsOf(halved, registry)).toEqual(["trial.count", "trial.endDate", "trial.decision"]);
});

test("the interface's document has every computed field of each type", () => {
  const types = registry.filter(({ computed }) => computed !== undefined);
  expect(types.filter((type) => responseFieldsOf(type).length < 4).map(({ name }) => name)).toEqual([]);
});
