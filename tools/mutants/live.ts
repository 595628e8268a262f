import { type Mutant, seenBy } from "./mutant.ts";

const applying = ["test/apply", "src/apply", "src/live", "test/live", "test/faults/rules.test.ts"];

/** Rules of speaking to the service, and of what an answer that did not come means. */
export const liveMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/reconcile/unseen.test.ts"],
    [
      [
        "what docsform does not know keeps what it is in from deletion",
        "    const unseen = context.live.unseenIn(live.type, live.id);\n",
        "    const unseen = context.live.unseenIn(live.type, live.id).slice(0, 0);\n",
      ],
      [
        "what docsform does not know is looked for before a delete",
        "    if (unseen.length > 0) throw new ContentsError(address, [], unseen);\n",
        "",
      ],
      [
        "what is in something else is nothing to a delete",
        "unseen.filter(({ container }) => containers.has(keyOf(container)))",
        "unseen.filter(({ container }) => !containers.has(keyOf(container)))",
      ],
      [
        "what docsform does not know is told",
        "      ...unseenNotes(context),\n",
        "      ...unseenNotes(context).slice(1),\n",
      ],
    ],
  ),
  ...seenBy(
    ["test/terraform/unseen.test.ts"],
    [
      [
        "what docsform does not know keeps a site from Terraform's deletes",
        " else await refuseUnseen(session, { type, id, scopeId }, address, limit);",
        "",
      ],
      [
        "what a site holds is asked for by the site's own id",
        "const ownerId = isScope ? id : scopeId;",
        "const ownerId = isScope ? scopeId : id;",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/pull.test.ts"],
    [["pull counts what docsform does not know", "      ...unseenNotes(types, live, only),\n", ""]],
  ),
  ...seenBy(
    ["test/reconcile/unread.test.ts"],
    [
      [
        "what was not read has not gone",
        'return context.live.isUnread(type, scopeId) ? "undeclared" : "gone";',
        'return "gone";',
      ],
      [
        "what was in something that has gone has gone with it",
        "const possible = scopes.filter(({ id }) => scopeId === undefined || id === scopeId);",
        'const possible = [{ id: scopeId ?? "" }, ...scopes.slice(0, 0)];',
      ],
    ],
  ),
  ...seenBy(
    ["test/planning/destroy.test.ts", "test/reconcile/destroy.test.ts"],
    [
      [
        "destroy deletes nothing unasked that only its key says is meant",
        "    origins: originsOf({ ...inputs, types }),\n",
        "    origins: { of: () => undefined, isConfirmed: () => true },\n",
      ],
      [
        "destroy forgets nothing that is not its business",
        'context.purpose === "destroy" && reason === "undeclared"',
        "false",
      ],
      [
        "what is pinned and has gone is no error of a destroy",
        "const gone = deadPins(inputs.desired, live);",
        "const gone = deadPins(inputs.desired, live).slice(0, 0);",
      ],
      [
        "destroy looks at all sites for what uses what it deletes",
        'const isDeleting = purpose === "destroy" || desired.prune.length > 0;',
        "const isDeleting = desired.prune.length > 0;",
      ],
    ],
  ),
  ...seenBy(
    ["src/synthesised/read-terraform-json.test.ts"],
    [
      [
        "the token of a provider block is in no value",
        "if (stacks.includes(stack)) tokens.push(...tokenTexts(tokensOfProviders(stack, each)));",
        "void [stack, each];",
      ],
    ],
  ),
  ...seenBy(
    ["test/reconcile/keys-like-ids.test.ts"],
    [["a key that looks like an id is a key", '.replace(/^@/, "%40")', ""]],
  ),
  ...seenBy(
    ["test/laws/worlds/cases.test.ts"],
    [
      [
        "the last one in a container is kept, for the container may go with it",
        "return alike.some((each) => each.container?.id === container.id && !isGoing(each.id)) || undefined;",
        "return true;",
      ],
      [
        "what is deleted at the same time keeps no container",
        "isGoing: (id) => begun.has(id) || deleted.has(id),",
        "isGoing: (id) => deleted.has(id),",
      ],
    ],
  ),
  ...seenBy(applying, [
    [
      "what is inside what is inside keeps a container from deletion",
      "      open.push(keyOf(each));\n",
      "",
      "src/live/delete-object.ts",
    ],
    [
      "a neighbour stands on the side that was named",
      '"before" in position ? siblings[at + 1] : siblings[at - 1]',
      '"before" in position ? siblings[at - 1] : siblings[at + 1]',
    ],
    [
      "a repetition that is refused may mean that the first arrived",
      "if (wasLost && isTaken(error)) return",
      "if (wasLost && false) return",
    ],
    [
      "400 may mean that a name is taken",
      "return error.status === 400 || error.status === 409;",
      "return error.status === 409;",
    ],
    [
      "409 may mean that a name is taken",
      "return error.status === 400 || error.status === 409;",
      "return error.status === 400;",
    ],
    [
      "what is refused at once is not looked for",
      "if (wasLost && isTaken(error)) return",
      "if (isTaken(error)) return",
    ],
    [
      "what was not sent again may have arrived before",
      'if (wasLost) throw unknownOutcome(wanted, error, "an attempt before this one may have made it");',
      "",
    ],
    [
      "a refused repetition that is not found is a refusal",
      "if (sent.isRefused === true) throw sent.error;",
      "",
    ],
    [
      "a write that was done is done, whatever its answer",
      'if (error.outcome === "committed") return undefined;',
      "",
    ],
    ["a write that was refused is not looked for", 'if (error.outcome !== "unknown") throw error;', ""],
    [
      "a write whose answer was lost is looked for",
      "await confirm(access, address, isDone, error);",
      "void confirm;",
    ],
    [
      "a write that cannot be read back is not taken for done",
      "isReadable(subject.type, values) &&",
      "isReadable(subject.type, {}) &&",
    ],
    [
      "a value that the answer does not show as declared is told",
      "if (different.length > 0) throw notApplied(change.address, different, change.secret);",
      "void notApplied;",
    ],
    [
      "the last of several calls shows where the object ends",
      "const wanted = left === 0 ? to : null;",
      "const wanted = to;",
    ],
    [
      "a default whose answer was lost is looked for",
      "(await readObject(access, subject))?.isDefault === true",
      "(await readObject(access, subject)) !== undefined",
    ],
    [
      "what an incomplete list does not show is not gone",
      "expectWhole(siblings, `the ${type.label.one} ${id}`);",
      "",
    ],
    [
      "incomplete contents keep a container",
      "for (const answer of answers) expectWhole(answer, `something else inside the ${type.label.one} ${id}`);",
      "",
    ],
    [
      "only what a creating call carries tells its object from others",
      "return createKey.filter((_, at) => carried[at]);",
      "void carried;\n  return createKey;",
    ],
    [
      "an organization that is not there is told",
      "throw statusOf(error) === 404 ? wrongOrganization(reading.options.organizationId, error) : error;",
      "throw error;",
    ],
    [
      "the API version that the service shows wins",
      "return assumed !== undefined && possible.includes(assumed) ? [assumed] : newestFirst(possible);",
      "return assumed !== undefined ? [assumed] : newestFirst(possible);",
    ],
    [
      "a text that repeats a secret is not shown",
      "if (!isShown(error.message)) return error;",
      "return error;",
    ],
    [
      "a piece of a secret is a secret",
      "if (hidden.length <= pieceLength) return said.includes(hidden);",
      "return said.includes(hidden);",
    ],
  ]),
  ...seenBy(applying, [
    [
      "a journal with an unknown outcome is kept",
      "if (!open && (isRemembered || isWhole))",
      "if (isRemembered || isWhole)",
    ],
    [
      "without a lock the journal is kept until all is done",
      "(isRemembered || isWhole)",
      "(isWhole || open === false)",
    ],
    ["a create knows the duplicates that this run made", "  duplicates.add(creation, object.id);\n", ""],
    [
      "made together with what nobody knows of is not known either",
      'return made === "done" ? own : worst([own, notDone(made)]);',
      'return made === "done" || made === "unknown" ? own : worst([own, notDone(made)]);',
    ],
    [
      "made together with what failed is not done",
      'return made === "done" ? own : worst([own, notDone(made)]);',
      'return made === "done" || made === "failed" ? own : worst([own, notDone(made)]);',
    ],
    [
      "a secret whose source changed stops the run before it writes",
      "if (changed !== undefined) return { error: changed, conflicts: [] };",
      "void changed;",
    ],
    [
      "what was deleted and is there still is told",
      "if (!isTaken && objects.has(objectKey(type, id))) fail(address, stillThere(address));",
      "void stillThere;\n    void isTaken;",
    ],
    [
      "what is not where it was declared is told",
      "if (changed.placed.has(address) && !isInContainer(run, managed, live)) {",
      "if (changed.placed.has(address) && live === undefined) {",
    ],
    [
      "what is not the default as declared is told",
      "if (changed.madeDefault.has(address) && !live.isDefault) {",
      "if (live === undefined) {",
    ],
    [
      "the orders of siblings are looked at",
      "for (const [address, error] of checkOrders(run.plan, run.identities, changed.written, objects))\n    fail(address, error);",
      "void checkOrders;",
    ],
  ]),
  ...seenBy(
    ["src/http"],
    [
      ["that an attempt was done is remembered", ' || last.outcome === "committed";', ";"],
      [
        "that an attempt may have been done is remembered",
        "isUncertain ||= last.outcome",
        "isUncertain = last.outcome",
      ],
    ],
  ),
];
