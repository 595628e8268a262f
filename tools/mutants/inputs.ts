import { killedBy, type Mutant } from "./mutant.ts";

/** Rules about what comes in: variables, files, secrets, sizes. */
export const inputMutants: readonly Mutant[] = [
  ...killedBy(
    ["src/layout/variables.test.ts", "src/layout/diagnostics.test.ts", "src/layout/hidden-parts.test.ts"],
    {
      "only declared variables are read":
        "withVariables in layout/: const 5 -> `$$ ?? reading.environment[name]; if (value !== undefined) return value` #93b6",
      "a variable without a value is told":
        "variableValue in layout/read-variables.ts: if 4 -> dropped #bea6",
      "what is given wins over the environment":
        "variableValue in layout/read-variables.ts: !== 1 -> `$$ && env === undefined` #811e",
      "a value for an undeclared variable is told": "readVariables: call 4 -> true #fdb5",
      "a text that holds the token is refused": "reportToken in layout/: call 2 -> `$1 === $2` #fdb5",
      "the token is in no message": "withoutTokens: call 2 -> only argument 1 #8182",
      "a text with a secret variable is secret": "readWritten: && 1 -> only operand 1 #922f",
      "an alias of a secret is secret": "hideInField: if 2 -> dropped #ab12",
      "a choice is no place for a secret": "withoutSecretChoice: || 1 -> true #0a48",
      "a key is no place for a secret": "reportSecretKeys: && 1 -> `key === undefined` #c1aa",
      "the default of a secret variable is not shown": "hideInVariables: if 2 -> dropped #3105",
      "!file is for secrets and long texts":
        "mostFromFile in layout/: call 2 -> `$$ ?? mostSecretCharacters` #0ce4",
    },
  ),
  ...killedBy(["src/layout/named-file.test.ts"], {
    "a file is read below a permitted folder alone":
      "readNamedFile in layout/named-file.ts: if 1 -> dropped #a843",
    "a link is followed before it is judged":
      "readNamedFile in layout/named-file.ts: call 1 -> only argument 1 #9644",
    "the root of the file system permits nothing":
      'readNamedFile in layout/named-file.ts: ! 1 -> `isRoot !== undefined && folder !== ""` #663e',
    "a hidden file is read only by name": "readNamedFile in layout/named-file.ts: if 2 -> dropped #c5e9",
    "only regular files are read": "readNamedFile in layout/named-file.ts: ! 2 -> false #3d34",
    "a file is as long as its value may be": "readNamedFile in layout/named-file.ts: if 5 -> dropped #f086",
  }),
  ...killedBy(["src/http/client.test.ts"], {
    "the token in base64url is hidden": "formsOf in http/: call 3 -> dropped #20e4",
  }),
  ...killedBy(["src/layout/edit/edit-document.test.ts"], {
    "a variable that joining makes is none": "keptVariables: === 1 -> `values.length > 0` #0233",
  }),
  ...killedBy(["test/planning/carried-values.test.ts"], {
    "a value that repeats a secret is not carried over": "canCarry: call 4 -> dropped #4a66",
    "what was there by itself keeps its own values": "carriedTo: const 3 value -> false #04c9",
    "what the state calls otherwise was there by itself": "madeFor: ! 1 -> true #7576",
    "an object that nobody confirmed gets no wider access": "canCarry: if 5 condition -> false #b0bc",
    "an object that nobody confirmed gets narrower access": "canCarry: !== 5 -> true #c036",
  }),
  ...killedBy(["test/resources/members.test.ts"], {
    "what is recognized by a secret is not outdated": 'isSecretInOtherForm: !== 1 -> `$1 === ""` #f199',
  }),
  ...killedBy(["test/cli/canaries.test.ts"], {
    "a secret that the service repeats is not pulled": "withoutTexts in layout/: === 2 -> operator >= #7f9f",
  }),
  ...killedBy(["test/cli/redacted-values.test.ts"], {
    "what cannot be taken over is remembered as it was applied": "appliedAfter: ! 1 -> dropped #cee5",
    "diff shows no value that is declared as a secret":
      "secretsIn in cli/: || 1 operand 1 -> `$1.length === 0` #bc12",
    "diff shows no value that was applied as a secret":
      "secretsIn in cli/: || 1 operand 2 -> `$1.length === 0` #bc12",
    "diff shows no value that repeats a secret":
      "secretsIn in cli/: || 1 operand 3 -> `$1($2, $3.slice(9))` #bc12",
  }),
  ...killedBy(["test/cli/computed-secrets.test.ts"], {
    "a secret that the service tells is not pulled":
      "computedValuesOf in layout/: call 7 -> only argument 2 #c37b",
    "a secret that a view tells is not pulled": "shownOf in layout/: call 4 -> only argument 2 #5d58",
    "what repeats a secret that the service tells is not pulled":
      "secretTextsOfObject: ... 2 -> dropped #5ddb",
    "an error that repeats a secret that the service told is not told":
      "runtimeOf in reconcile/: ... 2 -> dropped #070c",
    "what repeats a secret that the service tells is in no plan": "secretTextsOf: call 1 -> [] #0328",
    "what repeats a secret that the service tells is in no diff": "secretsIn in cli/: ... 2 -> dropped #4b06",
    "an attribute that repeats a secret that the service tells is not pulled":
      "writeAttribute in layout/write-attributes.ts: || 3 operand 2 -> false #9bf6",
    "no key is made of a secret that the service tells":
      "startWriting: call 3 argument 1 -> `(each) => each` #821d",
  }),
  ...killedBy(["test/cli/accept-secrets.test.ts"], {
    "a live value that repeats a secret is not taken over":
      "changesOf in plan/: || 1 operand 2 -> dropped #4a14",
    "what was added and repeats a secret is not taken over": "acceptAdded: call 6 -> false #4910",
    "the credentials of an address are secret":
      'openapiSpecAttributes: ? 1 -> `$1 && secretsInUrl === undefined ? [""] : []` #05a5',
  }),
  ...killedBy(["test/cli/secret-rotation.test.ts"], {
    "what is remembered of a secret is the hash of its canonical form":
      "hashedValue: call 1 -> only argument 2 #0ce4",
    "what is live in place of a secret is compared by its hash": "isAsApplied: call 3 -> `$3 !== null` #e447",
  }),
  ...killedBy(["src/layout/hidden-parts.test.ts"], {
    "what stands where nobody knows it is not shown": "hideInField: === 3 -> dropped #2875",
    "a secret is not shown": "isSecret: && 1 -> false #5eae",
    "what an alias stands for is not shown": "hide: for 1 body -> {} #b1e8",
    "the words of what is no YAML are not shown": "readLayout: ? 2 then -> only argument 1 #5ddc",
    "what the parser quotes is not told": "firstOf in layout/: const 1 -> `first = message` #9179",
  }),
  ...killedBy(["test/cli/redacted-values.test.ts"], {
    "a variable in a secret text is a secret by itself": "Secret.texts: ... 1 -> dropped #284a",
    "a title that is secret is not told": "stepWithout: call 1 -> only argument 1 #9afd",
    "what is live where a secret was applied is secret": "planValuesOf: call 3 -> false #078f",
    "drift tells no secret": "withoutSecrets in plan/: || 1 -> false #7de6",
  }),
  ...killedBy(["test/cli/secrets.test.ts"], {
    "a secret of the layout is not told, whoever repeats it":
      "secretsOfRun: new 1 argument 1 -> dropped #71aa",
    "what a read repeats of a secret is not told":
      "inputsFor: call 1 -> `readInputs(setup, $2, readOptions)` #174e",
  }),
  ...killedBy(["test/inputs/layout-limits.test.ts", "test/inputs/app-limits.test.ts"], {
    "a layout is so long at most": "refuseTooLong in layout/: <= 1 -> `$1 > 0` #9d6d",
    "a file has so many words at most": "tokensOf in layout/: > 1 -> false #14fc",
    "things are so deep in one another at most": "tokensOf in layout/: > 2 -> false #4d19",
    "aliases are so deep in one another at most": "aliasTargets: > 5 -> false #bdc7",
    "so many diagnostics are told at most": "shownDiagnostics in model/: <= 1 -> true #03c4",
    "of a long line a part is told": "excerpt: > 2 -> false #bdc7",
    "a long message is cut off": "cut: <= 1 -> true #03c4",
    "a text that is far too long is looked at no further":
      "checkValue in layout/: call 6 -> `$1 === undefined ? [] : undefined` #e21a",
    "what is not UTF-8 is refused": "parseSource: >= 1 -> false #6e1d",
    "several documents are refused": "parseSource: !== 1 -> false #ac28",
    "an empty file is refused": "parseSource: === 4 operand 2 -> undefined #bcce",
    "expressions stand for so much at most": "evaluate: || 1 -> false #fdc8",
  }),
  ...killedBy(["src/report/text/plain-text.test.ts"], {
    "what nobody would see is shown": 'plainText in report/: call 3 argument 1 -> "" #0ce4',
    "what could steer is shown": 'plainText in report/: call 1 argument 2 -> "" #52b7',
  }),
  ...killedBy(["src/emulator/server.test.ts"], {
    "the emulator is called by its own name": "refusalOf in emulator/: ! 1 -> false #7ef3",
    "a body is so large at most": 'refusalOf in emulator/: === 1 -> `$1 === "never"` #2875',
  }),
  ...killedBy(["src/layout/edit/still-referred.test.ts"], {
    "what something is inside of stays with it": "refersTo in layout/: array 1 element 1 -> dropped #10ac",
  }),
  ...killedBy(["test/cli/accept-partly.test.ts"], {
    "what nobody would see in a layout is written by its number":
      "shown in layout/: call 1 -> only argument 1 #20ae",
    "what can be taken over is, beside what cannot":
      "acceptWhatFits: if 1 -> `if ($1) return whole; throw whole;` #d944",
    "what cannot be taken over is named": "acceptWhatFits: statement 3 -> dropped #97fc",
  }),
  ...killedBy(["test/cli/hostile-names.test.ts"], {
    "a graph steers no terminal": "quoted in cli/: call 2 -> only argument 1 #078f",
    "a report steers no text": "resultOf: call 2 -> only argument 1 #078f",
    "a path that leads out of the folder is an address": "artifactOf: call 3 -> dropped #85aa",
    "annotations are shown":
      'controllingMarks in model/: string 1 -> `"\\\\u2028\\\\u2029\\\\u200e\\\\u200f\\\\u061c\\\\u202a-\\\\u202e\\\\u2066-\\\\u2069"` #919c',
  }),
  ...killedBy(["test/inputs/hostile-files.test.ts"], {
    "variables stand for no gigabytes": "isTooMuch: >= 1 -> true #cb9f",
    "aliases stand for no gigabytes": "aliasTargets: . 4 -> `Number.MAX_SAFE_INTEGER` #2483",
    "values are not nested without an end": "checkDepth: if 2 -> dropped #9b8f",
    "who may read a token file is told": "openTokenFile: && 1 -> false #ad9f",
  }),
];
