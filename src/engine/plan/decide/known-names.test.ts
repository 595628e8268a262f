import { expect, test } from "vitest";
import { withoutSecretNames } from "../world/secret-texts.ts";
import { namesOfIds } from "./known-names.ts";

const nameOf = (type: string, id: string) =>
  type === "team" && id === "t1" ? "team.writers" : id === "t2" ? '"Hunter2s" (t2)' : id;

test("names contain each id once, and no id without a name", () => {
  const namesById = { t1: "team.writers", t2: '"Hunter2s" (t2)' };
  expect(namesOfIds(nameOf, ["space", "team"], ["t1", "t2", "t1", "t3", null, { $ref: "team.x" }])).toEqual({
    namesById,
  });
  expect(namesOfIds(nameOf, ["space"], ["t3", undefined])).toEqual({});
});

test("a title that repeats a secret is not shown", () => {
  const reported = { namesById: { t1: "team.writers", t2: '"Hunter2s" (t2)' } };
  expect(withoutSecretNames(reported, ["Hunter2"])).toEqual({
    namesById: { t1: "team.writers", t2: '"(secret)s" (t2)' },
  });
  expect(withoutSecretNames({}, ["Hunter2"])).toEqual({});
});
