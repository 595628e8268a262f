import type { Mutant } from "./mutant.ts";

const planning = ["test/planning"];

/** Rules of deciding. */
export const planningMutants: readonly Mutant[] = [
  {
    rule: "pair level by level, what contains before what is inside",
    find: "[...groupBy(objects, ({ address }) => levelsOfKeys.get(address) as number)]",
    replace: "[...groupBy(objects, () => 0)]",
    seenBy: planning,
  },
  {
    rule: "what is recognised by its key still has it before the first write",
    find: "return checkAdopt(checker, step);",
    replace: "return [];",
    seenBy: ["test/planning/fingerprints.test.ts"],
  },
  {
    rule: "a key that is left to others may change",
    find: 'typeof field !== "string" || field in managed.attributes',
    replace: "field !== null",
    seenBy: ["test/planning/fingerprints.test.ts"],
  },
  {
    rule: "a claimed unique value pairs only with its claimant",
    find: 'by === "key" || !isClaimedByAnother(state.claims, type, object, candidate);',
    replace: "true;",
    seenBy: planning,
  },
  {
    rule: "a site space is paired by path before it is by space",
    find: "pairByCreateKeyLast: true,",
    replace: "pairByCreateKeyLast: false,",
    seenBy: planning,
  },
  {
    rule: "several candidates are an error, not a guess",
    find: "  for (const each of objects) state.ambiguous.add(each.address);\n",
    replace:
      "  const [object] = objects;\n  if (object && live[0]) return pair(state, object, live[0], by);\n",
    seenBy: planning,
  },
  {
    rule: "the merged world is validated, not the layout alone",
    find: "return [...containerCycles(context), ...takenValues(context)];",
    replace: "return takenValues(context);",
    seenBy: planning,
  },
  {
    rule: "a unique value that something keeps cannot be declared",
    find: "return [...containerCycles(context), ...takenValues(context)];",
    replace: "return containerCycles(context);",
    seenBy: planning,
  },
  {
    rule: "derived paths: existing objects first, newcomers that could derive a value after it is taken",
    find: "yield* orderDerivedValues(ruled, takers, newcomersByWithin.get(within) ?? []);",
    replace: "",
    seenBy: planning,
  },
  {
    rule: "newcomers without a declared value come last",
    find: "if (created === undefined || created.bornWith === parent.address) return false;",
    replace: "if (created === undefined || created.bornWith !== parent.address) return false;",
    seenBy: planning,
  },
  {
    rule: "release edges: a value is given up before it is taken",
    find: "if (holder) yield* releaseFirst(ruled, taker, holder);",
    replace: "",
    seenBy: planning,
  },
  {
    rule: "soft edges are dropped before a temporary value is taken",
    find: "if (droppable) graph.removeEdge(droppable.node, droppable.after);",
    replace: "if (droppable && !release) graph.removeEdge(droppable.node, droppable.after);",
    seenBy: planning,
  },
  {
    rule: "temporary values where two objects swap",
    find: 'const release = cycle.find((edge) => edge.why.kind === "release");',
    replace: "const release = undefined as (typeof cycle)[number] | undefined;",
    seenBy: planning,
  },
  {
    rule: "arrivals in one ordered list form a chain",
    find: "copies, siblingOrder, deletes",
    replace: "copies, deletes",
    seenBy: planning,
  },
  {
    rule: "add before delete",
    find: "yield { node, after: find.placing(sibling.address), why: soft.addFirst };",
    replace: "void sibling;",
    seenBy: planning,
  },
  {
    rule: "defaults are handed over before the old one is deleted",
    find: "yield { node, after: nodeId.setDefault(sibling.address), why: soft.defaultFirst };",
    replace: "void sibling;",
    seenBy: planning,
  },
  {
    rule: "a replacement is there before what it replaces goes",
    find: "yield { node, after: find.placing(deleted.replacedBy), why: soft.replaceFirst };",
    replace: "void soft.replaceFirst;",
    seenBy: planning,
  },
  {
    rule: "contents leave, or go, before what holds them goes",
    find: "for (const inner of context.live.inside(live.type, live.id)) yield { node, after: leaving(drafted, inner) };",
    replace: "",
    seenBy: planning,
  },
  {
    rule: "a container moves before what enters it",
    find: 'if (draft.kind === "enter") yield* moveAfterAncestors(drafted, draft.id, draft.to);',
    replace: "",
    seenBy: planning,
  },
  {
    rule: "publication comes last",
    find: "uniqueValues, lastWriters]",
    replace: "uniqueValues]",
    seenBy: planning,
  },
  {
    rule: "deletes that go with something are listed and never sent",
    find: "if (deleted.goesWith === undefined)\n",
    replace: "if (deleted !== undefined)\n",
    seenBy: planning,
  },
  {
    rule: "the longest run of siblings stays where it is",
    find: "const still = new Set(longestIncreasing(present, (item) => placeNow(item) as number));",
    replace: "const still = new Set(present.slice(0, 1));",
    seenBy: ["src/plan/order/fewest-moves.test.ts"],
  },
  {
    rule: "replacing a container replaces, or moves, what is in it",
    find: "if (replaced.size === before) return verdicts;",
    replace: "if (replaced.size >= before) return verdicts;",
    seenBy: planning,
  },
  {
    rule: "an ignored attribute is never patched",
    find: "value === undefined || desired.ignore.includes(name)) return false;",
    replace: "value === undefined) return false;",
    seenBy: planning,
  },
  {
    rule: "what cannot be read back is left alone without a hash",
    find: "if (isTold || !attribute.unreadable?.(resolved)) return true;",
    replace: "if (isTold || resolved !== null) return true;",
    seenBy: planning,
  },
  {
    rule: "a site of another kind of structure is refused",
    find: "if (!clash) return [];",
    replace: "if (!clash || clash) return [];",
    seenBy: planning,
  },
  ...(
    [
      ["deletes need permission", "  deletePermission,\n"],
      ["too many deletes or changes are refused", "  thresholds,\n"],
      ["what is protected stays", "  protectedObjects,\n"],
      ["unmanaged contents refuse the deletion of what holds them", "  cascades,\n"],
      ["what is in use is not deleted", "  stillReferenced,\n"],
      ["deletes below what neither id nor lock names are refused", "  notOurs,\n"],
      ["creating beside unmanaged objects wants a word", "  createdBeside,\n"],
      ["what both sides changed is not overwritten", "  changedByBoth,\n"],
      ["what hides or opens is not undone unasked", "  undone,\n"],
      ["what Git Sync owns is not written", "  ownedElsewhere,\n"],
    ] as const
  ).map(([rule, find]) => ({ rule, within: "src/plan/guard/judge.ts", find, replace: "", seenBy: planning })),
  {
    rule: "what the layout has not changed is the change of somebody else",
    find: 'return applied === declared ? "live" : "both";',
    replace: 'return "both";',
    seenBy: planning,
  },
  {
    rule: "what only narrows is undone without being asked",
    find: "attribute === undefined || !asking.has(kind)",
    replace: "attribute === undefined",
    seenBy: planning,
  },
  {
    rule: "an order is compared with siblings that have stayed",
    find: 'if (stayed.length < 2) return "unknown";',
    replace: 'return "unknown";',
    seenBy: planning,
  },
  {
    rule: "the layout's own edits are no drift",
    find: 'entries.some((entry) => entry.changedIn !== "layout")',
    replace: "entries.length > 0",
    seenBy: planning,
  },
  {
    rule: "protection is remembered until a layout takes it back",
    find: "return declared ?? context.lock?.objects[address]?.protect ?? false;",
    replace: "return declared ?? address === context.desired.world.organizationId;",
    seenBy: planning,
  },
  {
    rule: "a plan that no longer fits is found out, field by field",
    find: "if (moved.length === 0) return [];",
    replace: "if (moved.length >= 0) return [];",
    seenBy: planning,
  },
  {
    rule: "an object that has appeared under a key is not created beside",
    find: "if (appeared.length === 0) return [];",
    replace: "if (appeared.length >= 0) return [];",
    seenBy: planning,
  },
  {
    rule: "what is not in an incomplete list is not created anew",
    find: "  incompleteLists,\n",
    replace: "",
    seenBy: planning,
  },
];
