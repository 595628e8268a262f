import { DocsformError } from "../model/errors.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { Plan } from "../plan/plan.ts";
import { planSchema } from "../plan/plan-schema.ts";
import type { Places } from "../reconcile/disk/places.ts";
import type { Files } from "./files.ts";
import { looksLikeApp } from "./synthesised-app.ts";

/** A plan as the text of a file, with where its lock and journal are. Throws when it cannot be saved without a secret in clear. */
export function planText(plan: Plan, { lock, journal }: Places): string {
  const place = literalSecret(plan as unknown as Json, "");
  if (place !== undefined) {
    throw new DocsformError(
      "cli/secret-in-layout",
      `The plan cannot be saved: ${place} is a secret that is written in the layout itself.`,
      {
        remedy:
          "Read it with !file PATH or !env NAME (in an app with file() or a variable), so that apply can read it again without the plan holding it.",
      },
    );
  }
  const places = lock === undefined ? { journal } : { lock, journal };
  return `${JSON.stringify({ ...plan, places }, null, 2)}\n`;
}

/** Whether a path that was given to apply names a saved plan, be it a broken one, and not a layout. */
export function isSavedPlan(files: Files, path: string): boolean {
  if (files.list(path) !== undefined || /[.](?:ya?ml|tf[.]json)$/u.test(path)) return false;
  const text = files.read(path);
  if (text === undefined) return !looksLikeApp(path);
  const value = json(text);
  return !isJsonObject(value) || "docsformPlan" in value || !("resource" in value || "terraform" in value);
}

/** Reads a saved plan. Throws for anything that is not one. */
export function parsePlan(text: string | undefined, path: string): Plan {
  const remedy = "Make one with docsform plan --out FILE.";
  if (text === undefined) throw new DocsformError("cli/not-a-plan", `There is no file ${path}.`, { remedy });
  const parsed = planSchema.safeParse(json(text));
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join(".") ?? "";
  const where = place === "" ? "" : ` (see ${place})`;
  throw new DocsformError("cli/not-a-plan", `${path} is not a plan of this version of docsform${where}.`, {
    remedy,
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where in the plan the first secret is that stands literally in the layout. */
function literalSecret(value: Json, place: string): string | undefined {
  if (!isJsonObject(value) && !Array.isArray(value)) return undefined;
  if (isJsonObject(value) && isLiteral(value["$secret"])) return place;
  for (const [key, item] of Object.entries(value as Readonly<Record<string, Json>>)) {
    const inside = isJsonObject(value) && typeof value["address"] === "string" ? value["address"] : place;
    const found = literalSecret(item, /^\d+$/u.test(key) ? inside : `${inside} ${key}`.trim());
    if (found !== undefined) return found;
  }
  return undefined;
}

function isLiteral(secret: Json | undefined): boolean {
  return isJsonObject(secret) && isJsonObject(secret["source"]) && secret["source"]["kind"] === "literal";
}
