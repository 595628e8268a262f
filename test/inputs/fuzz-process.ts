import { writeSync } from "node:fs";
import fc from "fast-check";
import { DocsformError } from "../../src/model/errors.ts";
import { type FuzzedInput, fuzzed } from "./fuzzed-inputs.ts";

// This process reads many mutilated inputs of each kind. The test can kill it, unlike a function that hangs. Arguments: KIND[,KIND...] RUNS [SEED].

const troublesome = [
  "\u0000",
  "\ufeff",
  "\ufffd",
  "\u200b",
  "\u{e0041}",
  "\ud800",
  "\r",
  "\t",
  "${",
  "}",
  '"',
  "'",
  "\\",
  "[",
  "{",
  "&a ",
  "*a ",
  "!env X",
  "!file x",
  "<<: ",
  "---\n",
  "...\n",
  "|\n",
  ">-\n",
  "null",
  "__proto__",
  "constructor",
  "1e999",
  "-0",
  ".nan",
  '{"$ref":"x"}',
  '{"$hash":1}',
  '{"$secret":{}}',
  '"${',
  "${var.a}",
  "%{if}",
];

/** The limit for a small input. Processor time, because other processes may keep the machine busy. */
const slowestMs = 5_000;

/** An input with an endless reader: the test of the watchdog expects a failure. */
const hangs: FuzzedInput = {
  text: "",
  words: ["a"],
  read: () => {
    writeSync(1, "It hangs.\n");
    // It holds the process as a loop does, and uses no processor.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return false;
  },
};

/** The time limit for finding a smaller failing input. */
const longestMs = 60_000;

const [kinds = "", runs = "100", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
for (const kind of kinds.split(",")) readAll(kind);

function readAll(kind: string): void {
  const chosen = kind === "hangs" ? hangs : fuzzed[kind];
  if (chosen === undefined) throw new TypeError(`There is no input ${kind}.`);
  const counts = { read: 0, refused: 0 };
  // The command is printed first, so that a killed run can be repeated.
  if (kind !== "hangs") writeSync(1, `fuzz-process.ts ${kind} ${runs} ${seed}\n`);
  fc.assert(
    fc.property(mutilated(chosen), (text) => {
      const start = process.cpuUsage();
      counts[outcome(chosen, text)] += 1;
      const { user, system } = process.cpuUsage(start);
      const tookMs = (user + system) / 1000;
      if (tookMs > slowestMs)
        throw new Error(`It took ${Math.round(tookMs)} ms for ${text.length} characters.`);
    }),
    {
      numRuns: Number(runs),
      seed: Number(seed),
      interruptAfterTimeLimit: longestMs + Number(runs) * 300,
      markInterruptAsFailure: true,
    },
  );
  writeSync(1, `${kind}: ${counts.read} read, ${counts.refused} refused\n`);
}

/** Anything else than a result or an error for people is a defect. */
function outcome({ read }: FuzzedInput, text: string): "read" | "refused" {
  try {
    return read(text) ? "read" : "refused";
  } catch (error) {
    if (error instanceof DocsformError && error.code !== "docsform/unexpected") return "refused";
    throw error;
  }
}

/** A valid text with some parts removed, duplicated, swapped, or replaced by texts that often cause defects. */
function mutilated({ text, words }: FuzzedInput): fc.Arbitrary<string> {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const edit = fc.record({
    at: place,
    length: fc.oneof(fc.nat(3), fc.nat(200)),
    insert: fc.oneof(
      fc.constantFrom(...words, ...troublesome),
      fc.string({ maxLength: 8 }),
      fc.constant(undefined),
    ),
    times: fc.oneof(
      { weight: 6, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.constantFrom(2, 50, 2000) },
    ),
  });
  return fc.array(edit, { maxLength: 4 }).map((edits) =>
    edits.reduce((rest, { at, length, insert, times }) => {
      const start = Math.floor(at * rest.length);
      const cut = rest.slice(start, start + length);
      return rest.slice(0, start) + (insert ?? cut + cut).repeat(times) + rest.slice(start + length);
    }, text),
  );
}
