import * as z from "zod";
import type { JsonObject } from "../../util/json.ts";
import { eventShapes } from "./events.ts";
import { eventFormat } from "./line.ts";

const base = {
  formatVersion: z.literal(eventFormat).describe("Version of the format."),
  time: z.iso.datetime(),
};

/** JSON Schema (2020-12) of a line that `--events` writes. `strict`: without the fields that later versions may add. */
export function eventJsonSchema(strictness: "open" | "strict" = "open"): JsonObject {
  const [first, ...others] = eventShapes.map((each) =>
    z.object({ ...base, ...each.shape }).describe(each.description ?? ""),
  );
  const line = first === undefined ? z.never() : z.discriminatedUnion("kind", [first, ...others]);
  const { $schema, ...schema } = z.toJSONSchema(line, {
    io: strictness === "open" ? "input" : "output",
  }) as JsonObject;
  return { $schema: $schema ?? null, title: "docsform --events: one line", ...schema };
}
