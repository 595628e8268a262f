import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import {
  lineProblems,
  linesOfRooms,
  lineTable,
  nameProblems,
  readBudget,
  sourceFiles,
} from "./rooms/room-lines.ts";

// `npx tsx tools/check-rooms.ts` checks all modules, the lines of each room and the names of files, `… --lines` prints these lines, and `… FOLDER…` checks the modules
// of some folders and what they import. dependency-cruiser also prints "no violations" if it has read no module, so this script counts the modules.

const configuration = resolve(".dependency-cruiser.mjs");
const { positionals: folders, values: flags } = parseArgs({
  allowPositionals: true,
  options: { lines: { type: "boolean", default: false } },
});
const areLinesGood = folders.length > 0 || (await checkLines());
const areImportsGood = flags.lines || (await checkImports());
process.exitCode = areLinesGood && areImportsGood ? 0 : 1;

async function checkLines(): Promise<boolean> {
  const { rooms } = (await import(pathToFileURL(configuration).href)) as { readonly rooms: object };
  const budget = readBudget();
  const files = sourceFiles();
  const counted = linesOfRooms([...Object.keys(rooms), "bin"], files, budget);
  if (flags.lines) process.stdout.write(lineTable(counted));
  const problems = [...lineProblems(counted, budget), ...nameProblems(files)];
  for (const problem of problems) console.error(problem);
  return problems.length === 0;
}

async function checkImports(): Promise<boolean> {
  const { options = {}, ...ruleSet } = await extractDepcruiseConfig(configuration);
  const { output } = await cruise(
    folders.length === 0 ? ["src", "test", "tools", "bench"] : folders,
    { ...options, ruleSet, validate: true },
    {},
    { tsConfig: extractTSConfig("tsconfig.json") },
  );
  const { summary } = output as ICruiseResult;
  for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
  const dependencies = summary.totalDependenciesCruised ?? 0;
  const hasRead = summary.totalCruised > 0 && dependencies > 0 && (ruleSet.forbidden?.length ?? 0) > 0;
  if (!hasRead) console.error("rooms: dependency-cruiser read no modules");
  console.log(
    `rooms: ${summary.totalCruised} modules, ${dependencies} dependencies, ${summary.violations.length} violations`,
  );
  return hasRead && summary.violations.length === 0;
}
