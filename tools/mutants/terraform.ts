import { killedBy, type Mutant } from "./mutant.ts";

const providerTests = [
  "src/terraform",
  "test/terraform/docs-rpc.test.ts",
  "test/terraform/docs-planning.test.ts",
  "test/terraform/docs-shared-reads.test.ts",
  "test/terraform/docs-secrets.test.ts",
  "test/terraform/docs-configuration.test.ts",
  "test/terraform/docs-publication.test.ts",
  "test/terraform/docs-read-only.test.ts",
  "test/terraform/docs-deleted-collections.test.ts",
  "test/terraform/docs-unique-names.test.ts",
  "test/terraform/docs-validation-messages.test.ts",
  "test/terraform/docs-default-section.test.ts",
  "test/terraform/lost-creates.test.ts",
  "test/terraform/interrupted.test.ts",
];

/** The Terraform provider, and the plugin protocol. */
export const terraformMutants: readonly Mutant[] = [
  ...killedBy(["test/terraform/docs-plan-knows.test.ts"], {
    "an apply does not warn of an object that its plan renames or destroys":
      "isFreed in terraform/: return 2 value -> false #4ca2",
    "a plan does not ask the notes of other plans": "isFreed in terraform/: && 1 -> only operand 2 #de9f",
    "an apply reports each change that fails": "failureOf in terraform/: && 1 -> only operand 1 #1019",
  }),
  ...killedBy(["test/errors/provider-errors.test.ts"], {
    "the empty object of a generated configuration keeps a hidden value":
      "isPlaceholder: return 1 -> `return false` #2cdf",
    "the empty object of a generated configuration creates nothing":
      "validatePlaceholders: return 1 value -> [] #d3c0",
  }),
  ...killedBy(["test/planning/values.test.ts"], {
    "a plan notes a password in a URL that people open": "webAddress: === 1 -> true #7692",
  }),
  ...killedBy(["test/terraform/docs-effects.test.ts"], {
    "the provider warns only of dangers": "warnOfDangers: if 2 -> dropped #0bbe",
    "the provider warns of nothing that the same apply created":
      "ProcessWrites.isNew: return 1 value -> false #63df",
    "the provider warns of a copy of what exists": "createNew: if 2 condition -> true #f1d2",
    "the provider reads nothing where a plan opens nothing":
      "mayOpen in terraform/: if 1 -> `return true;` #9579",
    "the provider knows where a moved object is": "changedObject: ... 2 -> dropped #2e13",
    "a new section shows its first space": "firstChildOf in terraform/: if 1 -> `return [];` #0bbe",
  }),
  ...killedBy(["test/terraform/docs-secrets.test.ts"], {
    "the provider remembers a write-only value as written only if it wrote it":
      "writtenNow: ... 2 -> dropped #b269",
  }),
  ...killedBy(["test/terraform/docs-publication.test.ts"], {
    "a publication of what the same apply has created is no import": "warnOfChanges: if 2 -> dropped #e5ec",
  }),
  ...killedBy(["test/terraform/docs-secrets.test.ts"], {
    "an error of a write does not contain a secret": "applyObject: call 14 -> only argument 1 #9d60",
    "an error of a write does not contain a former secret":
      "flatResource: array 5 element 1 -> dropped #bb3a",
    "an error of a delete does not contain a secret": "removeObject: call 13 -> only argument 1 #45ce",
    "an error of a read does not contain a secret": "hidingSecretsIn: call 3 -> only argument 1 #5069",
    "an error does not contain a secret of another object": "createKnownSecrets: ... 2 -> dropped #1adf",
    "an error of an import or a data source does not contain a secret":
      "providerFailure in terraform/: ? 1 -> only then #5e1e",
    "a computed secret is sensitive in Terraform's schema": "describedAttribute: ? 1 -> only else #3fc3",
    "an error does not contain a secret that the service returned to Terraform":
      "secretTextFinder in terraform/: ... 2 -> dropped #1241",
  }),
  ...killedBy(["src/terraform/session/attempted-creates.test.ts"], {
    "the provider records when it sends a create": "openAttemptedCreates: if 3 else -> {} #fd3c",
  }),
  ...killedBy(["test/cli/wasm-flag.test.ts"], {
    "V8 does not optimize WebAssembly": "preventWasmOptimization: if 1 -> dropped #97a5",
  }),
  ...killedBy(["test/terraform/docs-git-sync.test.ts"], {
    "the provider does not write an attribute that Git Sync owns": "refuseOwnedValues: if 2 -> dropped #0743",
    "the provider does not write contents that Git Sync owns": "refuseOwned: if 5 -> dropped #dc59",
    "the provider does not delete an object that Git Sync owns since the plan":
      "deleteOrPostpone: statement 1 -> dropped #83b4",
  }),
  ...killedBy(["test/terraform/docs-shared-reads.test.ts"], {
    "a write invalidates the shared lists of its scope":
      "affectedBy in terraform/: function 3 -> `({ scope, name }) => $1 && name === type.name` #3c12",
    "an earlier name in an import id selects the container of the object":
      "allNamed: return 3 value -> only receiver #449e",
  }),
  ...killedBy(["test/terraform/lost-creates.test.ts"], {
    "the provider waits until reads show what a killed process created": "readShown: if 1 -> dropped #5703",
    "an object of another create is no candidate for a create of unknown outcome":
      "judge in terraform/: || 1 -> only operand 1 #a9a1",
    "an open create knows the objects of creates with the same key":
      "KnownAttempts.answer: ... 1 -> dropped #cf15",
  }),
  ...killedBy(["test/terraform/docs-classic-minimal.test.ts"], {
    "an import reads no values that the service does not show": "withDetails: && 1 operand 2 -> true #d3a6",
  }),
  ...killedBy(["test/terraform/docs-copies.test.ts"], {
    "another source of an existing copy is no change in a Terraform plan":
      "planValue in terraform/: && 1 -> false #3c03",
  }),
  ...killedBy(["test/terraform/docs-plan-knows.test.ts"], {
    "a Terraform plan is refused if a new value names nothing": "missingId: if 1 -> `return undefined` #a4a1",
    "a Terraform plan is refused if it names people who are not in the organization":
      "missingPeople: if 3 -> `return undefined` #b25c",
    "a Terraform plan is refused if more resources than new sites are the only one of a site":
      "createOwners: if 2 -> dropped #69c2",
    "a Terraform plan warns of an object that somebody made by hand":
      "warnOfExisting: return 7 -> `return []` #b991",
    "a Terraform plan does not warn of an object that it changes or destroys":
      "isLeft: && 1 operand 3 -> true #472c",
    "a list that fails is reported once": "FailedReads.isReported: return 2 value -> false #1bc6",
    "a plan shows a source without its secrets": "maskedUrl: statement 3 -> dropped #0b28",
  }),
  ...killedBy(["test/terraform/docs-timeouts.test.ts"], {
    "a rate limit that never ends ends all writes of the provider": "Watch.#begin: && 1 -> false #65d5",
  }),
  ...killedBy(["test/terraform/docs-first-variant.test.ts"], {
    "the first variant of a section has one owner": "ownedBy: ? 1 -> only then #bb7b",
    "the first variant of a new section is not created again": "createNew: ... 2 -> dropped #ed13",
    "an omitted first variant stays as it is": "isClearedWhenUnset: ! 1 -> true #56fb",
    "a plan warns of what a first variant opens": "plannedChild: if 1 -> `return undefined` #551b",
  }),
  ...killedBy(["test/terraform/docs-unmanaged.test.ts"], {
    "Terraform does not delete an object that an unmanaged one refers to":
      "deleteOrPostpone: statement 4 -> dropped #dab5",
    "Terraform does not delete contents that it does not manage": "expectContents: ? 2 -> only then #8cc3",
    "a forced delete does not take what another resource of the configuration protects":
      "mayGo: && 2 -> only operand 1 #3b8b",
    "a Terraform plan does not destroy what an object that it keeps refers to":
      "refuseKept: throw 1 -> dropped #20a8",
    "a delete takes the contents that the same plan destroys": "mayGo: || 1 -> only operand 1 #4116",
  }),
  ...killedBy(["test/terraform/docs-deletion-protection.test.ts"], {
    "a Terraform plan is refused if it destroys a protected resource":
      "flatResource: statement 3 -> dropped #767f",
    "the provider does not delete a protected resource": "removeObject: statement 1 -> dropped #b070",
    "a Terraform plan is refused if a change of the configuration replaces a protected resource":
      "refuseChange: statement 1 -> dropped #767f",
    "a Terraform plan is refused if `-replace` replaces a protected resource":
      "noteForcedReplace: ? 2 -> only then #21b6",
    "a resource that was created only in part is not protected": "stateAfterFailure: ? 2 -> {} #834e",
    "an imported resource is not protected at first":
      "stateOf in terraform/: === 2 -> `options.before === null || $$` #d29c",
  }),
  ...killedBy(providerTests, {
    "an object that the run deletes is no duplicate of a new one": "duplicateAmong: ! 1 -> dropped #2cba",
    "the provider refuses to create an object that already exists": "createNew: statement 1 -> dropped #ff8c",
    "the provider can create an object whose name the run frees":
      "refuseDuplicate: call 9 -> `$1($2, $3, before)` #51aa",
    "the provider refuses more deletes than the maximum": "createDeleteGuard: && 1 -> false #abb0",
    "an object counts only once as a delete":
      "createDeleteGuard: call 2 -> `$1($2, `${$3} ${counted.size}`)` #0ce4",
    "the provider does not destroy an object that it only probably created":
      "refuseToDelete: if 1 -> dropped #4d11",
    "the provider does not open an object that it only probably created":
      "refuseToOpenObject: if 2 -> dropped #5572",
    "the provider moves no object that it only probably created to where more people may use it":
      "refuseToOpenItself: if 2 -> dropped #78ec",
    "the provider does not show an object that it only probably created":
      "refuseToShow: if 2 -> dropped #c45f",
    "the provider remembers that it only probably created an object": "recoveredMark: === 2 -> false #02ac",
    "the provider warns of an object that it found after a lost response":
      "recoveredWarnings: if 1 -> `return []` #0bbe",
    "the provider looks for the object of an earlier process's create": "recoverLost: if 5 -> dropped #7cae",
    "the provider recovers the object of a create whose response an earlier process received":
      "recoverLost: if 2 -> dropped #77d3",
    "the provider reports several candidates for a create of unknown outcome":
      "recoverLost: if 4 -> dropped #9721",
    "an object that existed before a create of unknown outcome is no candidate":
      "recordedCreate: || 1 -> only operand 2 #cdeb",
    "the provider removes the record of a refused create": "createRecorded: if 1 -> dropped #2e0b",
    "the provider keeps the record of a create of unknown outcome": "createRecorded: if 1 -> only then #2e0b",
    "the provider removes the record of a create whose object Terraform's state contains":
      "openAttemptedCreates: function 11 -> () => undefined #4542",
    "a regular shutdown removes the records of all creates with a response":
      "openAttemptedCreates: for 4 -> dropped #17e1",
    "the provider moves the contents of a container out before it deletes the container":
      "deleteOrPostpone: statement 3 -> dropped #733a",
    "the provider waits for a name that another object gives up":
      "writeWhenFree: statement 1 -> dropped #edc9",
    "the provider reports a refused token once, when Terraform configures it":
      "configureProvider: statement 2 -> dropped #a488",
    "`default = false` is no change": "planPlace: if 4 -> dropped #3fe1",
    "a validation error lists the word for null among the choices":
      "withWordForNull: ? 1 -> `$1 ? $2 : $2` #f0df",
    "the provider does not move what another plan moves": "linesIn: === 1 -> `each !== undefined` #1410",
    "the provider does not move an object again that it moved out of a deleted container":
      "applyUpdate: ? 1 -> only then #75dd",
    "the provider writes a secret whose version has changed": "hasNewVersion: !== 1 -> false #1b82",
    "the provider refuses a value for a read-only attribute": "checkSchema: if 2 -> dropped #d6a5",
    "the provider refuses a null for a required attribute": "checkSchema: ? 1 -> [] #500f",
    "a Terraform plan is refused if an unknown value becomes an invalid null":
      "planResourceChange: if 5 -> dropped #6639",
    "the URL of a site is unknown in the plan until the publication": "planComputed: ? 2 then -> null #9fa8",
    "a Terraform plan of a publication knows that the run changes its site":
      "planComputed: . 5 -> `new Map<string, readonly string[]>()` #4efb",
    "a computed value that a change cannot affect stays known": "canChange: call 2 -> true #fdb5",
    "the provider does not unpublish a site that no longer exists":
      "write in terraform/: if 1 -> dropped #3908",
    "the provider does not write values that the site already has":
      "write in terraform/: if 2 -> dropped #488e",
  }),
  ...killedBy(["src/terraform/resources/unknown-values.test.ts", "test/terraform/docs-planning.test.ts"], {
    "a computed value that any write changes is unknown in the plan":
      'canChange: || 1 -> `follows !== "any write" && $2` #7c7e',
    "a new version of a secret makes the computed values that depend on it unknown":
      "namesOfPart: ? 1 -> only else #9c18",
    "a computed null that a change cannot affect stays known": "plannedComputed: ? 2 -> only then #0a4a",
  }),
  ...killedBy(["test/terraform/docs-unique-names.test.ts"], {
    "the provider deletes an object after the plan's changes of the objects that refer to it":
      "deleteOrPostpone: number 1 -> 99 #a1bd",
    "the provider renames the holder of a name that the plan gives to another object":
      'waitUntilFree: statement 2 -> `released = "stays"; void releaseName;` #9364',
    "a destroy does not delete the object that took the id of one deleted early":
      "removeObject: if 2 -> dropped #7d46",
    "a replacement may be created before Terraform destroys the old object":
      "noteForcedReplace: ? 2 -> only then #21b6",
    "a tainted object may be replaced before Terraform destroys it": "noteTainted: for 1 -> dropped #db94",
    "the plan of a resource takes back that it seemed to be tainted": "removedIn: if 2 -> dropped #336f",
    "the provider renames the holder of a new object's name": "refuseDuplicate: for 1 -> dropped #e9ea",
    "the provider deletes an object that the plan destroys before a create that needs its name":
      "releaseNames: if 1 -> dropped #69c2",
    "a protected object is not deleted before a create that needs its name":
      "mayBeTainted: && 1 operand 1 -> dropped #7bf4",
    "a recovered object is not deleted before a create that needs its name":
      "mayBeTainted: && 1 operand 2 -> dropped #7bf4",
    "no object is deleted before its destroy if another plan keeps it":
      "openPlannedMoves: || 2 operand 2 -> dropped #31ef",
    "an apply makes earlier plans obsolete": "openPlannedMoves: >= 1 -> true #3c27",
    "a process that applies is not a plan": "openPlannedMoves: || 1 operand 2 -> dropped #c860",
    "the provider does not wait for an object that no longer refers to a deleted one":
      "stillReferring: call 1 -> only receiver #1a96",
    "the provider deletes an object when nothing refers to it any longer":
      "ProcessWrites.noteUpdated: === 1 -> operator < #7f9f",
  }),
  ...killedBy(
    [
      "src/terraform/plugin",
      "test/terraform/protocol-calls.test.ts",
      "test/terraform/protocol-process.test.ts",
    ],
    {
      "the provider refuses to start unless Terraform starts it":
        "checkCookie: if 1 -> `if (cookieValue !== environment[cookieName]) return; return;` #48a4",
      "the provider refuses another version of the protocol": "checkVersions: || 1 -> true #72d9",
      "the provider refuses a client without a certificate": "clientCertificate: > 1 -> operator >= #c43a",
      "the provider accepts only the client with the announced certificate":
        "pinnedServer: === 1 -> true #057f",
      "the certificate in the handshake has no base64 padding":
        "handshakeLine: call 1 -> only receiver #43d7",
      "the provider refuses a message that is too large": "MessageCollector.#readHeader: > 1 -> false #8cd8",
      "the provider refuses a request with more than one message":
        "MessageCollector.push: && 2 -> false #3a47",
      "the provider refuses an incomplete message": "MessageCollector.finish: < 1 -> dropped #ac7e",
      "the provider refuses a compressed message": "MessageCollector.#readHeader: number 2 -> 99 #3d4d",
      "the provider refuses a malformed frame": "MessageCollector.#readHeader: if 2 -> dropped #519d",
      "a call of an unknown method has the status `unimplemented`":
        "serveGrpcStream: call 7 -> `endWithHttpStatus($2, 404)` #d675",
      "a deadline ends a call": "UnaryCall.start: if 3 -> dropped #4cf1",
      "a call that the client closes is aborted": "UnaryCall.start: if 2 -> dropped #9ebe",
      "a gRPC status contains only the messages of docsform's own errors":
        "statusOf in terraform/plugin/: ! 1 -> `error === null` #7365",
      "the process ends with its last connection": "endWithLastConnection: if 1 -> dropped #f747",
      "the process removes its socket": "createEnd: statement 2 -> dropped #b813",
      "the provider chooses a folder in which the path of its socket is short enough":
        "privateFolder: <= 1 -> true #302e",
    },
  ),
];
