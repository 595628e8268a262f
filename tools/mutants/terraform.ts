import { killedBy, type Mutant } from "./mutant.ts";

const provider = [
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
  "test/terraform/interrupted.test.ts",
  "test/terraform/lost-creates.test.ts",
];

/** Rules of the provider, and of the protocol that it speaks. */
export const terraformMutants: readonly Mutant[] = [
  ...killedBy(["test/terraform/docs-secrets.test.ts"], {
    "a write that repeats a secret is not shown": "applyObject: call 13 -> only argument 1 #9d60",
    "nor is one that repeats a secret of before": "objectResource: array 5 element 1 -> dropped #bb3a",
    "a delete that repeats a secret is not shown": "removeObject: call 25 -> only argument 1 #5135",
    "a read that repeats a secret is not shown": "hidingSecretsIn: call 3 -> only argument 1 #5069",
    "nor is an error of another object that does": "createKnownSecrets: ... 2 -> dropped #1adf",
    "nor is that of an import or a data source": "providerFailure in terraform/: ? 1 -> only then #5e1e",
    "what Terraform shows of a secret is sensitive": "shownAttribute: ? 1 -> only else #f7db",
    "an error that repeats a secret that the service told to Terraform is not shown":
      "secretTextFinder in terraform/: ... 2 -> dropped #1241",
  }),
  ...killedBy(["test/terraform/docs-git-sync.test.ts"], {
    "what Git Sync owns of an object is not written by Terraform": "refuseOwnedValues: if 2 -> dropped #0743",
    "what Git Sync owns in a site is not written by Terraform": "refuseOwned: if 5 -> dropped #dc59",
    "what Git Sync came to own after a plan is not deleted by it":
      "removeObject: statement 2 -> dropped #83b4",
  }),
  ...killedBy(["test/terraform/docs-shared-reads.test.ts"], {
    "a write lets go of the lists of its scope":
      "affectedBy in terraform/: function 3 -> `({ scope, name }) => $1 && name === type.name` #3c12",
    "a name before the last says what the object is in": "allNamed: return 3 value -> only receiver #449e",
  }),
  ...killedBy(["test/terraform/lost-creates.test.ts"], {
    "reads must show what a killed process did before its creates are judged":
      "readShown: if 1 -> dropped #5703",
    "an object of another create is not that of a lost one":
      "judge in terraform/: || 1 -> only operand 1 #a9a1",
    "an open create knows the objects of creates with the same key":
      "KnownAttempts.answer: ... 1 -> dropped #cf15",
  }),
  ...killedBy(["test/terraform/docs-copies.test.ts"], {
    "another source of a copy plans nothing": "planValue in terraform/: && 1 -> false #3c03",
  }),
  ...killedBy(["test/terraform/docs-deletion-protection.test.ts"], {
    "what is protected is not planned to go": "objectResource: statement 3 -> dropped #767f",
    "what is protected does not go": "removeObject: statement 1 -> dropped #b070",
    "what is protected is not replaced by its configuration":
      "refuseProtectedReplaced: if 1 -> dropped #5e14",
    "what is protected is not replaced because a person asks for it":
      "refuseProtectedReplaced: && 2 -> false #9ef1",
    "what was created in part is not protected": "stateAfterFailure: ? 2 -> {} #834e",
    "an object that is imported is not protected":
      "stateOf in terraform/: === 2 -> `options.before === null || $$` #d29c",
  }),
  ...killedBy(provider, {
    "what this run deletes refuses no newcomer": "duplicateAmong: ! 1 -> dropped #2cba",
    "what is there already is not created beside": "createNew: statement 1 -> dropped #ff8c",
    "a name that is given up in this run can be taken":
      "refuseDuplicate: call 9 -> `$1($2, $3, before)` #51aa",
    "what is allowed to be deleted is counted": "createDeleteGuard: && 1 -> false #abb0",
    "one object counts once": "createDeleteGuard: call 2 -> `$1($2, `${$3} ${counted.size}`)` #0ce4",
    "a create that an earlier process sent is looked for": "recoverLost: if 5 -> dropped #5d7a",
    "a create whose answer an earlier process heard is taken over": "recoverLost: if 2 -> dropped #b667",
    "several that could be a lost create are a question": "recoverLost: if 4 -> dropped #08d4",
    "what was there before a lost create is not it": "recordedCreate: || 1 -> only operand 2 #cdeb",
    "a refused create is not remembered": "createRecorded: if 2 -> dropped #2e0b",
    "a create of unknown outcome is remembered": "createRecorded: if 2 -> only then #2e0b",
    "what Terraform knows is over": "openAttemptedCreates: function 10 -> () => undefined #4542",
    "a shutdown that was heard settles every answer": "openAttemptedCreates: for 4 -> dropped #17e1",
    "what leaves a container is moved before that goes": "removeObject: statement 4 -> dropped #8338",
    "a name that another one gives up is waited for": "writeWhenFree: statement 1 -> dropped #edc9",
    "a token that is refused is told once": "configureProvider: statement 2 -> dropped #a488",
    "a default of false is no change": "planPlace: if 4 -> dropped #3fe1",
    "the word for null is among the choices that are told": "withWordForNull: ? 1 -> `$1 ? $2 : $2` #f0df",
    "what another plan moves is not moved": "openPlannedMoves: === 2 -> `each !== undefined` #8d8c",
    "what was moved with its container is not moved again": "applyUpdate: ? 1 -> only then #75dd",
    "a secret whose version was raised is written": "isVersionRaised: !== 1 -> false #8120",
    "what is only for reading is not set": "checkSchema: if 2 -> dropped #d6a5",
    "what is required is not null": "checkSchema: ? 1 -> [] #500f",
    "what turns out null is refused when it is planned": "planResourceChange: if 3 -> dropped #6639",
    "the address of a site is open until it is published": "planComputed: ? 2 then -> null #9fa8",
    "a publication hears that the run changes its site":
      "planComputed: . 4 -> `new Map<string, readonly string[]>()` #4efb",
    "what a change cannot touch stays known": "canChange: call 2 -> true #fdb5",
    "what is gone needs no leave-taking": "write in terraform/: if 1 -> dropped #3908",
    "what is as it should be is not written": "write in terraform/: if 2 -> dropped #488e",
  }),
  ...killedBy(["src/terraform/resources/unknown-values.test.ts", "test/terraform/docs-planning.test.ts"], {
    "when an object was last changed is open whatever is written":
      'canChange: || 1 -> `follows !== "any write" && $2` #7c7e',
    "a secret's new version changes what follows it": "namesOfPart: ? 1 -> only else #9c18",
    "what was not there and cannot come stays known": "plannedComputed: ? 2 -> only then #0a4a",
  }),
  ...killedBy(["test/terraform/docs-unique-names.test.ts"], {
    "what a plan has let go of an object goes first": "removeObject: number 1 -> 99 #a1bd",
    "who holds a name that the plan gives away is renamed":
      'waitUntilFree: statement 2 -> `released = "stays"; void releaseName;` #1309',
    "who has the name of a newcomer gives it up": "refuseDuplicate: for 1 -> dropped #610b",
    "who waits for a name that is deleted later is told to apply again":
      "releaseNames: if 1 -> dropped #8964",
    "what has let go already is not waited for": "stillReferring: call 1 -> only receiver #1a96",
    "what nothing refers to any more is deleted": "ProcessWrites.noteUpdated: === 1 -> operator < #7f9f",
  }),
  ...killedBy(
    ["src/tfplugin", "test/terraform/protocol-calls.test.ts", "test/terraform/protocol-process.test.ts"],
    {
      "only Terraform starts it":
        "checkCookie: if 1 -> `if (cookieValue !== environment[cookieName]) return; return;` #48a4",
      "another protocol is refused": "checkVersions: || 1 -> true #72d9",
      "a client without a certificate is refused": "clientCertificate: > 1 -> operator >= #c43a",
      "only the client whose certificate was named is let in": "pinnedServer: === 1 -> true #057f",
      "the decoder of Terraform gets no padding": "handshakeLine: call 1 -> only receiver #43d7",
      "a message that is too large is refused": "MessageCollector.#readHeader: > 1 -> false #8cd8",
      "more than one message is refused": "MessageCollector.push: && 2 -> false #3a47",
      "half a message is refused": "MessageCollector.finish: < 1 -> dropped #ac7e",
      "compressed messages are refused": "MessageCollector.#readHeader: number 2 -> 99 #3d4d",
      "a malformed frame is refused": "MessageCollector.#readHeader: if 2 -> dropped #519d",
      "a method that is not there is told": "serveGrpcStream: call 7 -> `respondOnly($2, 404)` #d675",
      "a deadline ends a call": "UnaryCall.start: if 3 -> dropped #4cf1",
      "a call that went away is aborted": "UnaryCall.start: if 2 -> dropped #9ebe",
      "only our own errors are told": "statusOf in tfplugin/: ! 1 -> `error === null` #7365",
      "the last connection ends the process": "endWithLastConnection: if 1 -> dropped #f747",
      "nothing is left of the socket": "ender: statement 2 -> dropped #b813",
      "a socket's path fits": "privateFolder: <= 1 -> true #302e",
    },
  ),
];
