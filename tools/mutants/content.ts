import { killedBy, type Mutant } from "./mutant.ts";

const tests = "test/operations";

/** The emulator: content, change requests, comments and Git repositories. */
export const contentMutants: readonly Mutant[] = [
  ...killedBy([`${tests}/spaces.test.ts`], {
    "the emulator does not list the tables of another organization as the token's own":
      "storeOf: call 1 -> only receiver #405e",
    "a copy of a space does not have the history of the space": "copyRevision: ... 2 -> dropped #6ccb",
  }),
  ...killedBy(["test/planning/destroy.test.ts"], {
    "a destroy needs the id of the layout's organization as confirmation":
      "planDestroy: !== 1 -> false #7eee",
  }),
  ...killedBy(
    [
      "src/contract/operations/revisions/merge.test.ts",
      `${tests}/change-requests.test.ts`,
      `${tests}/merge-law.test.ts`,
    ],
    {
      "a merge has a conflict if both sides changed an item differently": "mergeOne: ? 1 -> only then #433d",
      "a merge has no conflict if both sides changed an item in the same way":
        "mergeOne: || 1 -> only operand 2 #e1ac",
      "a merge that removes the parent of a remaining page has a conflict":
        "mergeContents: ... 2 -> dropped #2828",
      "a merge that would put a page under itself has a conflict":
        "misplaced in contract/operations/: && 2 -> false #8769",
      "a merge has no conflict about a page that stayed in its place":
        "misplaced in contract/operations/: && 2 -> only operand 2 #8769",
      "a merge has a conflict if both sides changed the order of pages": "pageOrder: if 1 -> dropped #4ddf",
      "a merge puts an added page after the page that preceded it": "woven: ? 1 -> 0 #d1a2",
      "a merged change request is not outdated": "isOutdated: !== 1 -> dropped #2570",
      "the emulator refuses to update or merge a change request that is merged or archived":
        "openPlace: if 1 -> only then #dfb4",
      "an updated change request records the revision that it was updated from":
        "handlers in contract/operations/change-requests/: property 55 -> dropped #752f",
    },
  ),
  ...killedBy([`${tests}/content.test.ts`], {
    "the emulator refuses to move a page under itself":
      "checked in contract/operations/: call 1 -> false #0ce4",
    "a link to a heading that does not exist is broken":
      "anchorIn in contract/operations/content/: call 2 -> negated #4617",
    "the emulator finds no links in code": "targetsIn: call 1 -> only receiver #5832",
    "a link report counts all links, and not only the requested ones":
      "linkReport: . 7 -> `requested.length` #8a99",
    "the paths of sibling pages are unique":
      "addressesIn in contract/operations/: call 2 -> only argument 1 #c37b",
    "a search finds only pages with every word": "findPages: call 5 -> method some #9e92",
  }),
  ...killedBy([`${tests}/comments.test.ts`], {
    "a user cannot react twice with the same emoji": "reactionsAfter: ! 2 -> dropped #a3ee",
    "the comments of a space do not include those of its change requests":
      "commentsIn in contract/operations/comments/comments.emulator.ts: === 2 -> dropped #c98e",
    "the emulator deletes the replies of a deleted comment":
      "handlers in contract/operations/comments/: for 1 -> dropped #3f67",
  }),
  ...killedBy(["src/contract/operations/git/content-files.test.ts", `${tests}/git.test.ts`], {
    "the emulator skips a Git job that is older than the last one": "isOlderThanLast: > 1 -> false #8deb",
    "an export does not overwrite files that another user changed": "treeAfter: || 2 -> true #e678",
    "an export tries again if another user pushed in the meantime": "writeFolder: >= 1 operand 2 -> 1 #9270",
    "an export leaves unchanged files as they are": "treeAfter: ! 1 value -> `Object.is($2, $3)` #e0e2",
    "the Git jobs of a space run one after another": "queueJob in contract/operations/: && 1 -> false #62bb",
    "an import keeps the changes of the space": "importInto: ? 1 -> `$1 ? $2 : $2 ?? $3` #9ac7",
    "a standalone import does not change the space's content": "importInto: if 3 -> dropped #ad19",
    "the emulator accesses only Git repositories of this machine":
      "repositoryAddress in contract/operations/git/repository-address.ts: ! 1 -> dropped #78d1",
    "the emulator refuses a folder outside the repository": "prefixOf: call 3 -> false #4b63",
    "an import keeps unknown fields of the front matter": "readPageFile: statement 2 -> dropped #ad7b",
    "an export escapes brackets in the titles of pages":
      "linesOf in contract/operations/: call 4 -> only receiver #a569",
    "the log of the emulator does not contain passwords in URLs": "bodyForLog: ? 1 -> only else #d1b1",
  }),
];
