import { killedBy, type Mutant } from "./mutant.ts";

/** Inputs: variables, files, secrets, characters and sizes. */
export const inputMutants: readonly Mutant[] = [
  ...killedBy(
    ["src/layout/variables.test.ts", "src/layout/diagnostics.test.ts", "src/layout/hidden-parts.test.ts"],
    {
      "a layout reads only variables that it declares":
        "withVariables in layout/: const 5 -> `$$ ?? reading.environment[name]; if (value !== undefined) return value` #93b6",
      "docsform reports a variable without a value":
        "variableValue in layout/read-variables.ts: if 4 -> dropped #bea6",
      "`--var` overrides the environment":
        "variableValue in layout/read-variables.ts: !== 1 -> `$$ && env === undefined` #811e",
      "docsform reports a value for an undeclared variable": "readVariables: call 4 -> true #fdb5",
      "docsform refuses a text that contains the token":
        "reportToken in layout/: call 2 -> `$1 === $2` #fdb5",
      "a message does not contain the token": "withoutTokens: call 2 -> only argument 1 #8182",
      "a text with a secret variable is secret": "readWritten: && 1 -> only operand 1 #922f",
      "an alias of a secret is secret": "hideInField: if 2 -> dropped #ab12",
      "docsform refuses a secret as the value of an attribute with fixed choices":
        "withoutSecretChoice: || 1 -> true #0a48",
      "docsform refuses a secret as a key of a map": "reportSecretKeys: && 1 -> `key === undefined` #c1aa",
      "docsform does not show the default of a secret variable": "hideInVariables: if 2 -> dropped #3105",
      "only secrets and long texts can come from `!file`":
        "mostFromFile in layout/read-value.ts: call 1 -> `$$ ?? mostSecretCharacters` #0ce4",
    },
  ),
  ...killedBy(["src/layout/named-file.test.ts"], {
    "docsform reads a file only below a permitted folder":
      "readNamedFile in layout/named-file.ts: if 1 -> dropped #a843",
    "docsform follows a link before it checks where a file is":
      "readNamedFile in layout/named-file.ts: call 1 -> only argument 1 #9644",
    "a layout in the root of the file system permits no other files":
      'readNamedFile in layout/named-file.ts: ! 1 -> `isRoot !== undefined && folder !== ""` #663e',
    "docsform reads a hidden file only if its name is permitted":
      "readNamedFile in layout/named-file.ts: if 2 -> dropped #c5e9",
    "docsform reads only regular files": "readNamedFile in layout/named-file.ts: ! 2 -> false #3d34",
    "docsform refuses a file that is longer than the value may be":
      "readNamedFile in layout/named-file.ts: if 5 -> dropped #f086",
  }),
  ...killedBy(["test/resources/kinds-of-values.test.ts"], {
    "docsform refuses a private key": "kindIssues: ? 1 -> false #f44c",
    "a layout sends a text in its normal form": "checkedValue: call 3 -> only argument 2 #0ce4",
    "docsform leaves out the byte order mark of a text": "normalText in model/: call 1 -> false #85aa",
    "a user name and a password in any URL are secret": "webAddress: property 1 -> dropped #2b5d",
    "an error shows no password in a URL": "hidesText: || 1 -> only operand 1 #7b13",
    "the refusal of a private key in Terraform has no place": "validateValue: ? 2 -> `[name]` #a676",
    "Terraform hides every URL that the service fetches": "isHidden in model/: call 1 -> false #d4ad",
    "docsform refuses a specification without its version": "readOpenapi: === 2 -> false #2875",
  }),
  ...killedBy(["test/planning/values.test.ts"], {
    "a plan shows nothing of a value that is secret by its source": "shownChange: if 1 -> dropped #c6d6",
  }),
  ...killedBy(["test/cli/applied-before.test.ts"], {
    "a long value that the last apply wrote is not parsed again":
      "issuesOf in model/check-value.ts: ? 1 -> only else #138b",
    "a long value that the last apply did not write is parsed": "appliedBefore: && 1 -> true #536b",
    "a command without a state parses every value": "readKnown: ? 1 -> false #51a1",
  }),
  ...killedBy(["test/resources/certificate.test.ts"], {
    "docsform compares certificates by their content":
      "certificate in model/kinds/: property 2 -> dropped #6876",
    "a plan warns of a certificate that has ended": "outOfTime: > 1 -> false #115d",
    "a plan warns of a certificate that ends soon": "outOfTime: > 2 -> false #080a",
  }),
  ...killedBy(["test/cli/structure-file.test.ts"], {
    "a group of Git Sync is not two groups deep": "checkNode: ? 2 -> only else #0b2b",
    "the kinds of nodes have their places": "checkNode: if 2 -> dropped #8683",
    "a key of Git Sync occurs once": "checkRules: for 1 -> dropped #463b",
    "without sections, one of the spaces is the default of the site": "checkRules: if 2 -> dropped #99f0",
    "spaces of one section have one default": "checkRules: if 4 -> dropped #f9e4",
    "one directory has one language": "checkRules: if 6 condition -> true #fa41",
    "a mistyped layout is no file of Git Sync": "gitSyncFile: && 1 -> only operand 1 #f9d9",
    "a layout is no file of Git Sync": "gitSyncFile: if 1 -> dropped #6e96",
    "a folder's layout has no files of Git Sync": "layoutFilesIn: === 1 -> true #0db4",
    "a command names the file of Git Sync that it meets": "yamlFiles: if 2 condition -> true #c191",
    "a file of Git Sync keeps no state": "statePlacesOf: ? 1 -> only else #50b1",
    "a run of a file of Git Sync has no state of a person": "statePlacesOf: if 1 -> dropped #3081",
    "a record that nothing keeps is no change": "keepsState: && 1 -> only operand 1 #b7f9",
    "a structure with two nodes at one place has each live one once":
      "pairs in layout/git-sync/: || 1 -> only operand 1 #b690",
    "a node whose place is new is the live one of its title":
      "pairs in layout/git-sync/: if 2 -> dropped #3eb0",
    "the nodes of one directory show one space": "spacesOf: if 1 -> dropped #f083",
    "the first space of a new section gets no title of its own":
      "structureAsLayout: if 8 condition -> true #3a1d",
    "a variable in a title of Git Sync is text": "literal: if 1 -> dropped #f928",
    "a position in the layout leads to the node of the file": "positionsIn: if 1 -> dropped #2c03",
    "a space of the file keeps its directory": "liveAsStructure: if 1 -> dropped #e922",
    "a site that the token may not read gets no file of Git Sync": "readOf in cli/: if 1 -> dropped #bf5b",
    "pull names the unknown items of a site": "unknownNote: if 1 condition -> true #f7fc",
    "a broken file of Git Sync is not replaced": "structureOfSite: && 1 -> false #f73a",
    "pull says what the file has no field for": "liveAsStructure: if 3 -> dropped #ff8d",
  }),
  ...killedBy(["test/cli/call.test.ts", "test/client/docs-client.test.ts"], {
    "a call by path goes only where its text says":
      "partsOf in contract/client/: const 4 value -> true #80df",
    "a path has no empty segment": "partsOf in contract/client/: || 1 operand 2 -> dropped #f9b6",
    "a path has no fragment": "partsOf in contract/client/: || 1 operand 3 -> dropped #f9b6",
    "a call by path that writes needs a client that writes": "deriveClient: if 1 -> dropped #733a",
    "an operation whose body is an object or a list may accept any field":
      "acceptsAnyField: ? 1 -> only then #c80e",
  }),
  ...killedBy(["src/contract/http/client.test.ts"], {
    "docsform hides the token in base64url": "formsOf in contract/http/: call 5 -> dropped #20e4",
  }),
  ...killedBy(["src/layout/edit/edit-document.test.ts"], {
    "accept escapes a text whose joined parts would form a variable":
      "keptVariables: === 1 -> `values.length > 0` #0233",
  }),
  ...killedBy(["test/planning/carried-values.test.ts"], {
    "a replacement does not get a value that contains a secret": "canCarry: call 4 -> dropped #d998",
    "a replacement that existed independently keeps its own values":
      "carriedTo: const 3 value -> false #04c9",
    "a live object that the state has under another address existed independently":
      "madeFor: || 1 -> true #bbef",
    "an unconfirmed replacement does not get wider access": "canCarry: if 6 condition -> false #14f8",
    "an unconfirmed replacement gets narrower access": "opensUnconfirmed: return 2 -> `return true;` #9918",
  }),
  ...killedBy(["test/resources/members.test.ts"], {
    "a plan stays valid if the service returns a secret key in another form":
      'isSecretInOtherForm: !== 1 -> `$1 === ""` #f199',
  }),
  ...killedBy(["test/cli/redacted-values.test.ts"], {
    "accept keeps the last applied value of an attribute that it cannot accept":
      "appliedAfter: ! 1 -> dropped #cee5",
    "diff does not show a value that is declared as a secret":
      "secretsIn in cli/: || 1 operand 1 -> `$1.length === 0` #bc12",
    "diff does not show a value that was applied as a secret":
      "secretsIn in cli/: || 1 operand 2 -> `$1.length === 0` #bc12",
    "diff does not show a value that contains a secret":
      "secretsIn in cli/: || 1 operand 3 -> `$1($2, $3.slice(9))` #bc12",
  }),
  ...killedBy(["src/layout/write-layout.test.ts"], {
    "pull makes no key from a secret that the service returned":
      "startWriting: call 3 argument 1 -> `(each) => each` #821d",
  }),
  ...killedBy(["test/cli/computed-secrets.test.ts"], {
    "`pull --all` does not write a text that contains a secret":
      "withoutTexts in layout/write-further-values.ts: === 2 -> operator >= #7f9f",
    "pull does not write a computed secret that the service returns":
      "computedValuesOf in layout/: call 7 -> only argument 2 #c37b",
    "pull does not write a secret that a view of an object returns":
      "shownOf in layout/: call 4 -> only argument 2 #5d58",
    "pull does not write a value that contains a computed secret": "liveSecretTexts: ... 2 -> dropped #a4ec",
    "an error of a run does not contain a secret that the service returned":
      "secretTextsOfRun: ... 2 -> dropped #070c",
    "a plan does not contain a secret that the service returned": "secretTextsOf: call 1 -> [] #0328",
    "diff does not show a value that contains a secret that the service returned":
      "secretsIn in cli/: ... 2 -> dropped #4b06",
    "pull does not write an attribute that contains a secret that the service returned":
      "writeAttribute in layout/write-attributes.ts: || 3 operand 2 -> false #9bf6",
  }),
  ...killedBy(["test/cli/accept-secrets.test.ts"], {
    "accept does not write a live value that contains a secret":
      "planValuesOf: || 1 operand 3 -> dropped #5da3",
    "accept does not add an object that contains a secret": "acceptAdded: call 6 -> false #4910",
    "the credentials in a URL that the service fetches are secret": "fetchedUrl: property 1 -> dropped #2b5d",
  }),
  ...killedBy(["test/cli/secret-rotation.test.ts"], {
    "the hash of a secret is the hash of its canonical form": "hashedValue: call 1 -> only argument 2 #0ce4",
    "docsform compares the hash of a live value with the hash of the applied secret":
      "isAsApplied: call 3 -> `$3 !== null` #e447",
  }),
  ...killedBy(["src/layout"], {
    "an alias of a secret is secret": "isSecret: && 1 -> false #5eae",
  }),
  ...killedBy(["src/layout/hidden-parts.test.ts"], {
    "docsform does not show the value of an unknown field": "hideInField: === 4 -> false #2875",
    "docsform does not show the value of a sensitive field": "hideInAttribute: && 2 -> false #9498",
    "docsform shows the name of a field in a sensitive value": "hideInAttribute: && 1 -> false #6047",
    "docsform does not show a name that a sensitive value cannot have":
      "hideInAttribute: && 1 -> only operand 1 #6047",
    "docsform does not show the target of an alias in a secret value": "hide: for 1 body -> {} #b1e8",
    "docsform does not show the text of a file that is not YAML":
      "readLayout: ? 3 then -> only argument 1 #5ddc",
    "docsform does not show what the YAML parser quotes in a message":
      "firstOf in layout/: const 1 -> `first = message` #9179",
  }),
  ...killedBy(["test/cli/redacted-values.test.ts"], {
    "a secret variable inside a secret text is a secret of its own": "Secret.texts: ... 1 -> dropped #284a",
    "a step does not show a title that contains a secret": "stepWithout: call 1 -> only argument 1 #9afd",
    "a live value is secret if the last applied value was secret": "planValuesOf: call 6 -> false #4422",
    "drift does not show a value that contains a secret":
      "withoutSecrets in engine/plan/: || 1 -> false #7de6",
  }),
  ...killedBy(["test/cli/secrets.test.ts"], {
    "a saved plan contains no secret in clear text": "savedPlanOf: !== 1 -> false #ac28",
    "an error of a run does not contain a secret of the layout":
      "secretsOfRun: new 1 argument 1 -> dropped #71aa",
    "an error of a read does not contain a secret of the layout":
      "inputsFor: call 1 -> `readInputs(setup, $2, readOptions)` #174e",
  }),
  ...killedBy(["test/inputs/layout-limits.test.ts", "test/inputs/app-limits.test.ts"], {
    "docsform limits the length of a layout": "refuseTooLong in layout/: <= 1 -> `$1 > 0` #9d6d",
    "docsform limits the number of tokens in a file": "tokensOf in layout/: > 1 -> false #14fc",
    "docsform limits the nesting of a file": "tokensOf in layout/: > 2 -> false #4d19",
    "docsform limits the nesting of aliases": "aliasTargets: > 5 -> false #bdc7",
    "docsform limits the number of reported diagnostics": "shownDiagnostics in model/: <= 1 -> true #03c4",
    "a diagnostic shows only a part of a long line": "excerpt: > 2 -> false #bdc7",
    "docsform shortens a long message": "cut: <= 1 -> true #03c4",
    "docsform does not validate a text that is much too long":
      "checkValue in layout/: call 6 -> `$1 === undefined ? [] : undefined` #af40",
    "docsform refuses a file that is not UTF-8": "parseSource: >= 1 -> false #6e1d",
    "docsform refuses a file with several documents": "parseSource: !== 1 -> false #ac28",
    "docsform refuses an empty file": "parseSource: === 3 operand 2 -> undefined #bcce",
    "docsform limits the expansion of an app's expressions": "evaluate: || 1 -> false #fdc8",
  }),
  ...killedBy(["src/report/text/plain-text.test.ts"], {
    "docsform prints an invisible character as its number":
      'plainText in report/: call 4 argument 1 -> "" #0ce4',
    "docsform prints a control character as its number":
      'plainText in report/: call 2 argument 2 -> "" #52b7',
  }),
  ...killedBy(["src/emulator/server.test.ts"], {
    "the emulator refuses a request to another host name": "refusalOf in emulator/: ! 1 -> false #7ef3",
    "the emulator limits the size of a request body":
      'refusalOf in emulator/: === 1 -> `$1 === "never"` #2875',
  }),
  ...killedBy(["src/layout/edit/still-referred.test.ts"], {
    "accept keeps a container of a remaining object":
      "refersTo in layout/: array 1 element 1 -> dropped #10ac",
  }),
  ...killedBy(["test/cli/accept-partly.test.ts"], {
    "a written layout shows an invisible character as its number":
      "shown in layout/: call 1 -> only argument 1 #20ae",
    "accept changes what it can if it cannot accept every change":
      "acceptWhatFits: if 1 -> `if ($1) return whole; throw whole;` #d944",
    "accept reports each change that it cannot accept": "acceptWhatFits: statement 3 -> dropped #97fc",
  }),
  ...killedBy(["test/cli/lock.test.ts"], {
    "a run refuses a layout that changed while it waited": "refuseChangedLayout: if 2 -> dropped #9985",
  }),
  ...killedBy(["test/cli/origins.test.ts"], {
    "a state gets no second address of an object": "handOverState: if 4 -> dropped #6283",
    "a state gets no hashes of another salt": "handOverState: ? 1 -> only then #1188",
    "a state keeps the hashes of its own salt": "handOverState: ? 1 -> only else #1188",
    "an object that a layout only found belongs to no layout": "confirmedObjects: ? 1 -> only else #f52e",
  }),
  ...killedBy(["test/cli/secret-places.test.ts"], {
    "an error of a read after the writes contains no secret": "readBackAll: call 7 -> only argument 1 #d0dc",
    "the title of an object that docsform found contains no secret":
      "planWithout: property 4 -> dropped #be23",
    "the title of a possible former object contains no secret": "stepWithout: if 1 -> dropped #9fef",
    "a heading contains no secret title of the organization": "readInputs: call 21 -> only argument 1 #a2c0",
    "docsform shows no secret part beside an error in the layout": "hideInAttribute: ! 1 -> true #cee5",
    "the name of a field counts as a text that can contain a secret":
      "containsText: || 1 -> only operand 1 #1eea",
    "a trace shows no text of a map with free names": "readable in contract/http/: ? 2 -> only else #19cd",
    "an error contains no beginning of a secret where it was cut off": "repeatsForm: if 2 -> dropped #da12",
    "a note about an undeclared change contains no secret":
      "undeclaredChanges in engine/apply/: if 4 -> dropped #21a6",
  }),
  ...killedBy(["test/cli/hostile-names.test.ts"], {
    "a graph contains no control characters": "quoted in cli/: call 2 -> only argument 1 #078f",
    "a SARIF message contains no control characters": "resultOf: call 2 -> only argument 1 #078f",
    "SARIF refers to a path outside the folder by a URL": "artifactOf: call 3 -> dropped #85aa",
    "docsform prints a mark around annotations as its number":
      'controllingMarks in util/: string 1 -> `"\\\\u2028\\\\u2029\\\\u200e\\\\u200f\\\\u061c\\\\u202a-\\\\u202e\\\\u2066-\\\\u2069"` #919c',
  }),
  ...killedBy(["src/util/json.test.ts"], {
    "docsform limits the nesting of JSON": "checkDepth: if 2 -> dropped #9b8f",
  }),
  ...killedBy(["test/inputs/hostile-files.test.ts"], {
    "docsform limits the expansion of variables": "isTooMuch: >= 1 -> true #cb9f",
    "docsform limits the expansion of aliases": "aliasTargets: . 4 -> `Number.MAX_SAFE_INTEGER` #2483",
    "docsform warns if other users can read the token file": "openTokenFile: && 1 -> false #ad9f",
  }),
  ...killedBy(["test/cli/layout-folders.test.ts"], {
    "a layout folder includes the files in its subfolders": "layoutFilesIn: ... 3 -> dropped #dc4e",
    "a layout folder includes the JSON files that declare objects": "layoutFilesIn: ... 2 -> dropped #ea9f",
    "a subfolder with a layout of its own is not read": "filesInside: if 3 -> dropped #a667",
    "what another option names is not read twice": "filesInside: || 1 operand 2 -> dropped #9ce9",
    "a folder that links to itself is read once": "filesInside: || 2 operand 2 -> dropped #e2ad",
    "a subfolder's file without objects is no part of the layout":
      "declaresObjects: return 1 value -> true #d955",
  }),
  ...killedBy(["src/layout/variables.test.ts"], {
    "an empty environment variable is not set": "setVariables: !== 1 -> true #b886",
  }),
  ...killedBy(["src/layout/read-layout.test.ts"], {
    "a key is the text that the file has": "textOfScalar: ?? 1 operand 1 -> dropped #5f6b",
  }),
  ...killedBy(["test/layout/same-to-every-reader.test.ts"], {
    "a text that YAML 1.1 reads as something else is quoted": "needsQuotes: return 2 value -> false #53e1",
    "fmt writes a key in quotes that other readers take for a number": "nameKey: if 1 -> dropped #1bb1",
  }),
  ...killedBy(["test/cli/json-layouts.test.ts"], {
    "a layout in JSON stays JSON": "isJsonSource: return 1 value -> false #a374",
    "a change of one value keeps the rest of a JSON layout": "asJson: if 1 -> dropped #aea3",
  }),
  ...killedBy(["test/cli/file-access.test.ts"], {
    "a link in place of docsform's own folder is refused": "refuseLink: if 1 -> dropped #625d",
  }),
];
