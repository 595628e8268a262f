import { fail } from "../model/codes/command-words.ts";
import type { DocsformError } from "../model/errors.ts";
import { withTextsInPlace, withTextsOnce } from "../model/long-texts.ts";
import { planVersion } from "../model/plan/plan.ts";
import { savedPlanSchema } from "../model/plan/plan-schema.ts";
import type { SavedPlan } from "../model/plan/saved-plan.ts";
import { plainJson } from "../report/text/plain-text.ts";
import { isJsonObject, type Json, parseShallow } from "../util/json.ts";
import type { Files } from "./files.ts";
import { isProgram } from "./layout-files.ts";
import { isAppPath } from "./synthesized-app.ts";

export function planText(plan: SavedPlan): string {
  return `${plainJson(withTextsOnce(plan))}\n`;
}

/** Whether a path for apply names a saved plan, even a broken one, and not a layout. */
export function isSavedPlan(files: Files, path: string): boolean {
  if (files.list(path) !== undefined || /[.](?:ya?ml|tf[.]json)$/u.test(path) || isProgram(path))
    return false;
  const text = files.read(path);
  if (text === undefined) return !isAppPath(path);
  const value = json(text);
  return !isJsonObject(value) || "docsformPlan" in value || !("resource" in value || "terraform" in value);
}

/** Parses a saved plan. Throws for any other content. */
export function parsePlan(text: string | undefined, path: string): SavedPlan {
  if (text === undefined) throw fail("cli/not-a-plan", { case: "missing", path });
  const value = withTextsInPlace(json(text) ?? null);
  const version = isJsonObject(value) ? value["docsformPlan"] : undefined;
  if (typeof version === "number" && version !== planVersion) throw ofVersion(version, path);
  const parsed = savedPlanSchema.safeParse(value);
  // Returns the value from the file: the parsed value omits fields that the schema does not know, and their absence would change the hash.
  if (parsed.success) return value as unknown as SavedPlan;
  const field = parsed.error.issues[0]?.path.join(".") ?? "";
  throw fail("cli/not-a-plan", field === "" ? { case: "other", path } : { case: "field", path, field });
}

function ofVersion(version: number, path: string): DocsformError {
  return fail("saved-plan/version", { path, found: version, version: planVersion });
}

function json(text: string): Json | undefined {
  try {
    return parseShallow(text) as Json;
  } catch {
    return undefined;
  }
}
