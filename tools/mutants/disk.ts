import { killedBy, type Mutant } from "./mutant.ts";

/** One run at a time, and what it leaves on the disk. */
export const diskMutants: readonly Mutant[] = [
  ...killedBy(["test/reconcile/lock.test.ts"], {
    "a lock is refreshed": "acquiredLock: call 4 -> () => {} #4c95",
    "a lock is dead after a minute": "acquireLock: > 1 -> `$1 > 10 * $2` #e9ca",
    "a lock lives for a minute": "acquireLock: . 4 -> `$1.pollMs` #89e8",
    "a lost lock is noticed": "acquiredLock: = 1 -> only operand 2 #b9bb",
    "a lock that another has is not taken away": "handleOf: if 2 -> `if ($1 || path.length > 0) $2` #f825",
    "who finds a living lock leaves it alone": "openLockFile in reconcile/: if 2 -> dropped #c0ee",
    "of two who take over a dead lock one has its turn":
      "replaceDeadLock: call 1 -> `$1($2, `${$3}${$4.id}`, $4)` #303b",
    "who takes over a dead lock looks again when it is its turn":
      "replaceDeadLock: || 1 -> `there?.id === undefined` #798f",
    "who waits for a lock looks again": "acquireLock: call 9 -> only argument 1 #380f",
  }),
  ...killedBy(["test/reconcile/two-writers.test.ts"], {
    "a run that lost its lock begins nothing more": "runNodes: ! 1 -> `halt.signal.aborted` #22f7",
    "a run that lost its lock leaves the state alone": "remember in apply/: if 1 -> dropped #4a19",
    "what another run has applied since is not applied over": 'refuseOvertaken: === 1 -> `$1 !== ""` #ad46',
    "a state that another run has saved is not replaced": "refuseOtherState: call 1 -> true #0ce4",
    "what a pull saves is compared with the state as it was when it read":
      "savePulled: . 7 -> `(await setup.disk.read(state.organization)).state` #8a99",
    "each state that is saved has the next number": "saveNext: + 1 -> `read?.serial ?? 1` #6884",
  }),
  ...killedBy(["test/cli/one-at-a-time.test.ts"], {
    "a lock is taken before the first call": "whileLocked: call 1 -> `{ release: async () => {} }` #40d3",
    "a pull that writes a state takes the lock before it reads": "pullCommand in cli/: === 3 -> true #48a8",
    "--wait is heard": "whileLocked: * 1 -> 0 #06ca",
  }),
  ...killedBy(["test/cli/names.test.ts"], {
    "the state of another layout is refused": "readState: if 2 -> dropped #b008",
    "the journal of another layout is refused": "ownJournal in reconcile/: !== 2 -> false #ac28",
    "layouts have states of their own": 'usualPlaces: ? 1 -> `name === "" ? $3 : $2` #3196',
  }),
  ...killedBy(["test/cli/saved-plan.test.ts"], {
    "a state of another version is refused as one": "checkVersion: === 1 -> true #5703",
    "a plan of another version is refused as one": "parsePlan: if 2 -> dropped #bf66",
  }),
  ...killedBy(["test/cli/same-file.test.ts"], {
    "a file has one use in a run": "createFileUses: if 1 -> dropped #7a11",
    "what is no journal is not taken for one": "ownJournal in reconcile/: if 1 -> dropped #e6d3",
  }),
  ...killedBy(["test/cli/files.test.ts", "src/bin/process/ask.test.ts"], {
    "state and journal are tried before the first call": "createFileDisk: if 1 -> undefined #7aaf",
    "what plan will write is tried": "tryOutputs: statement 2 -> dropped #cb50",
    "a link is refused": "modeToKeep: if 2 -> dropped #0143",
    "a mode stays": "writeDurably: if 1 -> dropped #2f51",
    "who ends the input is told": "codes in cli/run-cli.ts: property 13 -> dropped #87e9",
    "the end of the input is an answer": "ask: array 1 element 2 -> dropped #1749",
  }),
  ...killedBy(["test/reconcile/file-faults.test.ts"], {
    "what is half written is removed": "replace in reconcile/: statement 4 -> dropped #6b6f",
    "what goes wrong with files is told in words": "explained in reconcile/: call 2 -> only argument 3 #45ce",
  }),
  ...killedBy(["test/reconcile/stop.test.ts"], {
    "a run ends once the token is refused": 'watchProgress: string 1 -> "" #7877',
    "a run ends when nothing succeeds": "watchProgress: if 1 -> dropped #1d08",
    "what succeeds is progress": "watchProgress: statement 2 -> dropped #e6e8",
  }),
  ...killedBy(["test/cli/proxies.test.ts"], {
    "the proxy of the environment is used": 'agentOf: property 2 value -> "" #2b5d',
    "what NO_PROXY names is reached directly": 'agentOf: ?? 2 -> "" #1710',
    "plain http never goes through a proxy": "agentOf: string 1 -> `url` #7877",
    "who has an authority of their own is told where to name it":
      "withoutResponse: === 4 operand 2 -> undefined #7311",
  }),
  ...killedBy(["test/cli/state-repair.test.ts"], {
    "a journal that lost a line is no whole one": "readJournal: if 1 -> dropped #4ec8",
    "of two ids of one address the one that is there is right":
      'chooseEntry: ?? 2 -> `ids.at(-1) ?? ""` #d3a8',
    "of two ids that are there none is taken": "chooseEntry: number 2 -> 2 #3d4d",
    "of two applied values the one that is live is right": "mergeVersions: - 1 -> swapped #21ac",
    "an applied value that neither the sides nor the service agree on is not known":
      "mergeVersions: function 6 -> () => false #63fa",
    "of two addresses of one object the declared one is right": "eachObjectOnce: - 1 -> swapped #d9a3",
    "what a run of one side deleted is dropped": "mayBeLeftOut: && 1 -> false #fcab",
  }),
  ...killedBy(["src/reconcile/disk/journal-text.test.ts", "src/reconcile/wait-before-reading.test.ts"], {
    "a line that a kill cut short is no damage where the next run goes on after it":
      "readJournalText: !== 2 -> dropped #4f2e",
    "after a journal that was cut everything may have been just now":
      "waitBeforeReading: ? 1 -> only else #3e7f",
  }),
  ...killedBy(["src/reconcile/disk/journal-text.test.ts", "test/cli/state-repair.test.ts"], {
    "a journal of another version is seen": "readLine in reconcile/: !== 1 -> false #1610",
    "a journal of another version is refused": "ownJournal in reconcile/: statement 1 -> dropped #b070",
    "a whole line of an unknown kind is damage": "readJournalText: || 1 -> only operand 2 #bfa1",
  }),
  ...killedBy(["test/faults/power-loss.test.ts"], {
    "what a kill left of the first words of a journal is one":
      "readJournalText: || 2 -> only operand 1 #bf1f",
    "what a kill left of the first words of a state is one": "readPieces: || 2 -> only operand 1 #f76d",
    "the last entry of a state ends without a comma": "readLines: regex 1 -> `/^ {4}\\},$/u` #4145",
    "files that were to replace others are removed": "sweepLeftBehind: for 1 -> dropped #7fab",
    "what stands in the journal is remembered": "readJournal: property 1 value -> [] #eaa1",
    "half a line of a journal is no line":
      'objectIn in reconcile/: call 1 -> `$1($2.endsWith("}") ? $2 : `${$2}","run":"r","at":1}`)` #078f',
  }),
  ...killedBy(["test/cli/former-state.test.ts"], {
    "a state fits of which half of the addresses are declared": "formerStates: >= 1 -> dropped #b0da",
    "a file that became a folder may have lain in one around it":
      "foldersBetween: ? 1 -> `around === outer ? [outer] : []` #7579",
    "drift names a former state":
      "compare in cli/: statement 5 value -> `$1($2, $3, formerStateWarnings({}, $3).concat(diagnostics), $5)` #10a2",
    "the state of a layout that is there is not another's former one": "isInOtherFile: && 1 -> false #4852",
    "a file that became a folder lay beside that folder":
      "formerStates: array 2 -> `[$1, $2, ...foldersBetween($2, $2)]` #d1c1",
    "a journal of another version is not taken over": "renameJournal: statement 1 -> dropped #51c3",
    "a state that is taken over takes its journal along": "renameState: !== 3 -> `$1 === to` #8dbe",
  }),
  ...killedBy(["src/reconcile/disk/durable-file.test.ts"], {
    "the name of a file that was replaced is on the disk":
      "replace in reconcile/: statement 5 -> dropped #89a0",
    "the name of a new journal is on the disk": "openTail: statement 3 -> dropped #89a0",
    "the name of a new folder is on the disk": "makeFolderOf: statement 1 -> undefined #89a0",
  }),
  ...killedBy(["src/reconcile/check-serial.test.ts"], {
    "a state is old also beside a run that only began": "newestSerial: === 1 -> dropped #b3f3",
  }),
  ...killedBy(["src/apply/next-state.test.ts"], {
    "what was made anew is not the former object": "entryOf in apply/: === 2 -> `former !== undefined` #1410",
  }),
  ...killedBy(["test/planning/guards.test.ts"], {
    "what the journal knew and is gone is made anew only when asked for": "knownId: [] 2 -> dropped #8da3",
  }),
  ...killedBy(["test/cli/state-churn.test.ts"], {
    "what comes between others leaves their ranks": "ranked in apply/: call 3 -> only argument 1 #0ce4",
  }),
];
