// Runs in a provider before it does, and notes at its end what it has cost and how many calls it answered.
const { appendFileSync } = require("node:fs");
const http2 = require("node:http2");

const { createSecureServer } = http2;
let calls = 0;
http2.createSecureServer = (...options) =>
  createSecureServer(...options).on("stream", (_stream, headers) => {
    if (headers[":path"].startsWith("/tfplugin6.Provider/")) calls += 1;
  });

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const cost = { cpuMs: (user + system) / 1_000, peakMb: process.resourceUsage().maxRSS / 1_024, calls };
  appendFileSync(process.env.BENCH_COSTS, `${JSON.stringify(cost)}\n`);
});
