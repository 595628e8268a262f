import { expect, test } from "vitest";
import { present } from "../util/present.ts";
import type { ResourceType } from "./resource-type.ts";
import { indexTypes } from "./type-index.ts";

interface Inside {
  /** Types of its parents. */
  readonly parents?: readonly string[];
  readonly siblingSet?: string;
  /** Types that its list finds. */
  readonly finds?: readonly string[];
  readonly scope?: string;
}

function typeOf(name: string, { parents, siblingSet, finds = [name], scope = "site" }: Inside): ResourceType {
  return {
    name,
    scope,
    reads: [{ name, of: scope, finds }],
    ...present({
      container: parents && { types: parents },
      order: siblingSet === undefined ? undefined : { siblingSet },
    }),
  } as unknown as ResourceType;
}

const index = indexTypes([
  typeOf("group", { parents: ["group"] }),
  typeOf("section", { parents: ["group"], siblingSet: "structure" }),
  typeOf("link", { siblingSet: "structure" }),
  typeOf("variant", { finds: ["variant", "section"] }),
  typeOf("redirect", {}),
  typeOf("banner", { siblingSet: "banners" }),
  typeOf("far", { scope: "space", siblingSet: "structure" }),
]);

test("types that share parents, an order or a list are read together", () => {
  const structure = ["group", "link", "section", "variant"];
  for (const name of structure) expect([...index.readTogether(name)].sort(), name).toEqual(structure);
});

test.each(["redirect", "banner", "far"])("%s is read alone", (name) => {
  expect([...index.readTogether(name)]).toEqual([name]);
});

test("an object's lists find the types of its contents", () => {
  expect([...index.typesReadOf("space")]).toEqual(["far"]);
  expect([...index.typesReadOf("banner")]).toEqual([]);
});
