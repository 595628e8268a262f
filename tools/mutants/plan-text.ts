import { killedBy, type Mutant } from "./mutant.ts";

/** Rules of what a person is shown of a plan. */
export const planTextMutants: readonly Mutant[] = [
  ...killedBy(["test/planning/dangers.test.ts"], {
    "what gives access and does not say which way is wider counts as wider":
      "widened: ? 2 -> undefined #780e",
    "what goes offline is dangerous": "dangersOfChange: && 1 -> false #31ba",
    "an address that no reader knows is nobody's loss": "ofPatch: call 2 -> only receiver #c99b",
    "a new site that is live at once is seen by more people":
      "isShowing: && 1 -> `$1 && value === null` #31ba",
    "a value that nobody can compare counts as wider":
      "widerFirst: || 1 -> `from >= 0 && to >= 0 && $3` #eb90",
    "of two roles nobody says which may more": "widerRole: && 1 -> false #0e90",
    "a condition that goes lets more people see": "widerWithout: && 1 -> false #041a",
    "a role that may more is a danger": "widerRole: call 1 -> dropped #5069",
  }),
  ...killedBy(["test/planning/carried-values.test.ts"], {
    "what the service refuses of a default is not kept by one": "isRefusedThere: && 1 -> false #ce79",
    "what the service refuses of a default is refused before any write":
      "refusedInDefault: || 1 -> true #c054",
    "what the service refuses of a default is written after another is it":
      "afterDefault: object 1 -> `{ node, after: undefined }` #7f20",
    "of a default only what is at the root or in a default is refused":
      "requiredDefaults: array 3 -> `[$1]` #5fb8",
    "what the service refuses of a default is not kept where the service chooses the default":
      "mayBeInDefault: || 1 -> only operand 1 #4098",
    "where the layout says which is the default, the service does not choose":
      "mayBecomeDefault: if 1 -> dropped #be0e",
    "where the default stays, the service does not choose": "mayBecomeDefault: if 3 -> dropped #4295",
    "what the layout does not own stays the default": "mayBecomeDefault: || 1 -> true #4e7f",
    "what is carried over frees the value that the service gave":
      "keepsValue: call 4 -> `context.matches.byLive.get(key)?.desired` #34a9",
    "what belongs to a value that is written goes with it":
      "clearedByWriting: array 1 -> `orphans.length < 0 ? [] : [$1]` #39c5",
  }),
  ...killedBy(["test/planning/cleared-values.test.ts"], {
    "what the service clears beside a new value is told": "patchedIn: ... 2 -> dropped #2cb1",
    "what was not there does not go": "clearedBeside: !== 1 -> dropped #4f0d",
    "null takes the place of nothing": "clearedBy: call 2 -> only receiver #64dc",
    "a copy does not keep of its source what cannot be beside its own values":
      "execute: ... 2 -> dropped #d75b",
    "what gives way is not taken over": "whoChangedOf: || 1 -> operator && #377e",
  }),
  ...killedBy(["test/report/plan-text.test.ts"], {
    "deletes are named to the last":
      "ofKind in report/text/: call 5 -> `$1($2.slice(0, mostLines), $3, $4)` #45ce",
    "what is forgotten is named to the last": "summaryLine: call 1 -> `$1($2.slice(0, mostNamed))` #85e8",
    "what does not fit is counted": "inShortOf: call 3 -> `$1.slice($2, $2)` #fdb5",
  }),
];
