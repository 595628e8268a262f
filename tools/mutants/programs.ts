import { type Mutant, seenBy } from "./mutant.ts";

/** What programs read: answers, events and findings. */
export const programMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/cli/answers.test.ts"],
    [
      [
        "an answer says the version of its format",
        "return { formatVersion: formats[of], ...json };",
        "return { ...json };",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/events.test.ts"],
    [
      [
        "a file that holds something else gets no events",
        'if (there === "" || there.startsWith(\'{"formatVersion":\')) return;',
        'if (there !== "never") return;',
      ],
      [
        "no part of a line is left where the disk is full",
        "system.ftruncateSync(file, length);",
        "system.ftruncateSync(file, length + 1);",
      ],
      [
        "lost events are no success",
        "return tellLost(io, stream) ? withoutAll(code) : code;",
        "return tellLost(io, stream) ? code : code;",
      ],
      [
        "lost events hide nothing worse",
        "return tellLost(io, stream) ? withoutAll(code) : code;",
        "return tellLost(io, stream) ? 1 : code;",
      ],
      [
        "events on stdout are alone there",
        'events === "-" ? { ...io, stdout: io.stderr } : io',
        'events === "" ? { ...io, stdout: io.stderr } : io',
      ],
      [
        "events on stdout leave no room for an answer",
        'if (events === "-" && json === true) throw bothOnStdout();',
        "",
      ],
      ["a guard that was permitted is told as such", "permitted: !open.has(refusal)", "permitted: false"],
    ],
  ),
  ...seenBy(
    ["test/client/docs-client.test.ts"],
    [
      [
        "all() gives no list of which something is missing",
        "      checkWhole(call, lack);\n",
        "      void lack;\n",
      ],
      [
        "a loop over a list ends with an error where something is missing",
        "checkWhole(call, yield* iterateList(readPage));",
        "void call;\n  yield* iterateList(readPage);",
      ],
      [
        "a list without an end is not whole",
        "if (missing === undefined && isEndless !== true) return;",
        "if (missing === undefined) return;",
        "src/client/",
      ],
      [
        "from a later page on the count is not that of what is read",
        'call.query?.["page"] === undefined ? body : withoutCount(body)',
        "withoutCount === undefined ? body : body",
      ],
      [
        "who says how large pages are to be gets such pages",
        "const query = { limit, ...call.query,",
        "const query = { ...call.query, limit,",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/sarif.test.ts"],
    [
      ["a report is tried before the service is asked", "  files.tryWriting(sarif);\n", "", "src/cli/sarif"],
      [
        "a run that fails reports that",
        "executionSuccessful: failure === undefined,",
        "executionSuccessful: true,",
      ],
      [
        "the layout's own edits are no drift",
        'if (changedIn === "layout" || isNote === true) return "note";',
        'if (changedIn === null) return "note";',
      ],
      [
        "a field is found at its own line",
        "return present({ at: object?.positions?.[attribute] ?? object?.at });",
        "return present({ at: object?.at });",
      ],
      [
        "paths are those of URLs",
        'within.split(sep).map(encodeURIComponent).join("/")',
        'within.split(sep).join("/")',
      ],
      [
        "a file outside of the folder is named by its whole path",
        'if (within.startsWith("..") || isAbsolute(within))',
        "if (isAbsolute(within))",
      ],
    ],
  ),
  ...seenBy(
    ["test/reconcile/unread.test.ts"],
    [
      ["a run goes on where nobody reads it", "close(descriptor, error);", "process.exit(0);"],
      ["what cannot be printed is told", "if (failure === undefined) return code;", "return code;"],
      ["what is not all is no success", "  return withoutAll(code);\n}", "  return code;\n}"],
      ["of a list that nobody reads no more pages are asked for", "if (io.isRead?.() === false) return;", ""],
    ],
  ),
];
