import { killedBy, type Mutant } from "./mutant.ts";

const applyTests = [
  "test/apply",
  "src/engine/apply",
  "src/engine/live",
  "test/live",
  "test/faults/single-faults.test.ts",
];

/** Reads and writes of the service, and calls of unknown outcome. */
export const liveMutants: readonly Mutant[] = [
  ...killedBy(["test/reconcile/unknown-objects.test.ts"], {
    "the plan is refused if it deletes an object with contents of unknown types":
      "refuseUnknownVictims: call 3 -> `$$.slice(0, 0)` #f8cc",
    "docsform looks for contents of unknown types just before it deletes an object":
      "checkContents: if 2 -> dropped #6d22",
    "unknown contents of another object do not prevent a delete": "contentsAmong: call 7 -> negated #eee2",
    "the plan notes objects of unknown types": "planOfPart: ... 7 -> `$$.slice(1)` #78d2",
  }),
  ...killedBy(["test/terraform/unknown-contents.test.ts"], {
    "Terraform does not delete a site with contents of unknown types":
      "expectContents: if 2 -> dropped #a287",
    "Terraform reads the contents of a site by the id of the site": "expectContents: ? 1 -> swapped #e84e",
  }),
  ...killedBy(["test/cli/pull.test.ts"], {
    "pull notes objects of unknown types": "startWriting: ... 2 -> dropped #cbe6",
  }),
  ...killedBy(["test/planning/destroy.test.ts", "test/reconcile/destroy.test.ts"], {
    "a destroy needs permission to delete objects that were found by their keys":
      "decideDestroy: property 8 value -> `{ of: () => undefined, isConfirmed: () => true }` #8d7c",
    "a destroy does not forget undeclared objects": "staysInState: && 1 -> false #5fb4",
    "a destroy accepts a pin to an object that no longer exists":
      "matchWithoutDead: call 2 -> `$$.slice(0, 0)` #cd6d",
    "a destroy reads the contents of all sites, because they may refer to what it deletes":
      "neededReads: if 1 -> dropped #c481",
  }),
  ...killedBy(["src/layout/synthesized/read-terraform-json.test.ts"], {
    "the token of a provider block appears in no value that an app synthesized":
      "appReading: if 1 -> undefined #11e7",
  }),
  ...killedBy(["test/reconcile/keys-like-ids.test.ts"], {
    "docsform does not read a key that begins with `@` as an id": "encodeName: call 1 -> only receiver #67ae",
  }),
  ...killedBy(["test/laws/worlds/cases.test.ts"], {
    "docsform does not delete the last object in a container that cannot be empty":
      "refuseLast: || 2 -> true #8101",
    "an object is the last one in its container if the run is deleting its siblings":
      "deletionsOf: || 1 -> only operand 2 #1252",
    "the plan is refused if an object in an unlisted container may be inside a deleted one":
      "refusePossibleVictims: return 2 -> `return [];` #a056",
    "docsform moves objects out of a deleted container if they may be inside it":
      "deleteLast: for 2 -> dropped #92e3",
  }),
  ...killedBy(["test/apply/changed-secret.test.ts"], {
    "apply stops before the first write if a secret's source has changed": "checkPlan: if 1 -> dropped #8adf",
  }),
  ...killedBy(applyTests, {
    "docsform keeps a journal with a create of unknown outcome": "closeJournal: ! 2 -> dropped #6901",
    "nested contents prevent the deletion of a container":
      "inside in engine/live/: statement 3 -> dropped #0977",
    "docsform verifies that a sorted object has the declared neighbor on the declared side":
      "isInPlace: ? 1 -> swapped #ce19",
    "a repeated create that is refused because its name is in use may have succeeded before":
      "sentOrThrow: call 1 -> false #078f",
    "a status of 400 may mean that a name is in use": "isNameInUse in engine/live/: === 1 -> dropped #fb35",
    "a status of 409 may mean that a name is in use": "isNameInUse in engine/live/: === 2 -> dropped #ff2c",
    "a refused first attempt of a create fails without a search for its object":
      "sentOrThrow: && 1 -> only operand 2 #4218",
    "a create whose repetition could not be sent has an unknown outcome":
      "sentOrThrow: if 3 -> dropped #8666",
    "a create fails if its repetition was refused and no object is found":
      "recover in engine/live/: if 1 -> dropped #a7d6",
    "a write with a successful status is done, whatever its body":
      "callWithKnownOutcome: if 2 -> dropped #a43d",
    "a refused write fails without a search for its values": "callWithKnownOutcome: if 3 -> dropped #456f",
    "docsform reads the object again if the response to a write was lost":
      "callWithKnownOutcome: statement 1 -> dropped #ea48",
    "a write of unreadable values with a lost response does not count as done":
      "writeObject in engine/live/: call 5 argument 2 -> {} #8182",
    "a write fails if its response shows another value than the declared one":
      "writeObject in engine/live/: if 6 -> dropped #15cb",
    "only the last call of a move puts the object into its new container":
      "moveIntoContainer: ? 1 -> only then #fc02",
    "docsform reads the default again if the response to a new default was lost":
      "setDefault in engine/live/: call 3 -> `$1($2, $3, $4, async () => (await readLiveObject($2, subject)) !== undefined)` #2848",
    "an object that an incomplete list omits is not gone":
      "readLiveObject in engine/live/: statement 1 -> dropped #36d4",
    "docsform does not delete a container if the list of its contents is incomplete":
      "contentsOf in engine/live/: for 1 -> dropped #75a8",
    "the key of a create consists only of values that the creating call sends":
      "createKeyFields: call 2 -> only receiver #175e",
    "docsform reports an organization that does not exist":
      "readOrganization in engine/live/: ? 1 -> only else #57ec",
    "the API version that the responses show overrides the assumed one":
      "possibleApiVersions: && 1 -> only operand 1 #c1aa",
    "an error contains no message of the service that repeats a secret":
      "hidingSecrets: if 2 -> only then #f5b0",
    "an error contains no message of the service that repeats a part of a secret":
      "repeatsForm: if 3 -> only then #4026",
  }),
  ...killedBy(applyTests, {
    "without a state, docsform keeps the journal until all steps are done":
      "closeJournal: || 2 -> `$2 || open === false` #bb76",
    "an object that is created with its parent has an unknown outcome if its parent has one":
      'withParent: === 1 -> `$$ || $1 === "unknown"` #02ac',
    "an object that is created with its parent is not done if its parent failed":
      'withParent: === 1 -> `$$ || $1 === "failed"` #02ac',
    "an object that is created with its parent has the create of its parent":
      "indexPlan: if 2 -> dropped #d33f",
    "a step fails if the object that it deleted still exists": "failuresIn: if 2 -> undefined #5828",
    "a step fails if the object is not in its declared container":
      "failureOf in engine/apply/: ! 1 -> `live === undefined` #ee48",
    "a step fails if the object is not the default as declared":
      "failureOf in engine/apply/: && 2 -> `live === undefined` #e10d",
    "apply verifies the order of siblings": "failuresIn: for 3 -> dropped #4a9f",
  }),
  ...killedBy(["src/contract/http/trace.test.ts"], {
    "a trace shows only the text of a body that cannot be secret":
      "readable in contract/http/: ? 1 -> only then #d8d2",
    "a trace omits the values in a query":
      "withoutValues in contract/http/: template 1 -> `$$.concat(name)` #9109",
  }),
  ...killedBy(["src/contract/http"], {
    "a failed write has an unknown outcome if an earlier attempt succeeded":
      "errorOf in contract/http/attempt.ts: === 2 -> dropped #0036",
    "a failed write has an unknown outcome if an earlier attempt has an unknown outcome":
      "errorOf in contract/http/attempt.ts: === 1 -> dropped #19c5",
  }),
];
