import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

// dependency-cruiser says "no violations" also when it understood nothing, so what it looked at is counted.

const { options = {}, ...ruleSet } = await extractDepcruiseConfig("./.dependency-cruiser.mjs");
const { output } = await cruise(
  ["src", "test", "tools", "bench"],
  { ...options, ruleSet, validate: true },
  {},
  { tsConfig: extractTSConfig("tsconfig.json") },
);
const { summary } = output as ICruiseResult;
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`);

const dependencies = summary.totalDependenciesCruised ?? 0;
const understood = summary.totalCruised > 0 && dependencies > 0 && (ruleSet.forbidden?.length ?? 0) > 0;
if (!understood) console.error("rooms: nothing was looked at");
console.log(
  `rooms: ${summary.totalCruised} modules, ${dependencies} dependencies, ${summary.violations.length} violations`,
);
process.exitCode = understood && summary.violations.length === 0 ? 0 : 1;
