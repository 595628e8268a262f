import { killedBy, type Mutant } from "./mutant.ts";

const tests = "test/operations";

/** What holds of content, of what is proposed for it and said about it, and of repositories. */
export const contentMutants: readonly Mutant[] = [
  ...killedBy([`${tests}/spaces.test.ts`], {
    "an organization's tables are not those of another": "storeOf: call 1 -> only receiver #405e",
    "a copy has no history of its original": "copyRevision: ... 2 -> dropped #339d",
  }),
  ...killedBy(["test/planning/destroy.test.ts"], {
    "a destroy is confirmed with the layout's organization": "planDestroy: !== 1 -> false #7eee",
  }),
  ...killedBy(
    [
      "src/operations/revisions/merge.test.ts",
      `${tests}/change-requests.test.ts`,
      `${tests}/merge-law.test.ts`,
    ],
    {
      "what both sides changed is a conflict": "mergeOne: ? 1 -> only then #433d",
      "what both changed in the same way is none": "mergeOne: || 1 -> only operand 2 #e1ac",
      "no page loses the one that it is under": "mergeContents: ... 2 -> dropped #2828",
      "no page is under itself after a merge": "misplaced in operations/: && 2 -> false #8769",
      "a page that stayed where it was is in no conflict":
        "misplaced in operations/: && 2 -> only operand 2 #8769",
      "an order that both changed is a conflict": "pageOrder: if 1 -> dropped #4ddf",
      "what was added stands where it stood": "woven: ? 1 -> 0 #d1a2",
      "a merged change request is not outdated": "isOutdated: !== 1 -> dropped #2570",
      "what is merged or archived is not merged": "openPlace: if 1 -> only then #dfb4",
      "an update is remembered": "handlers in operations/change-requests/: property 55 -> dropped #752f",
    },
  ),
  ...killedBy([`${tests}/content.test.ts`], {
    "no page is moved under itself": "checked in operations/: call 1 -> false #0ce4",
    "a heading that is not there is a broken link":
      "anchorIn in operations/content/: call 2 -> negated #4617",
    "code holds no links": "targetsIn: call 1 -> only receiver #5832",
    "a report counts all links": "linkReport: . 7 -> `requested.length` #8a99",
    "addresses are unique": "addressesIn in operations/: call 2 -> only argument 1 #c37b",
    "a search wants every word": "findPages: call 5 -> method some #9e92",
  }),
  ...killedBy([`${tests}/comments.test.ts`], {
    "nobody reacts twice with the same emoji": "reactionsAfter: ! 2 -> dropped #a3ee",
    "a space's comments are not those of its change requests":
      "commentsIn in operations/comments/comments.emulator.ts: === 2 -> dropped #3fd7",
    "replies go with their comment": "handlers in operations/comments/: for 1 -> dropped #3f67",
  }),
  ...killedBy(["src/operations/git/content-files.test.ts", `${tests}/git.test.ts`], {
    "a job of before the last one is passed over": "isLate: > 1 -> false #8deb",
    "an export does not write over what others wrote": "treeAfter: || 2 -> true #e678",
    "who pushes in between is waited for": "writeFolder: >= 1 operand 2 -> 1 #9270",
    "files that nobody changed stay as they are": "treeAfter: ! 1 value -> `Object.is($2, $3)` #e0e2",
    "jobs of a space take turns": "queueJob in operations/: && 1 -> false #62bb",
    "an import keeps what the space has changed": "importInto: ? 1 -> `$1 ? $2 : $2 ?? $3` #805a",
    "what is imported apart stays apart": "importInto: if 3 -> dropped #ad19",
    "no other machine is gone to": "repositoryAddress in operations/git/address.ts: ! 1 -> dropped #78d1",
    "a folder is inside of its repository": "prefixOf: call 3 -> false #4b63",
    "what nobody understands is kept": "readPageFile: statement 2 -> dropped #ad7b",
    "titles are written so that they can be read": "linesOf in operations/: call 4 -> only receiver #a569",
    "passwords of addresses are in no log": "bodyForLog: ? 1 -> only else #d1b1",
  }),
];
