import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import type { CodeEntry } from "../../src/model/codes/code-entry.ts";
import { codes } from "../../src/model/codes/codes.ts";

// Records the codes whose words a test makes. The words of each error, refusal, note and diagnostic come from its entry in the catalogue, and one
// function reads them there (`wordsIn`). Other readers of the catalogue, for example `docsform explain`, raise nothing.

// A run with other reporters provides no folder.
const folder = (inject("raisedCodes") as string | undefined) ?? "";
const path = join(folder, String(process.pid));

for (const [code, entry] of folder === "" ? [] : Object.entries<CodeEntry>(codes)) {
  const { remedy } = entry;
  // Files of a worker share their modules, so the entry may be watched already.
  if (Object.getOwnPropertyDescriptor(entry, "remedy")?.get !== undefined) continue;
  Object.defineProperty(entry, "remedy", {
    configurable: true,
    enumerable: true,
    get: () => {
      if (new Error("Who reads it?").stack?.includes("/model/codes/fail.ts") === true) {
        Object.defineProperty(entry, "remedy", {
          value: remedy,
          enumerable: true,
          writable: true,
          configurable: true,
        });
        appendFileSync(path, `${code}\n`);
      }
      return remedy;
    },
  });
}
