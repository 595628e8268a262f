import { systemClock } from "../src/contract/http/system-clock.ts";
import { runDemo } from "./demo/run-demo.ts";

// `npm start` shows what docsform does, on the emulator.

process.exitCode = await runDemo({
  print: (text) => void process.stdout.write(text),
  isTerminal: process.stdout.isTTY === true,
  noColor: process.env["NO_COLOR"],
  clock: systemClock,
});
