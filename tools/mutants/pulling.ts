import { killedBy, type Mutant } from "./mutant.ts";

/** `pull`: what it reads, and the layout and the state that it writes. */
export const pullingMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/pull.test.ts"], {
    "a pulled layout has no ids of what no other organization has": "writeAttribute: && 1 -> false #1245",
  }),
  ...killedBy(["test/cli/canaries.test.ts"], {
    "code contains no secret inside JSON": "jsonInCode: if 1 -> dropped #1ef3",
  }),
  ...killedBy(["test/cli/pull-code.test.ts", "src/constructs/as-code"], {
    "code that pull writes has variables in place of secrets": "codeAttribute: if 2 condition -> false #7d84",
    "code that pull writes contains no part of a secret": "codeAttribute: || 1 operand 1 -> false #1bbf",
    "code that pull writes omits objects that are only imported": "startDescribing: || 2 -> true #f35d",
    "the name of an object in code is distinct": "distinctIdentifiers: if 1 -> dropped #87e2",
  }),
  ...killedBy(["test/cli/init-app.test.ts"], {
    "init replaces no file with one of an app": "refuseAppThatIsThere: if 1 -> dropped #640b",
    "an organization's id is no template of Terraform":
      "writerOf in cli/init/first-app.ts: call 6 -> `JSON.stringify(organization)` #ca07",
    "Git ignores what the synthesis of an app writes":
      "firstApp: call 7 argument 2 -> `[ignorePackages, ignoreAll]` #e39e",
    "an app with tests has a command that runs them": "projectFiles: ... 1 -> dropped #c146",
  }),
  ...killedBy(
    [
      "test/cli/pull.test.ts",
      "test/cli/init.test.ts",
      "src/layout/write-layout.test.ts",
      "src/resources/openapi-spec",
      "test/cli/errors.test.ts",
      "test/reconcile/pull.test.ts",
      "test/conformance/refused-reads.test.ts",
    ],
    {
      "pull refuses an incomplete list": "refuseIncompleteLists: const 1 value -> `$$.slice(0, 0)` #5510",
      "without a state, an import is no pending change for `plan --detailed-exitcode`":
        "makePlan: || 1 operand 1 -> `made.steps.length > 0` #8b8a",
      "a pull into a file writes a state beside the file": "placesOfPulled: !== 1 -> dropped #f402",
      "pull keeps an object protected in the state":
        "stateWithIds in engine/reconcile/pull-layout.ts: ... 2 -> dropped #a834",
      "pull keeps the names that the state has for objects": "layoutToWrite: property 4 -> dropped #ce0c",
      "pull reads members and other read-only objects only with `--all`": "pulledTypes: ! 1 -> true #78d1",
      "pull writes a null that denies access": "writeNothing: if 1 -> dropped #bd9f",
      "pull does not write a secret": "commentGap: statement 1 -> dropped #1499",
      "pull writes the ids of objects that share a key": "idChoiceOf: call 4 -> dropped #eee2",
      "a layout without a state has the id of each object": 'startWriting: string 1 -> `"ambiguous"` #7877',
      "pull omits a value that is the service's default": "writeAttributes: || 1 operand 2 -> false #fb95",
      "pull omits that an object is not published": "defaultValue: ?? 1 -> only operand 1 #65c6",
      "pull writes a null that denies access, also if the default is another value":
        "isAtDefault: call 3 -> `live === null || $$` #45ce",
      "pull writes a container before its contents": "inShownOrder: ? 3 -> only then #207e",
      "pull writes objects in the order in which readers see them": "compareSteps: if 1 -> dropped #5ffb",
      "pull writes a container at the place of its first contents":
        "raiseContainers: statement 1 -> dropped #9f62",
      "pull names a variant after its main object": "basesOf: template 2 -> dropped #6868",
      "pull separates entries over several lines with blank lines":
        "isOverLines in layout/write-layout.ts: && 1 -> false #b2da",
      "init writes no layout without objects": "layoutOrExample: if 1 condition -> true #5031",
      "init writes the layout of an organization that it could not read completely":
        "layoutOrExample: || 1 operand 3 -> false #85b3",
      "init writes the example only after a yes": "layoutOrExample: if 3 -> dropped #d6a2",
      "pull names the example for an empty organization": "pullAndWrite: ? 2 -> only else #e40a",
      "pull writes the fields of an object in their order": "inFieldOrder: call 2 -> `[...fields]` #9edf",
      "pull omits a first path that the service derives": "writeAttributes: || 1 operand 1 -> false #fb95",
      "pull writes a path that differs from the derived one": "derivedOf: && 1 operand 2 -> true #aab6",
      "pull writes the path of a variant that is not the first":
        "derivedValues: call 3 -> `siblings.at(-1)` #1868",
      "pull writes an entry in brackets where it fits": "fitIntoLines: if 2 condition -> false #424d",
      "pull writes no line in brackets that is too long": "fitIntoLines: <= 1 -> true #761b",
      "pull names the object behind an id in a comment": "newDocument: = 1 -> `$1` #4069",
      "a comment behind an id repeats no secret":
        "startWriting: property 4 -> `objects: new Map(live.objects.map((object) => [keyOf(object), object]))` #6236",
      "a comment behind an id is one short line": "commentAbout: > 1 -> false #bdc7",
      "pull names a second object with the same name by its parent": "withContainer: ? 2 -> `[]` #5b8a",
      "pull shortens long keys": "shortSlug: if 1 condition -> true #a084",
      "pull writes the default site of the organization first": "shownOrder: for 1 -> dropped #75c7",
      "only one API version accepts capital letters in the slug of an OpenAPI specification":
        "openapiSlug: && 1 -> `slug === null` #b5e2",
      "pull replaces an existing file only with `--force`":
        "refuseToReplace: === 1 -> `path !== undefined` #f08d",
      "pull refuses the title of a site if several sites have it": "siteIfAny: === 4 -> true #7f9f",
      "the state records an applied null": "appliedValues: !== 1 -> `$$ && $1 !== null` #ac28",
      "pull continues without objects that the token may not read":
        "pull in engine/reconcile/: property 6 -> dropped #5faf",
      "pull omits an object only if the service forbids the read": "unlessForbidden: === 2 -> dropped #f28e",
      "pull reports what the token may not read": "writeLayout: array 2 -> `writing.notes` #77a4",
      "a pulled layout contains a comment about what the token may not read":
        "writeLayout: ?? 1 -> null #9012",
      "`pull --all` declares no read-only objects":
        "pull in engine/reconcile/: property 8 -> `objects: [...others, ...objects]` #2b5d",
      "`pull --all` omits a view that the service does not have":
        "valuesOf in engine/reconcile/: === 3 -> dropped #45ca",
    },
  ),
];
