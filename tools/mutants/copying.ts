import { type Mutant, seenBy } from "./mutant.ts";

/** What is made as a copy. */
export const copyingMutants: readonly Mutant[] = seenBy(
  ["test/resources/copies.test.ts", "test/terraform/docs-copies.test.ts"],
  [
    [
      "a copy is made of what its source is to be",
      'if (address === source.address && kind !== "delete") yield { node: draft.id, after: id };',
      'if (address === source.address && kind === "create") yield { node: draft.id, after: id };',
    ],
    [
      "a copy is made before its source goes",
      "if (gone !== undefined) yield { node: drafted.find.deleting(gone), after: draft.id };",
      "",
    ],
    [
      "a service that makes nothing anew may make copies",
      'const source = copy === undefined ? {} : { [copy.attribute]: "" };',
      "const source = copy === undefined ? {} : { [copy.attribute]: null };",
    ],
    [
      "a copy leaves the place of its source",
      "const isThere = to === null && copyRuleOf(type, desired.attributes) === undefined;",
      "const isThere = to === null;",
    ],
    [
      "what is null is cleared of a copy",
      "(isCopy || isWorthWriting(type, desired, name))",
      "isWorthWriting(type, desired, name)",
    ],
    [
      "what something was made of is no change",
      "if (attribute.onlyMakes === true) return isMadeOtherwise(inputs, desired, name, notes);",
      "",
    ],
    [
      "what may be the copy already is told",
      "const isOurs = its === keyOf(source) || pairing.byLive.has(its)",
      "const isOurs = its !== keyOf(source) || pairing.byLive.has(its)",
    ],
    [
      "only what is as the source is taken for its copy",
      "isAlike?.(objectOf(type, before, id)) !== false,",
      "isAlike !== null,",
    ],
  ],
);
