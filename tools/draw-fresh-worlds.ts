import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

// Runs tests with all random worlds, from a new seed: `npm run test:fresh [-- ROUNDS]` the laws, `npm run test:all` all tests.
// `DOCSFORM_LAW_SHARE` and `DOCSFORM_LAW_KIND` have an effect here too.

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean", default: false } },
});
const vitest = resolve("node_modules/vitest/vitest.mjs");
const laws = [
  "--project",
  "laws",
  "--project",
  "prove",
  "test/laws/",
  "law.test.ts",
  "random-sequences",
  "test/inputs/",
];
const rounds = Number(positionals[0] ?? 1);
if (!Number.isSafeInteger(rounds) || rounds < 1)
  throw new Error("The number of rounds must be a whole number from 1.");

const outcomes: string[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const seed = randomInt(1, 2 ** 31);
  process.stdout.write(`Round ${round} of ${rounds}, seed ${seed}\n`);
  const { status } = spawnSync(process.execPath, [vitest, "run", ...(flags.all ? [] : laws)], {
    stdio: "inherit",
    env: { DOCSFORM_LAW_SHARE: "1", ...process.env, DOCSFORM_LAW_SEED: String(seed) },
  });
  outcomes.push(`seed ${seed}: ${status === 0 ? "passed" : "failed"}`);
  if (status !== 0) process.exitCode = 1;
}
process.stdout.write(`\n${outcomes.join("\n")}\n`);
