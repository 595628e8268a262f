/** A rule of the core switched off: exact text of a file, and what takes its place. */
export interface Mutant {
  /** The rule, in words. */
  readonly rule: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Test files that should see it, the quickest first; then those of `lastResort`. */
  readonly seenBy: readonly string[];
}

const planning = ["test/planning"];
const applying = ["test/apply", "src/apply"];
const rules = ["test/faults/rules.test.ts"];

/** Rules of deciding. */
export const planningMutants: readonly Mutant[] = [
  {
    rule: "pair level by level, what contains before what is inside",
    file: "src/plan/pair.ts",
    find: "levels.set(object.address, 1 + Math.max(-1, ...needs.map((need) => levels.get(need.address) ?? 0)));",
    replace: "levels.set(object.address, 0);",
    seenBy: planning,
  },
  {
    rule: "a claimed unique value pairs only with its claimant",
    file: "src/plan/pair.ts",
    find: 'by === "key" || !isClaimedByAnother(state, type, object, candidate);',
    replace: "true;",
    seenBy: planning,
  },
  {
    rule: "a site space is paired by path before it is by space",
    file: "src/resources/site-space/site-space.ts",
    find: "pairBirthKeyLast: true,",
    replace: "pairBirthKeyLast: false,",
    seenBy: planning,
  },
  {
    rule: "several candidates are an error, not a guess",
    file: "src/plan/pair.ts",
    find: "  if (onlyOne) return;\n",
    replace:
      "  if (onlyOne) return;\n  if (objects[0] && live[0]) return pair(state, objects[0], live[0], by);\n",
    seenBy: planning,
  },
  {
    rule: "the merged world is validated, not the layout alone",
    file: "src/plan/check-merged.ts",
    find: "return [...containerCycles(context), ...takenValues(context)];",
    replace: "return takenValues(context);",
    seenBy: planning,
  },
  {
    rule: "a unique value that something keeps cannot be declared",
    file: "src/plan/check-merged.ts",
    find: "return [...containerCycles(context), ...takenValues(context)];",
    replace: "return containerCycles(context);",
    seenBy: planning,
  },
  {
    rule: "derived paths: existing objects first, newcomers that could derive a value after it is taken",
    file: "src/plan/build-edges.ts",
    find: "orderDerivedValues(builder, rule, takers, newcomersByWithin.get(within) ?? []);",
    replace: "",
    seenBy: planning,
  },
  {
    rule: "newcomers without a declared value come late",
    file: "src/plan/build-nodes.ts",
    find: "if (created === undefined || created.bornWith === holder.address) return false;",
    replace: "if (created === undefined || created.bornWith !== holder.address) return false;",
    seenBy: planning,
  },
  {
    rule: "release edges: a value is given up before it is taken",
    file: "src/plan/build-edges.ts",
    find: "if (holder && node !== undefined) releaseValueFirst(builder, node, rule, holder, value, taker);",
    replace: "",
    seenBy: planning,
  },
  {
    rule: "soft edges are dropped before a temporary value is taken",
    file: "src/plan/break-cycles.ts",
    find: "if (droppable) graph.removeEdge(droppable.node, droppable.after);",
    replace: "if (droppable && !release) graph.removeEdge(droppable.node, droppable.after);",
    seenBy: planning,
  },
  {
    rule: "temporary values where two objects swap",
    file: "src/plan/break-cycles.ts",
    find: 'const release = cycle.find((edge) => edge.why.kind === "release");',
    replace: "const release = undefined as (typeof cycle)[number] | undefined;",
    seenBy: planning,
  },
  {
    rule: "arrivals in one ordered list form a chain",
    file: "src/plan/build-edges.ts",
    find: "for (const list of drafted.lists) chain(graph, list.operations);",
    replace: "",
    seenBy: planning,
  },
  {
    rule: "add before delete",
    file: "src/plan/build-edges.ts",
    find: "graph.addEdge(id, placementOf(builder, sibling.address), soft.addFirst);",
    replace: "void sibling;",
    seenBy: planning,
  },
  {
    rule: "defaults are handed over before the old one is deleted",
    file: "src/plan/build-edges.ts",
    find: "graph.addEdge(id, nodeId.point(sibling.address), soft.defaultFirst);",
    replace: "void sibling;",
    seenBy: planning,
  },
  {
    rule: "a replacement is there before what it replaces goes",
    file: "src/plan/build-edges.ts",
    find: "graph.addEdge(id, placementOf(builder, deleted.replacedBy), soft.replaceFirst);",
    replace: "void soft.replaceFirst;",
    seenBy: planning,
  },
  {
    rule: "contents leave, or go, before what holds them goes",
    file: "src/plan/build-edges.ts",
    find: "for (const inner of context.live.inside(live.type, live.id)) leaveFirst(builder, id, inner);",
    replace: "",
    seenBy: planning,
  },
  {
    rule: "a container moves before what enters it",
    file: "src/plan/build-edges.ts",
    find: "enterAfterAncestors(builder, draft.id, draft.to);",
    replace: "",
    seenBy: planning,
  },
  {
    rule: "publication comes last",
    file: "src/plan/build-edges.ts",
    find: "  orderLastWriters(builder);\n  return graph;",
    replace: "  return graph;",
    seenBy: planning,
  },
  {
    rule: "deletes that go with something are listed and never sent",
    file: "src/plan/build-nodes.ts",
    find: "if (deleted.goesWith === undefined)",
    replace: "if (deleted !== undefined)",
    seenBy: planning,
  },
  {
    rule: "the longest run of siblings stays where it is",
    file: "src/plan/arrange.ts",
    find: "const still = new Set(longestIncreasing(present, (item) => placeNow(item) as number));",
    replace: "const still = new Set(present.slice(0, 1));",
    seenBy: ["src/plan/arrange.test.ts"],
  },
  {
    rule: "replacing a container replaces, or moves, what is in it",
    file: "src/plan/decide.ts",
    find: "if (replaced.size === before) return verdicts;",
    replace: "if (replaced.size >= before) return verdicts;",
    seenBy: planning,
  },
  {
    rule: "an ignored attribute is never patched",
    file: "src/plan/decide.ts",
    find: "value === undefined || desired.ignore.includes(name)) return false;",
    replace: "value === undefined) return false;",
    seenBy: planning,
  },
  {
    rule: "what cannot be read back is left alone without a hash",
    file: "src/plan/decide.ts",
    find: "if (isTold || !attribute.unreadable?.(resolved)) return true;",
    replace: "if (isTold || resolved !== null) return true;",
    seenBy: planning,
  },
  {
    rule: "a site of another kind of structure is refused",
    file: "src/plan/guards.ts",
    find: "if (!clash) return [];",
    replace: "if (!clash || clash) return [];",
    seenBy: planning,
  },
  ...(
    [
      ["deletes need permission", "...deletePermission(deletes),"],
      ["too many deletes or changes are refused", "...thresholds(context, steps, deletes, changes),"],
      ["what is protected stays", "...protectedObjects(context, deletes),"],
      ["unmanaged contents refuse the deletion of what holds them", "...cascades(context),"],
      ["what is in use is not deleted", "...stillReferenced(context),"],
      ["deletes below what neither id nor lock names are refused", "...notOurs(context),"],
      ["creating beside unmanaged objects wants a word", "...createdBeside(context),"],
      ["what both sides changed is not overwritten", "...changedByBoth(context),"],
      ["structure that Git Sync owns is not written", "...blockedScopes(context, steps),"],
    ] as const
  ).map(([rule, find]) => ({ rule, file: "src/plan/guards.ts", find, replace: "", seenBy: planning })),
  {
    rule: "the layout's own edits are no drift",
    file: "src/plan/drift.ts",
    find: 'entries.some((entry) => entry.movedBy !== "layout")',
    replace: "entries.length > 0",
    seenBy: planning,
  },
  {
    rule: "protection is remembered until a layout takes it back",
    file: "src/plan/plan-changes.ts",
    find: "return declared ?? context.lock?.objects[address]?.protect ?? false;",
    replace: "return declared ?? address === context.desired.world.organizationId;",
    seenBy: planning,
  },
  {
    rule: "a plan that no longer fits is found out, field by field",
    file: "src/plan/verify.ts",
    find: "if (moved.length === 0) return [];",
    replace: "if (moved.length >= 0) return [];",
    seenBy: planning,
  },
  {
    rule: "an object that has appeared under a key is not created beside",
    file: "src/plan/verify.ts",
    find: "if (appeared.length === 0) return [];",
    replace: "if (appeared.length >= 0) return [];",
    seenBy: planning,
  },
];

