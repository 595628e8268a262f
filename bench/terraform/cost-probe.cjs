// Runs in a provider before it does, and notes at its end what it has cost, or how many calls it answered where it is asked to
// count: that takes time of its own.
const { appendFileSync } = require("node:fs");
const tls = require("node:tls");

const prefaceSize = 24;
const frameHeaderSize = 9;
const headersFrame = 1;
let calls = 0;

/** Each call begins with one frame of headers. */
function countCalls(socket) {
  let skip = prefaceSize;
  let rest = Buffer.alloc(0);
  socket.on("data", (piece) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    while (bytes.length >= skip + frameHeaderSize) {
      if (bytes[skip + 3] === headersFrame) calls += 1;
      skip += frameHeaderSize + bytes.readUIntBE(skip, 3);
    }
    const left = Math.min(skip, bytes.length);
    rest = bytes.subarray(left);
    skip -= left;
  });
}

if (process.env.BENCH_COUNT === "1") {
  const { createServer } = tls;
  tls.createServer = (...options) => createServer(...options).on("secureConnection", countCalls);
}

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const cost = { cpuMs: (user + system) / 1_000, peakMb: process.resourceUsage().maxRSS / 1_024, calls };
  appendFileSync(process.env.BENCH_COSTS, `${JSON.stringify(cost)}\n`);
});
