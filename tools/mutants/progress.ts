import { type Mutant, seenBy } from "./mutant.ts";

/** Rules of what a person is told while a run goes on. */
export const progressMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/cli/progress.test.ts"],
    [
      [
        "an error that many have is told once",
        "if (first === undefined) firstOf.set(kind, event.node ?? event.address);\n  return first;",
        "return undefined;",
      ],
      [
        "what is not tried is counted, and not listed",
        'if (event.kind === "skipped" && settings.verbose !== true) return;',
        "",
      ],
      ["a pause is told once for all who wait", "|| now < pause.toldUntil", ""],
      [
        "with --quiet no pause is told",
        "if (settings.quiet === true || hide !== undefined ||",
        "if (hide !== undefined ||",
      ],
      ["what is over is counted", "finished += callsEndedWith(event.node);", ""],
      [
        "what is not tried is no progress",
        "notTried += callsEndedWith(event.node);",
        "finished += callsEndedWith(event.node);",
      ],
      [
        "what is about to stop has no time left",
        "firstWriteAt !== undefined && !signal.aborted",
        "firstWriteAt !== undefined",
      ],
      ["errors that differ are told apart", "return `${error.code}\\n${message}`;", "return error.code;"],
    ],
  ),
  ...seenBy(
    ["test/reading/transcripts.test.ts"],
    [
      [
        "errors fit the terminal",
        "renderError(error, palette, widthAtTerminal(io))",
        "renderError(error, palette, Number.POSITIVE_INFINITY)",
      ],
      ["what a run tells fits the terminal", "fitted(written, widthAtTerminal(io))", "written"],
      [
        "of the line at fault there is as much as fits",
        "Math.floor(Math.min(longestLine, Math.max(fitting, 16)))",
        "longestLine",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/completion.test.ts"],
    [
      [
        "what a shell would take for something of its own is not offered",
        "candidate.value.startsWith(line.current) && isPlain(candidate.value)",
        "candidate.value.startsWith(line.current)",
      ],
      [
        "a layout with a mistake has nothing to offer, and says nothing",
        "} catch {\n        return [];",
        "} catch (error) {\n        throw error;",
        "src/cli/completion/",
      ],
    ],
  ),
  ...seenBy(
    ["test/terminal/run.test.ts"],
    [
      [
        "a run that is ended at once says what was under way",
        "for (const words of speakers) say(words());",
        "",
      ],
      [
        "the foot of a terminal makes room for a question",
        "isAside = true;\n      clear();\n      try",
        "try",
      ],
    ],
  ),
];
