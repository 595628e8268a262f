import { Worker } from "node:worker_threads";

/** Ends this process if work hangs in a loop, because then no timer of the process can fire. */
export interface Watchdog {
  /** Some work begins. The watchdog prints `what` if the work does not end. */
  begins(what: string): void;
  ends(): Promise<void>;
}

const body = `
const { workerData, parentPort } = require("node:worker_threads");
const { writeSync } = require("node:fs");
let what = "";
let timer;
parentPort.on("message", (next) => {
  clearTimeout(timer);
  what = next;
  timer = setTimeout(() => {
    writeSync(2, "It hangs: " + what + "\\n");
    process.kill(workerData.pid, "SIGKILL");
  }, workerData.limitMs);
});
`;

export function createWatchdog(limitMs: number): Watchdog {
  const worker = new Worker(body, { eval: true, workerData: { pid: process.pid, limitMs } });
  worker.unref();
  return {
    begins: (what) => worker.postMessage(what),
    ends: async () => void (await worker.terminate()),
  };
}
