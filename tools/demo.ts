import { processIo } from "../src/bin/process/process-io.ts";
import { runDemo } from "./demo/run-demo.ts";

// `npm start` shows what docsform does, on the emulator.

const { stdout, isTerminal, columns, screen, environment, clock } = processIo();
process.exitCode = await runDemo({
  print: stdout,
  isTerminal,
  columns,
  screen,
  noColor: environment["NO_COLOR"],
  clock,
});
