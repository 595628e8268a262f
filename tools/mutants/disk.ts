import { type Mutant, seenBy } from "./mutant.ts";

/** One run at a time, and what it leaves on the disk. */
export const diskMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/reconcile/claim.test.ts"],
    [
      [
        "a claim is refreshed",
        "const stop = clock.every(claimLimits.refreshMs, refresh);",
        "const stop = () => {};",
      ],
      [
        "a claim is dead after a minute",
        "now - at > claimLimits.deadMs",
        "now - at > 10 * claimLimits.deadMs",
      ],
      ["a claim lives for a minute", "now - at > claimLimits.deadMs", "now - at > claimLimits.lookMs"],
      ["a lost claim is noticed", "isOurs = handle.refresh(now);", "handle.refresh(now);"],
      [
        "a claim that another has is not taken away",
        "if (isOurs()) system.rmSync(path, { force: true });",
        "if (isOurs() || path.length > 0) system.rmSync(path, { force: true });",
      ],
      [
        "who finds a living claim leaves it alone",
        "if (!isDead(there)) return there;\n        return succeed(",
        "return succeed(",
      ],
      [
        "of two who take over a dead claim one has its turn",
        "const turn = make(system, beside, note);",
        "const turn = make(system, `${beside}${note.id}`, note);",
      ],
      [
        "who takes over a dead claim looks again when it is its turn",
        "if (there?.id !== dead.id || !isDead(there)) return undefined;",
        "if (there?.id === undefined) return undefined;",
      ],
      [
        "who waits for a claim looks again",
        "await clock.sleep(Math.min(leftMs, claimLimits.lookMs), signal);",
        "await clock.sleep(leftMs, signal);",
      ],
    ],
  ),
  ...seenBy(
    ["test/reconcile/two-writers.test.ts"],
    [
      [
        "a run that lost its claim begins nothing more",
        "isStopped: () => !mayGoOn(runtime, halt),",
        "isStopped: () => halt.signal.aborted,",
      ],
      ["a run that lost its claim leaves the lock alone", "if (!runtime.isAlone()) return claimLost();", ""],
      [
        "what another run has applied since is not applied over",
        "if (textOf(now) === textOf(remembered)) {",
        'if (textOf(now) !== "") {',
      ],
      [
        "a lock that another run has saved is not replaced",
        "  if (isSameLock(there, expected)) return;\n",
        "  if (there !== null) return;\n",
      ],
      [
        "what a pull saves is compared with the lock as it was when it read",
        "await saveNext(claim, { ...lock, pulled: true }, adopted.lock);",
        "await saveNext(claim, { ...lock, pulled: true }, (await setup.disk.read(lock.organization)).lock);",
      ],
      [
        "each lock that is saved has the next number",
        "const serial = (read?.serial ?? 0) + 1;",
        "const serial = read?.serial ?? 1;",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/one-at-a-time.test.ts"],
    [
      [
        "a claim is taken before the first call",
        "const hold = await reconciler.hold({",
        "const hold = { release: async () => {} };\n  void ({",
      ],
      [
        "a pull that writes a lock takes the claim before it reads",
        "return places.lock === undefined ? work() : whileHeld(",
        "return places.lock !== null ? work() : whileHeld(",
      ],
      ["--wait is heard", "waitMs: (settings.wait ?? 0) * 1000,", "waitMs: 0,"],
    ],
  ),
  ...seenBy(
    ["test/cli/names.test.ts"],
    [
      [
        "the lock of another layout is refused",
        "if (own.layout !== undefined && own.layout !== layout) throw ofAnother(own, layout);",
        "void ofAnother;",
      ],
      [
        "the journal of another layout is refused",
        "if (stranger !== undefined) throw",
        "if (stranger === null) throw",
      ],
      [
        "layouts have locks of their own",
        "const place = name === undefined ? defaultName : layout;",
        'const place = name === "" ? layout : defaultName;',
      ],
      [
        "a lock without a name is this layout's where it fits",
        "if (2 * fitting.length < entries.length) throw",
        "if (fitting.length > entries.length) throw",
      ],
      [
        "a lock without a name is a layout's that declares its objects",
        "return 2 * addresses.filter(isDeclared).length >= addresses.length ? found(former) : undefined;",
        "return found(former);",
      ],
      [
        "a lock is given its name",
        "if (guard.refusals.length === 0) await nameLock(planned.remembered, held.claim);",
        "void nameLock;",
      ],
      ["the former lock goes when it was taken over", "removeFormer(places.former?.lock);", ""],
      [
        "a former journal is the layout's that knows what is in it",
        'before.lines.every((line) => !("address" in line) || isKnown(line.address));',
        'before.lines.length > 0 || isKnown("");',
      ],
      ["two default layouts are an error", "if (found.length > 1)", "if (found.length > 2)"],
    ],
  ),
  ...seenBy(
    ["test/cli/same-file.test.ts"],
    [
      [
        "a file has one use in a run",
        "if (other !== undefined) throw sameFile(path, other.as, use.as);",
        "void other;",
      ],
      [
        "what is no journal is not taken for one",
        "if (!own.isJournal) throw noJournal(journal);",
        "void noJournal;",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/files.test.ts", "src/bin/process/ask.test.ts"],
    [
      [
        "lock and journal are tried before the first call",
        "if (path !== undefined) files.tryReplacing(at(path));",
        "void path;",
      ],
      [
        "what plan will write is tried",
        "io.files.uses.write(path, option);\n    io.files.tryWriting(path);",
        "io.files.uses.write(path, option);",
      ],
      [
        "a link is refused",
        "if (there.isSymbolicLink()) throw linkError(path, system.readlinkSync(path));\n  if (there.isDirectory())",
        "if (there.isDirectory())",
      ],
      ["a mode stays", "if (mode !== usualMode) system.fchmodSync(file, mode);", ""],
      ["who ends the input is told", '"cli/interrupted": exitCodes.interrupted,', ""],
      [
        "the end of the input is an answer",
        "await Promise.race([lines.question(question, { signal }), ended]);",
        "await Promise.race([lines.question(question, { signal })]);\n    void ended;",
      ],
    ],
  ),
  ...seenBy(
    ["test/reconcile/file-faults.test.ts"],
    [
      [
        "what is half written is removed",
        "    removeQuietly(system, beside);\n    throw error;\n  }\n  syncFolder",
        "    throw error;\n  }\n  syncFolder",
      ],
      ["what goes wrong with files is told in words", "throw fileError(path, tried, error);", "throw error;"],
    ],
  ),
  ...seenBy(
    ["test/reconcile/stop.test.ts"],
    [
      [
        "a run ends once the token is refused",
        'error.code === "http/unauthorised") halt.end(',
        'error.code === "") halt.end(',
      ],
      [
        "a run ends when nothing succeeds",
        "if (idle.ms() >= progressLimits.mostMs) halt.end(withoutProgress());",
        "void withoutProgress;",
      ],
      ["what succeeds is progress", "      idle.begin();\n      return result;", "      return result;"],
    ],
  ),
  ...seenBy(
    ["test/cli/proxies.test.ts"],
    [
      ["the proxy of the environment is used", "httpsProxy: url,", 'httpsProxy: "",'],
      ["what NO_PROXY names is reached directly", 'noProxy: except ?? ""', 'noProxy: ""'],
      ["plain http never goes through a proxy", 'httpProxy: "",', "httpProxy: url,"],
      [
        "who has an authority of their own is told where to name it",
        'reason === "untrusted" ? trustRemedy : undefined',
        "reason === undefined ? trustRemedy : undefined",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/lock-repair.test.ts"],
    [
      [
        "a journal that lost a line is no whole one",
        "if (own.damaged > 0) throw isDamaged(journal, own.damaged);",
        "",
      ],
      [
        "of two ids of one address the one that is there is right",
        'const id = there[0] ?? ids[0] ?? "";',
        'const id = ids.at(-1) ?? "";',
      ],
      [
        "of two ids that are there none is taken",
        "if (ids.length > 1 && there.length > 1)",
        "if (ids.length > 2 && there.length > 1)",
      ],
      [
        "of two applied values the one that is live is right",
        "likeness(deciding, address, other) - likeness(deciding, address, one),",
        "likeness(deciding, address, one) - likeness(deciding, address, other),",
      ],
      [
        "an applied value that neither the sides nor the service agree on is not known",
        "const lost = names.filter((name) => !isKnown(name));",
        "const lost = names.filter(() => false);",
      ],
      [
        "of two addresses of one object the declared one is right",
        "Number(isDeclared(other)) - Number(isDeclared(one))",
        "Number(isDeclared(one)) - Number(isDeclared(other))",
      ],
      [
        "what a run of one side deleted is dropped",
        "(isOneSided && !declaredIn(desired)(address))",
        '(isOneSided && address === "")',
      ],
    ],
  ),
  ...seenBy(
    ["src/reconcile/disk/journal-text.test.ts", "src/reconcile/wait-before-reading.test.ts"],
    [
      [
        "a line that a kill cut short is no damage where the next run goes on after it",
        'found[at + 1]?.kind !== "head"',
        "at >= 0",
      ],
      [
        "after a journal that was cut everything may have been just now",
        "isJournalCut === true ? clock.now() : Number.NEGATIVE_INFINITY",
        "Number.NEGATIVE_INFINITY",
      ],
    ],
  ),
  ...seenBy(
    ["test/faults/power-loss.test.ts"],
    [
      ["what a kill left of the first words of a journal is one", " || beginsLikeJournal(text)", ""],
      [
        "what a kill left of the first words of a lock is one",
        "return isLock || beginsLikeLock(text) ?",
        "return isLock ?",
      ],
      [
        "the last entry of a lock ends without a comma",
        "/^ {4}\\},?$/u.test(line)",
        "/^ {4}\\},$/u.test(line)",
      ],
      [
        "files that were to replace others are removed",
        "  for (const path of left) files.remove(resolve(folder, path));\n",
        "",
      ],
      [
        "what stands in the journal is remembered",
        "lines: [...(isFormer ? before.lines : []), ...own.lines],",
        "lines: [...(isFormer ? before.lines : [])],",
      ],
      [
        "half a line of a journal is no line",
        "    const value = parseShallow(line) as Partial<JournalLine>;",
        '    const value = parseShallow(line.endsWith("}") ? line : `${line}","run":"r","at":1}`) as Partial<JournalLine>;',
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/former-lock.test.ts"],
    [
      [
        "a lock fits of which half of the addresses are declared",
        "declared > 0 && 2 * declared >= addresses.length",
        "declared > 0",
      ],
      [
        "a file that became a folder may have lain in one around it",
        "const outwards = around === inner ? [] : foldersBetween(outer, around);",
        "const outwards: readonly string[] = around === outer ? [outer] : [];",
      ],
      [
        "drift names a former lock",
        "[...formerLockWarnings(remembered, settings), ...diagnostics]",
        "formerLockWarnings({}, settings).concat(diagnostics)",
      ],
      [
        "the lock of a layout that is there is not another's former one",
        "return theirs !== ours && files.isThere(theirs);",
        "return false;",
      ],
      [
        "a file that became a folder lay beside that folder",
        "new Set([dirname(own), home, dirname(home), ...foldersBetween(resolve(folder), home)])",
        "new Set([dirname(own), home, ...foldersBetween(home, home)])",
      ],
      [
        "a lock that is taken over takes its journal along",
        "if (from !== undefined) renameJournal(",
        "if (from === to) renameJournal(",
      ],
    ],
  ),
  ...seenBy(
    ["src/reconcile/disk/durable-file.test.ts"],
    [
      [
        "the name of a file that was replaced is on the disk",
        "  syncFolder(system, dirname(path));\n}\n",
        "}\n",
      ],
      [
        "the name of a new journal is on the disk",
        "    syncFolder(system, dirname(path));\n  } catch",
        "    void path;\n  } catch",
      ],
      [
        "the name of a new folder is on the disk",
        "    syncFolder(system, dirname(folder));\n",
        "    void folder;\n",
      ],
    ],
  ),
  ...seenBy(
    ["src/reconcile/check-serial.test.ts"],
    [
      [
        "a lock is old also beside a run that only began",
        'line.kind === "begin" || line.kind === "end" ? (line.serial ?? 0) : 0,',
        'line.kind === "end" ? (line.serial ?? 0) : 0,',
      ],
    ],
  ),
  ...seenBy(
    ["src/apply/next-lock.test.ts"],
    [["what was made anew is not the former object", "former?.id === id", "former !== undefined"]],
  ),
  ...seenBy(
    ["test/planning/guards.test.ts"],
    [
      [
        "what the journal knew and is gone is made anew only when asked for",
        "lock?.objects[address]?.id ?? recovered?.pairs[address]",
        "lock?.objects[address]?.id",
        "src/plan/guard/recreated.ts",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/lock-churn.test.ts"],
    [
      [
        "what comes between others leaves their ranks",
        "withKeptRanks(objects, previous) : objects;",
        "objects : objects;",
      ],
    ],
  ),
];
