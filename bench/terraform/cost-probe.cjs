// Node loads this file before the provider. When the provider exits, the file records the CPU and the peak memory.
const { appendFileSync } = require("node:fs");

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const cost = { cpuMs: (user + system) / 1_000, peakMb: process.resourceUsage().maxRSS / 1_024 };
  appendFileSync(process.env.BENCH_COSTS, `${JSON.stringify(cost)}\n`);
});
