import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import type { Mutant } from "./mutant.ts";

/** A mutant, and the file that it is in. */
export interface Placed {
  readonly mutant: Mutant;
  readonly file: string;
  /** The file's text with the rule switched off. */
  readonly mutated: string;
}

/** Finds where each mutant's text stands. Throws, telling of all, where one does not stand exactly once or breaks the program. */
export async function placeAll(root: string, mutants: readonly Mutant[]): Promise<readonly Placed[]> {
  const sources = await readSources(root);
  const problems: string[] = [];
  const placed: Placed[] = [];
  for (const mutant of mutants) {
    const found = place(sources, mutant);
    const strangers = mutant.seenBy.filter((path) => !existsSync(join(root, path)));
    // Where there is no test, vitest fails, which would look as if it had seen the mutant.
    if (strangers.length > 0) problems.push(`${mutant.rule}: there is no ${strangers.join(" and no ")}.`);
    if (typeof found === "string") problems.push(found);
    else if (await isBroken(found.mutated))
      problems.push(`${mutant.rule}: what comes of ${found.file} is no program.`);
    else placed.push(found);
  }
  if (problems.length > 0) throw new Error(`Mutants that do not fit the sources:\n${problems.join("\n")}`);
  return placed;
}

async function readSources(root: string): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(join(root, "src"), { recursive: true })).map((file) => `src/${file}`);
  const own = files.filter((file) => /(?<!\.test|\.fixture)\.ts$/u.test(file)).sort();
  return new Map(
    await Promise.all(own.map(async (file) => [file, await readFile(join(root, file), "utf8")] as const)),
  );
}

function place(sources: ReadonlyMap<string, string>, mutant: Mutant): Placed | string {
  const { rule, within = "src/", find, replace } = mutant;
  const holders = [...sources].flatMap(([file, text]) =>
    file.startsWith(within) ? Array.from({ length: text.split(find).length - 1 }, () => file) : [],
  );
  const [file] = holders;
  if (file === undefined || holders.length !== 1)
    return `${rule}: its text stands ${holders.length} times in ${within}${holders.length > 0 ? ` (${holders.join(", ")})` : ""}: ${find}`;
  return { mutant, file, mutated: (sources.get(file) ?? "").replace(find, () => replace) };
}

async function isBroken(text: string): Promise<boolean> {
  return transform(text, { loader: "ts" }).then(
    () => false,
    () => true,
  );
}
