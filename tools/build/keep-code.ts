import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { Script } from "node:vm";

// Runs the bundle once, on a layout, and keeps the code that V8 made of what was run: the launcher gives it to V8 at the next
// start. The text around the bundle is the launcher's.

const [bundle = "", ...args] = process.argv
  .slice(2)
  .map((each, index) => (index === 0 ? resolve(each) : each));
const source = readFileSync(bundle, "latin1");
const script = new Script(`(function(require,__dirname,__filename){${source}\n})`, { filename: bundle });
process.argv.splice(1, process.argv.length, bundle, ...args);
process.on("exit", () => writeFileSync(`${bundle}.code`, script.createCachedData()));
(script.runInThisContext() as (...given: unknown[]) => void)(createRequire(bundle), dirname(bundle), bundle);
