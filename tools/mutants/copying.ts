import { killedBy, type Mutant } from "./mutant.ts";

/** What is made as a copy. */
export const copyingMutants: readonly Mutant[] = killedBy(
  ["test/resources/copies.test.ts", "test/terraform/docs-copies.test.ts"],
  {
    "a copy is made of what its source is to be": 'copies: !== 1 -> `$1 === "create"` #b886',
    "a copy is made before its source goes": "copies: if 3 -> dropped #deb2",
    "a service that makes nothing anew may make copies": "isCreatable in model/: call 2 -> undefined #0ce4",
    "a copy leaves the place of its source": "draftFirstMove: === 3 -> dropped #c140",
    "what is null is cleared of a copy": "writtenLater: || 1 -> only operand 2 #1ddd",
    "what something was made of is no change": "isChanged: if 2 -> dropped #18db",
    "what may be the copy already is told": "alikeOf: === 2 -> operator !== #0ccf",
    "only what is as the source is taken for its copy": "candidatesAmong: && 1 -> `$1 && $2 && $4` #db27",
  },
);
