import { type Mutant, seenBy } from "./mutant.ts";

/** Rules of finding out which live object a desired one is, round by round, and of what an interrupted run knows. */
export const pairingMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/planning"],
    [
      ["a pin pairs", "if (object.pin !== undefined) return pairByPin(state, object, object.pin);", ""],
      [
        "a dead pin is told",
        "  const holder = state.byLive.get(objectKey(object.type, id));\n",
        "  const holder = state.byLive.get(objectKey(object.type, id));\n  if (holder === undefined) return;\n",
      ],
      [
        "two pins of one object are told",
        " || state.byLive.has(objectKey(object.type, id))) return false;",
        ") return false;",
      ],
      ["the lock pairs", 'if (id !== undefined && take(state, object, id, "lock")) return;', "void locked;"],
      [
        "the journal pairs",
        'if (recovered !== undefined) take(state, object, recovered, "journal");',
        "void recovered;",
      ],
      [
        "what is not said to be in something is at the root",
        "container({ worlds, object: { container = null } }) {",
        "container({ worlds, object: { container } }) {",
      ],
      [
        "outside of owned contents nothing is taken for what it resembles",
        "if (type.scope !== undefined) for (const fields of fallbackKeys)",
        "for (const fields of fallbackKeys)",
      ],
      ["`was` tells the former place too", "...present({ container: wasIn }),", ""],
      [
        "a former place is paired before its contents",
        "for (const each of [object, formerly(object)])",
        "for (const each of [object])",
      ],
      [
        "a former key that several have is a question",
        'if (before.length === 1) return pair(state, object, old, "was");',
        'if (before.length > 0) return pair(state, object, old, "was");',
      ],
      [
        "one of that name elsewhere is told",
        "if (others.length === 0) return [];\n    const named = others.map((live) => `“",
        "if (others.length >= 0) return [];\n    const named = others.map((live) => `“",
      ],
      [
        "what is known by its id is known in its scope",
        "  if (object.scope !== undefined && live.scopeId !== state.byAddress.get(object.scope)?.live.id) return false;\n",
        "",
      ],
      ["one live object is one desired object", "|| state.byLive.has(objectKey(object.type, id))", ""],
      ["former keys pair", "  pairFormerKeys(state, type, batch);\n", "  void pairFormerKeys;\n"],
      ["both a former and a new key live are told", "if (now.length > 0)\n", "if (now.length > 9)\n"],
      ["the key pairs", 'round(key, "key");', ""],
      ["the create key pairs", 'if (!pairByCreateKeyLast) round(createKey, "create key");', ""],
      [
        "fallback keys pair",
        'for (const fields of fallbackKeys) round(fields, "fallback key");',
        "void fallbackKeys;",
      ],
      [
        "the create key pairs last where it says least",
        '  if (pairByCreateKeyLast) round(createKey, "create key");',
        "",
      ],
      [
        "among like siblings position decides",
        "const rest = [...live].sort((a, b) => a.rank - b.rank);",
        "const rest = [...live].sort((a, b) => b.rank - a.rank);",
      ],
      [
        "a claimed value blocks no pairing by key",
        'by === "key" || !isClaimedByAnother',
        "!isClaimedByAnother",
      ],
      [
        "several that could have been put in another's place are told",
        "if (others.length > 0) diagnostics.push(ambiguous([desired], [replacement, ...others]));",
        "",
      ],
      [
        "the journal says which object was put in another's place",
        "for (const id of [inputs.recovered?.pairs[object.address], inputs.lock",
        "for (const id of [undefined, inputs.lock",
      ],
    ],
  ),
  ...seenBy(
    ["test/reconcile/known-by-id.test.ts"],
    [
      [
        "what a list does not show is asked for by its id",
        "if (readById === undefined || seen.has(keyOf(object))) return [];",
        "if (readById !== undefined || seen.has(keyOf(object))) return [];",
      ],
      [
        "what is listed is not asked for",
        "if (readById === undefined || seen.has(keyOf(object))) return [];",
        "if (readById === undefined) return [];",
      ],
      [
        "gone is only what is not found",
        "if (statusOf(error) === 404) return undefined;",
        "return undefined;",
      ],
      [
        "what is in the trash is not there",
        "const trashed = found.filter(({ deleted }) => deleted === true);",
        "const trashed = found.filter(({ deleted }) => deleted === null);",
      ],
      [
        "a list that leaves something out is refused",
        "(object) => isSelected(context.names.ofLive(object)) || needed().has(object.type),",
        "() => false && isSelected(String(needed())),",
      ],
      [
        "what has no read by its id is looked for twice",
        "if (places === undefined) return live;",
        "if (places !== null) return live;",
      ],
      [
        "between two looks the consistency window passes",
        "  await setup.clock.sleep(setup.consistencyWindowMs, about.signal);\n",
        "",
      ],
      [
        "the journal's objects are known by their ids",
        "...[...pairsOf(journal)].map(([address, { id }]) => named(address, id)),",
        "",
      ],
      [
        "pins are known by their ids",
        "pin === undefined ? [] : [named(address, pin)]",
        "pin === undefined || pin !== null ? [] : [named(address, pin)]",
      ],
      [
        "what was there and was not listed is no duplicate",
        "context.live.get(type, id) === undefined ? [{ address, type, id, holds }] : []",
        "context.live.get(type, id) !== undefined ? [{ address, type, id, holds }] : []",
      ],
    ],
  ),
  ...seenBy(
    [
      "src/reconcile",
      "test/reconcile",
      "test/cli/front-door.test.ts",
      "test/apply",
      "test/faults/rules.test.ts",
    ],
    [
      [
        "the contents of what an interrupted run made are read",
        "neededReads(types, desired, lock, recoverFrom, purpose)",
        "neededReads(types, desired, lock, undefined, purpose)",
      ],
      [
        "what is read for a destroy is what a destroy needs",
        "neededReads(types, desired, lock, recoverFrom, purpose)",
        "neededReads(types, desired, lock, recoverFrom)",
      ],
      ["a pinned object is not looked for", "    if (options.isPinned(attempt.address)) continue;\n", ""],
      [
        "what is known under another address is no candidate",
        ".filter((id) => !taken.has(id));",
        ".filter((id) => id !== undefined);",
      ],
      ["two lost creates are two objects", "    taken.add(id);\n", ""],
      [
        "a lost create of an address that the lock knows is looked for, that object too",
        ".filter(([address]) => !attempts.has(address))",
        "",
      ],
      ["several candidates are a question", "if (candidates.length > 1)\n", "if (candidates.length > 99)\n"],
      ["a pair ends its create", "    attempts.delete(line.address);\n    pairs.set(", "    pairs.set("],
      ["what was refused was not made", 'if (line.kind === "refused") {', 'if (line.kind === "end") {'],
      ["what was there before the create is not ours", "madeAt(object) >= at", "true"],
      ["a call of several may be the first", "attempts.get(line.address)?.at ?? line.at", "line.at"],
      [
        "a create after a pair supersedes it",
        "for (const [address, { ahead }] of attempts) if (ahead === undefined) pairs.delete(address);",
        "",
      ],
      [
        "a create that was perhaps not sent leaves the pair",
        "if (ahead === undefined) pairs.delete(address);",
        "if (ahead !== null) pairs.delete(address);",
      ],
      [
        "a lost create is looked for in its scope",
        " && object.scopeId === attempt.scopeId && !known.has(object.id)",
        " && !known.has(object.id)",
      ],
      ["what was there before is no candidate", " && !known.has(object.id)", " && known.size >= 0"],
      ["a lost create is found by its key", "=== attempt.key;", "!== null;"],
      [
        "a clock that was set back makes nobody wait longer",
        "Math.min(lastMs + consistencyWindowMs - clock.now(), consistencyWindowMs)",
        "lastMs + consistencyWindowMs - clock.now()",
      ],
      [
        "a moved object keeps its entry in the lock",
        "    objects[target] = entry;\n",
        "",
        "src/reconcile/moved-lock.ts",
      ],
      [
        "what is known under both addresses stays as it is",
        "if (entry === undefined || objects[target] !== undefined) continue;",
        "if (entry === undefined) continue;",
      ],
      [
        "a chain of moves is followed",
        "const target = lastOf(moves, start);",
        "const target = moves.get(start) ?? start;",
      ],
    ],
  ),
];
