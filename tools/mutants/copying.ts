import { killedBy, type Mutant } from "./mutant.ts";

/** Objects that the service creates as copies of others. */
export const copyingMutants: readonly Mutant[] = killedBy(
  ["test/resources/copies.test.ts", "test/terraform/docs-copies.test.ts"],
  {
    "docsform creates a copy after it has changed the copy's source":
      'copies: !== 1 -> `$1 === "create"` #b886',
    "docsform creates a copy before it deletes the copy's source": "copies: if 3 -> dropped #deb2",
    "a service that cannot create empty objects can still create copies":
      "isCreatable in model/: call 2 -> undefined #0ce4",
    "docsform moves a copy to the root, because the service creates it beside its source":
      "draftFirstMove: === 3 -> dropped #c140",
    "docsform clears a null attribute of a copy, because the copy has its source's value":
      "writtenLater: || 1 -> only operand 2 #1ddd",
    "a changed source of an existing copy is not a change": "isChanged: if 2 -> dropped #18db",
    "the plan reports an unmanaged object that may be the copy already":
      "alikeOf: === 2 -> operator !== #0ccf",
    "docsform recovers a copy only if it looks like its source": "lookAlikesAmong: call 5 -> true #80ef",
  },
);