/** Rules of doing. */
export const applyingMutants: readonly Mutant[] = [
  {
    rule: "an intent is journalled before a create is sent",
    file: "src/apply/run-node.ts",
    find: "onAttempt: () => journal?.intent(intent),",
    replace: "onAttempt: () => void intent,",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "an intent is on the disk before its create is sent",
    file: "src/apply/journal.ts",
    find: 'ahead: (intent) => disk.append(line({ kind: "intent", ...intent, ahead: true })),',
    replace: "ahead: async () => undefined,",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "every attempt is stamped",
    file: "src/http/attempt.ts",
    find: "options.onAttempt?.();",
    replace: "if (attempt.attempt === 1) options.onAttempt?.();",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "every pair is journalled, not only creates",
    file: "src/apply/apply-plan.ts",
    find: "  journalPairs(run);\n",
    replace: "",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "what was created is journalled at once",
    file: "src/apply/run-node.ts",
    find: "run.runtime.journal?.pairs(objects.map(([address, , id]) => [address, id]));",
    replace: "",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "lost creates are resolved before pairing",
    file: "src/apply/recover.ts",
    find: "    pairs.set(intent.address, id);\n",
    replace: "",
    seenBy: applying,
  },
  {
    rule: "candidates for a lost create are those that were not there before",
    file: "src/live/find-lost-create.ts",
    find: "if (object.type !== lost.type.name || lost.isKnown(object.type, object.id)) return false;",
    replace: "if (object.type !== lost.type.name) return false;",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "reads are asked again up to the horizon before a create is sent again",
    file: "src/live/access.ts",
    find: "const leftMs = deadline - access.clock.now();",
    replace: "const leftMs = Math.min(0, deadline - access.clock.now());",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "a rerun waits the horizon out before it reads",
    file: "src/apply/journal.ts",
    find: "if (leftMs > 0) await clock.sleep(leftMs, signal);",
    replace: "if (leftMs > horizonMs) await clock.sleep(leftMs, signal);",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "several candidates for a lost create stop the run",
    file: "src/live/find-lost-create.ts",
    find: 'if (candidates.length > 1) return { kind: "several", ids: candidates.map((each) => each.id) };\n',
    replace: "",
    seenBy: applying,
  },
  {
    rule: "when the recovery cannot read, the outcome is unknown",
    file: "src/live/find-lost-create.ts",
    find: 'return { kind: "unreadable", cause };',
    replace: 'return cause === undefined ? { kind: "unreadable", cause } : { kind: "none" };',
    seenBy: applying,
  },
  {
    rule: "a success with a broken body is committed: never POST again",
    file: "src/live/create-object.ts",
    find: "return !sent.isCommitted && resends < maxResends",
    replace: "return resends < maxResends",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "a POST is never blindly repeated",
    file: "src/http/retry.ts",
    find: 'if (endpoint.method !== "GET" && !endpoint.idempotent) return false;',
    replace: "",
    seenBy: ["src/http"],
  },
  {
    rule: "a 409 to a move that was done is success",
    file: "src/resources/collection/collection.ts",
    find: "alreadySo: [409]",
    replace: "alreadySo: []",
    seenBy: rules,
  },
  {
    rule: "on the classic generation a section leaves its group before it enters another",
    file: "src/resources/site-section/site-section.ts",
    find: "...(from === null ? [] : [leave(from)])",
    replace: '...(from === null ? [leave] : []).slice(1).map((each) => each(""))',
    seenBy: rules,
  },
  {
    rule: "the plan is verified before the first write",
    file: "src/apply/apply-plan.ts",
    find: "const conflicts = verifyPlan(plan, live, runtime.types, runtime.hash);",
    replace:
      "const conflicts = verifyPlan({ ...plan, existing: {}, steps: [] }, live, runtime.types, runtime.hash);",
    seenBy: applying,
  },
  {
    rule: "what is inside is looked at just before a container is deleted",
    file: "src/live/delete-object.ts",
    find: "await checkContents(access, subject, address, expectation);",
    replace: "void checkContents;\n  void expectation;",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "what was touched is read back at the end",
    file: "src/apply/apply-plan.ts",
    find: "if (!runtime.signal?.aborted) await settleAll(run, progress, tell);",
    replace: "void settleAll;",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "a success by status that is a refusal by content is a failed step",
    file: "src/live/write-object.ts",
    find: "const refusal = writer.refused?.(body);",
    replace: "const refusal = writer.refused?.({});",
    seenBy: rules,
  },
  {
    rule: "the node with the longest chain behind it goes first",
    file: "src/apply/ready-queue.ts",
    find: "return difference > 0 || (difference === 0 && a < b);",
    replace: "return difference !== difference || a < b;",
    seenBy: applying,
  },
  {
    rule: "the token's own user is never removed from a team",
    file: "src/resources/team/team.ts",
    find: "&& member.id !== currentUser?.id)",
    replace: '&& member.id !== "" && currentUser !== null)',
    seenBy: ["src/resources/team", ...rules],
  },
  {
    rule: "what is in the trash counts as absent",
    file: "src/live/bulk-read.ts",
    find: "if (object.deleted === true || seen.has(key)) continue;",
    replace: "if (seen.has(key)) continue;",
    seenBy: ["src/live", ...rules],
  },
  {
    rule: "a list that skipped something is read again",
    file: "src/http/paging.ts",
    find: "const rereads = 2;",
    replace: "const rereads = 0;",
    seenBy: ["src/http/paging.test.ts"],
  },
];
