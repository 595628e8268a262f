import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { resolve } from "node:path";

// npm run test:fresh [-- ROUNDS]: the laws over worlds that nobody has seen. `DOCSFORM_LAW_SHARE` and `DOCSFORM_LAW_KIND` hold here too.

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
const rounds = Number(process.argv[2] ?? 1);
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error("How many rounds: a number from 1.");

const outcomes: string[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const seed = randomInt(1, 2 ** 31);
  process.stdout.write(`Round ${round} of ${rounds}, seed ${seed}\n`);
  const { status } = spawnSync(process.execPath, [vitest, "run", ...laws], {
    stdio: "inherit",
    env: { ...process.env, DOCSFORM_LAW_SEED: String(seed) },
  });
  outcomes.push(`seed ${seed}: ${status === 0 ? "the laws hold" : "broken"}`);
  if (status !== 0) process.exitCode = 1;
}
process.stdout.write(`\n${outcomes.join("\n")}\n`);
