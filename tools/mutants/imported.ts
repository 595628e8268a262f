import { killedBy, type Mutant } from "./mutant.ts";

/** What was there before docsform, and is only imported. */
export const importedMutants: readonly Mutant[] = [
  ...killedBy(["test/resources/members.test.ts"], {
    "whom the token acts for is never deleted": "undeclared in plan/decide/: ! 2 -> dropped #22f7",
    "who is named in something else is no stranger": "undeclared in plan/decide/: ! 3 -> dropped #307d",
    "that they stay is told": "decide: statement 8 -> dropped #f2b3",
    "the token's own rights are not changed unasked": "ownAccess: && 1 -> false #fee1",
    "who the token acts for is asked where people are known":
      "typesThatNeedUser in live/: && 1 -> false #528d",
    "what was never made here is not taken for replaced": "matchAndDecide: if 1 -> dropped #ff2d",
    "what cannot be changed is told": "importedReplaces: if 1 -> only then #7f08",
    "no key is made of no field": "desiredKey: === 3 -> dropped #7f9f",
    "destroying leaves what was only imported": "decideDestroy: function 4 body -> false #e3f8",
    "declaring what is only imported means it": "originsOf in plan/: || 1 -> only operand 2 #4378",
  }),
  ...killedBy(["test/terraform/docs-imported.test.ts"], {
    "what is so already is not written": "applyImport: const 8 value -> only receiver #6e09",
    "one resource takes it over": "applyImport: call 3 -> false #34a9",
    "Terraform changes no rights of the token's user": "refuseOwnAccess: === 2 -> operator >= #7f9f",
    "Terraform deletes nothing that was only imported": "removeObject: if 1 -> dropped #f7fd",
    "letting it be counts for nothing": "objectResource: ! 1 -> true #78d1",
    "what is not there does not end a plan":
      "planImport: return 5 -> `throw notThere(schema, config);` #d914",
    "what a takeover changes is told": "planImport: array 7 -> `warnings` #344e",
  }),
  ...killedBy(["test/terraform/docs-duplicate-resources.test.ts"], {
    "an object has one resource": "createOwners: !== 1 -> false #7eee",
    "what takes the place of a replaced resource is the same one":
      "withInstance: object 1 -> `{ ...parsePrivate(bytes), instance }` #00c3",
    "a ring of names is refused": "noteRenamings: if 2 condition -> `$3 === $4` #d6ea",
    "a replaced object is free for another resource": "ownsOf: if 2 -> dropped #7f2c",
  }),
];
