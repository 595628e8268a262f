import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

// `npx tsx tools/check-rooms.ts` checks all modules, and `… FOLDER…` those of some folders and what they import.
// dependency-cruiser also prints "no violations" if it has read no module, so this script counts the modules.

const { options = {}, ...ruleSet } = await extractDepcruiseConfig("./.dependency-cruiser.mjs");
const folders = process.argv.slice(2);
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
process.exitCode = hasRead && summary.violations.length === 0 ? 0 : 1;
