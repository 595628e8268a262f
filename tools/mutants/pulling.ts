import { killedBy, type Mutant } from "./mutant.ts";

/** What is written down of what is live. */
export const pullingMutants: readonly Mutant[] = killedBy(
  [
    "test/cli/pull.test.ts",
    "src/layout/write-layout.test.ts",
    "src/resources/openapi-spec",
    "test/cli/errors.test.ts",
    "test/reconcile/pull.test.ts",
    "test/conformance/refused-reads.test.ts",
  ],
  {
    "an incomplete list is not pulled": "refuseIncompleteLists: const 1 value -> `$$.slice(0, 0)` #5510",
    "to import is no pending change": "makePlan: && 2 operand 2 -> `$1.length > 0` #6273",
    "a file that is pulled has its state beside it": "placesOfPulled: !== 1 -> dropped #f402",
    "what is protected stays so when it is pulled":
      "stateWithIds in reconcile/pull.ts: ... 2 -> dropped #a834",
    "names of a state are kept": "outputOf: property 3 -> dropped #ce0c",
    "pulling reads no people unless it is asked to": "pulledTypes: ! 1 -> true #78d1",
    "null of access is written": "writeNothing: if 1 -> dropped #bd9f",
    "a secret is not written": "commentGap: statement 1 -> dropped #1499",
    "a shared key needs an id": "idChoiceOf: call 2 -> dropped #eee2",
    "a layout without a state has ids": 'startWriting: string 1 -> `"ambiguous"` #7877',
    "what the service fills by itself is left out": "writeAttribute: if 5 -> dropped #f798",
    "what contains others is written before those": "inShownOrder: ? 3 -> only then #207e",
    "what is shown is written in that order": "compareSteps: if 1 -> dropped #5ffb",
    "a container is shown with what is in it": "raiseContainers: statement 1 -> dropped #9f62",
    "a variant is called by what it is a variant of": "basesOf: template 2 -> dropped #6868",
    "blank lines part the entries": "separateEntries: true 2 -> false #0ed7",
    "capitals are of one API version": "openapiSlug: && 1 -> `slug === null` #b5e2",
    "no file is replaced unasked": "refuseToReplace: === 1 -> `path !== undefined` #f08d",
    "a site is named by one title": "siteNamed: === 3 -> dropped #7f9f",
    "null is remembered": "appliedValues: !== 1 -> `$$ && $1 !== null` #ac28",
    "a pull goes on without what the token may not read": "pull in reconcile/: property 6 -> dropped #5faf",
    "only what is refused is left out": "unlessForbidden: === 2 -> dropped #f28e",
    "what the token may not read is told": "writeLayout: array 2 -> `writing.notes` #77a4",
    "a layout says itself what the token may not read": "writeLayout: ?? 1 -> null #9012",
    "what is pulled besides is not declared":
      "pull in reconcile/: property 8 -> `objects: [...others, ...objects]` #2b5d",
    "what is not there is left out of what is pulled besides":
      "valuesOf in reconcile/: === 3 -> dropped #45ca",
  },
);
