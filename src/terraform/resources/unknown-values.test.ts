import { expect, test } from "vitest";
import type { ComputedField } from "../../model/terraform-schema.ts";
import { type CtyValue, unknown } from "../plugin/values/cty-value.ts";
import { plannedComputed } from "./unknown-values.ts";

const parts = { app: [], published: ["path", "default"], edited: "any write" } as const;
const urls = { app: "a", published: "p", edited: "e" };

test.each<{ follows: ComputedField["follows"]; before: CtyValue; changed: string[]; planned: CtyValue }>([
  { follows: [], before: "a", changed: ["title"], planned: "a" },
  { follows: ["path"], before: "a", changed: ["title"], planned: "a" },
  { follows: ["path"], before: "a", changed: ["title", "path"], planned: unknown },
  { follows: "any write", before: "a", changed: ["title"], planned: unknown },
  { follows: "any write", before: "a", changed: [], planned: "a" },
  { follows: parts, before: urls, changed: ["title"], planned: { ...urls, edited: unknown } },
  {
    follows: parts,
    before: urls,
    changed: ["path"],
    planned: { ...urls, published: unknown, edited: unknown },
  },
  { follows: { app: [], published: ["path"] }, before: null, changed: ["title"], planned: null },
  { follows: { app: [], published: ["path"] }, before: null, changed: ["path"], planned: unknown },
])("a computed value that follows $follows: $before becomes $planned if $changed changes", (given) => {
  const { follows, before, changed, planned } = given;
  const field = { follows } as ComputedField;
  expect(plannedComputed(field, before, changed)).toEqual(planned);
});
