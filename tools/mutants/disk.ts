import { killedBy, type Mutant } from "./mutant.ts";

/** The lock, the state, the journal and other files on the disk. */
export const diskMutants: readonly Mutant[] = [
  ...killedBy(["test/reconcile/lock.test.ts"], {
    "a run refreshes its lock": "acquiredLock: call 4 -> () => {} #4c95",
    "a lock is dead a minute after its last refresh": "acquireLock: > 1 -> `$1 > 10 * $2` #e9ca",
    "a lock is not dead within a minute after its last refresh": "acquireLock: . 4 -> `$1.pollMs` #89e8",
    "a run notices that it lost its lock": "acquiredLock: = 1 -> only operand 2 #b9bb",
    "a run does not remove the lock of another run":
      "handleOf: if 2 -> `if ($1 || path.length > 0) $2` #f825",
    "a run does not replace a lock that is still refreshed": "openLockFile in state/: if 2 -> dropped #c0ee",
    "only one of two runs at a time can replace a dead lock":
      "replaceDeadLock: call 1 -> `$1($2, `${$3}${$4.id}`, $4)` #303b",
    "a run reads a dead lock again before it replaces it":
      "replaceDeadLock: || 1 -> `there?.id === undefined` #798f",
    "a run that waits for a lock tries again at short intervals":
      "acquireLock: call 9 -> only argument 1 #380f",
    "a lock that its run refreshes meanwhile is not replaced":
      "replaceDeadLock: || 1 -> only operand 1 #798f",
  }),
  ...killedBy(["test/reconcile/concurrent-runs.test.ts"], {
    "a run that lost its lock starts no more nodes": "runNodes: ! 1 -> `halt.signal.aborted` #22f7",
    "a run that lost its lock does not save the state": "saveStateAndJournal: if 1 -> dropped #4a19",
    "apply refuses a plan if another run has applied the layout since":
      'refuseOvertaken: === 1 -> `$1 !== ""` #ad46',
    "a run does not replace a state that another run has saved": "refuseOtherState: call 1 -> true #0ce4",
    "pull saves no state if the state on the disk is no longer the one that it read":
      "savePulled: . 7 -> `(await setup.disk.read(state.organization)).state` #8a99",
    "each saved state has the next serial number": "saveNext: + 1 -> `read?.serial ?? 1` #6884",
  }),
  ...killedBy(["test/cli/lock.test.ts"], {
    "a command takes the lock before its first call":
      "whileLocked: call 1 -> `{ release: async () => {} }` #40d3",
    "a pull that writes a state takes the lock before it reads": "pullLayout in cli/: === 2 -> true #48a8",
    "a command waits for a lock as long as `--wait` says": "whileLocked: * 1 -> 0 #06ca",
  }),
  ...killedBy(["test/cli/state-per-layout.test.ts"], {
    "docsform refuses the state of another layout": "readState: if 2 -> dropped #b008",
    "docsform refuses the journal of another layout": "ownJournal in state/: !== 2 -> false #ac28",
    "each named layout has a state of its own": 'usualPlaces: ? 1 -> `name === "" ? $3 : $2` #3196',
  }),
  ...killedBy(["test/cli/saved-plan.test.ts"], {
    "docsform names the version when it refuses a state of another version":
      "checkVersion: === 1 -> true #4383",
    "docsform names the version when it refuses a saved plan of another version":
      "parsePlan: if 2 -> dropped #ad28",
  }),
  ...killedBy(["src/model/long-texts.test.ts"], {
    "a long text stands once in the JSON of a plan": "withTextsOnce: ?? 1 -> only operand 2 #f3de",
    "a text that is no value stays where it is": "withTextsOnce: || 1 -> true #bf7c",
    "a plan with a field of the layout that reads like the place of a text has its texts in place":
      "withTextsOnce: || 2 -> only operand 2 #c81b",
    "long texts of a saved plan return to their places": "withTextsInPlace: if 4 -> dropped #f530",
  }),
  ...killedBy(["test/cli/path-conflicts.test.ts"], {
    "a command refuses to use one file for two purposes": "createFileUses: if 1 -> dropped #7a11",
    "docsform does not use a file as a journal that it did not write":
      "ownJournal in state/: if 1 -> dropped #e6d3",
  }),
  ...killedBy(["test/cli/file-access.test.ts", "src/bin/process/ask.test.ts"], {
    "a run checks before the first call that it can write the state and the journal":
      "createFileDisk: if 1 -> undefined #7aaf",
    "plan checks before the first call that it can write its outputs":
      "withOutputs: statement 3 -> dropped #4bb2",
    "docsform refuses to replace a symbolic link": "checkWritable: if 2 -> dropped #0143",
    "a replaced file keeps its mode": "writeDurably: if 1 -> dropped #2f51",
    "a question ends when the input ends": "ask: array 1 element 2 -> dropped #1749",
  }),
  ...killedBy(["test/reconcile/file-faults.test.ts"], {
    "docsform removes a file that it could not write completely":
      "replace in state/: statement 4 -> dropped #6b6f",
    "docsform describes errors of the file system in words":
      "explained in state/: call 2 -> only argument 3 #45ce",
  }),
  ...killedBy(["test/reconcile/stop.test.ts"], {
    "a run stops when the service refuses the token": 'watchProgress: string 1 -> "" #7877',
    "a run stops when no call succeeds for a long time": "watchProgress: if 1 -> dropped #1d08",
    "a successful call counts as progress": "watchProgress: statement 2 -> dropped #e6e8",
  }),
  ...killedBy(["test/cli/proxies.test.ts"], {
    "the client uses the proxy from the environment": 'agentOf: property 2 value -> "" #2b5d',
    "the client connects to hosts in `NO_PROXY` directly": 'agentOf: ?? 2 -> "" #1710',
    "the client never uses a proxy for plain http": "agentOf: string 1 -> `url` #7877",
    "an error about an unknown certificate authority has a remedy of its own":
      "resultWithoutResponse: === 4 operand 2 -> undefined #0883",
  }),
  ...killedBy(["test/cli/state-repair.test.ts"], {
    "docsform refuses a journal with unreadable lines": "readJournal: if 1 -> dropped #4ec8",
    "`state repair` prefers the id of an address that exists on the service":
      'chooseEntry: ?? 2 -> `ids.at(-1) ?? ""` #d3a8',
    "`state repair` keeps neither of two ids of an address if both exist": "chooseEntry: number 2 -> 2 #3d4d",
    "`state repair` prefers the applied values that are live": "mergeVersions: - 1 -> swapped #21ac",
    "`state repair` drops an applied value that differs between the sides and is not live":
      "mergeVersions: function 7 -> () => false #63fa",
    "`state repair` prefers the declared address of an object": "eachObjectOnce: - 1 -> swapped #d9a3",
    "`state repair` drops an undeclared entry that one side has and the service does not":
      "dropsMissing: && 1 -> false #fcab",
  }),
  ...killedBy(["src/state/journal-text.test.ts", "src/engine/reconcile/wait-before-reading.test.ts"], {
    "a line that a kill cut off is no damage if the next run continued after it":
      "readJournalText: !== 2 -> dropped #4f2e",
    "after a journal with a cut end, docsform waits as if the last action had just happened":
      "waitBeforeReading: ? 1 -> only else #fcf7",
  }),
  ...killedBy(["src/state/journal-text.test.ts", "test/cli/state-repair.test.ts"], {
    "docsform detects a journal of another version": "readLine in state/: !== 1 -> false #1610",
    "docsform refuses to read a journal of another version":
      "ownJournal in state/: statement 1 -> dropped #b070",
    "a complete line of an unknown kind is damage": "readJournalText: || 1 -> only operand 2 #bfa1",
  }),
  ...killedBy(["test/faults/power-loss.test.ts"], {
    "the incomplete first line of a journal still identifies the journal":
      "readJournalText: || 2 -> only operand 1 #bf1f",
    "the incomplete first line of a state still identifies the state":
      "readPieces: || 2 -> only operand 1 #f76d",
    "`state repair` reads the last entry of a state, which ends without a comma":
      "readLines: regex 1 -> `/^ {4}\\},$/u` #4145",
    "docsform removes temporary files that an interrupted write left behind":
      "sweepLeftBehind: for 1 -> dropped #7fab",
    "docsform reads the lines of the journal": "readJournal: property 1 value -> [] #eaa1",
    "docsform does not read an incomplete line of a journal":
      'objectIn in state/: call 1 -> `$1($2.endsWith("}") ? $2 : `${$2}","run":"r","at":1}`)` #078f',
  }),
  ...killedBy(["test/cli/former-state.test.ts"], {
    "a state may be a layout's former state if the layout declares half of its addresses":
      "formerStates: >= 1 -> dropped #b0da",
    "docsform looks for a former state in every folder from the working folder to the layout's":
      "foldersBetween: ? 1 -> `around === outer ? [outer] : []` #7579",
    "drift warns about a former state":
      "compare in cli/: statement 2 value -> `$1($2, $3, formerStateWarnings({}, $3).concat(diagnostics), $5)` #10a2",
    "the state of a layout file that still exists is no former state of another layout":
      "isInOtherFile: && 1 -> false #4852",
    "docsform looks for a former state beside the layout's folder":
      "formerStates: array 2 -> `[$1, $2, ...foldersBetween($2, $2)]` #d1c1",
    "`state rename` refuses a journal of another version": "renameJournal: statement 1 -> dropped #258d",
    "`state rename` renames the journal with the state": "renameState: statement 1 -> dropped #2451",
  }),
  ...killedBy(["src/state/durable-file.test.ts"], {
    "the name of a replaced file is synced to the disk": "replace in state/: statement 5 -> dropped #89a0",
    "the name of a new journal is synced to the disk": "openTail: statement 3 -> dropped #89a0",
    "the name of a new folder is synced to the disk": "makeFolderOf: statement 1 -> undefined #89a0",
  }),
  ...killedBy(["src/engine/reconcile/check-serial.test.ts"], {
    "docsform refuses a state that is older than the one that an unfinished run read":
      "newestSerial: === 1 -> dropped #b3f3",
  }),
  ...killedBy(["src/engine/apply/next-state.test.ts"], {
    "the state's entry of a recreated object has nothing of the former object's entry":
      "entryOf in engine/apply/: === 2 -> `former !== undefined` #1410",
    "after a partial run, ranks are not those of the former order":
      "ranked in engine/apply/: ? 1 -> only then #9dd9",
    "a replacement that is replaced again has to delete the first object, too":
      "replacedId: array 1 -> `[$1]` #5fb8",
  }),
  ...killedBy(["test/planning/guards.test.ts"], {
    "the plan needs permission to recreate a lost object that only the journal recorded":
      "knownId: [] 2 -> dropped #8da3",
  }),
  ...killedBy(["test/cli/state-churn.test.ts"], {
    "the ranks of existing siblings stay the same if a new one comes between them":
      "ranked in engine/apply/: call 3 -> only argument 1 #0ce4",
  }),
];
