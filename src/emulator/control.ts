import * as z from "zod";
import { EmulatorRefusal } from "../model/emulator-rules.ts";
import type { Json } from "../util/json.ts";
import type { FaultSpec } from "./faults.ts";
import type { Emulator } from "./new-emulator.ts";
import { parseBody } from "./request-rules.ts";
import type { WireRequest, WireResponse } from "./wire.ts";

const editSchema = z.object({
  operation: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
});

const clockSchema = z.strictObject({ forwardMs: z.number().min(0) });

const count = z.number().int().min(1);

const targetSchema = z.strictObject({
  operation: z.string().optional(),
  method: z.enum(["read", "write", "GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
  nth: count.optional(),
  times: z.union([count, z.literal("always")]).optional(),
});

const milliseconds = z.number().min(0);
const errorStatus = z.number().int().min(400).max(599);

const faultSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("latency"), ms: milliseconds }),
  z.strictObject({
    kind: z.literal("rate-limit"),
    retryAfterSeconds: z.number().min(0).optional(),
    headers: z.enum(["retry-after", "x-ratelimit", "both", "none"]),
  }),
  z.strictObject({
    kind: z.literal("error-before"),
    status: errorStatus,
    message: z.string().exactOptional(),
  }),
  z.strictObject({ kind: z.literal("error-after"), status: errorStatus }),
  z.strictObject({ kind: z.literal("drop-before") }),
  z.strictObject({ kind: z.literal("drop-after") }),
  z.strictObject({ kind: z.literal("truncate") }),
  z.strictObject({ kind: z.literal("drop-field"), field: z.string() }),
  z.strictObject({ kind: z.literal("stale-reads"), ms: milliseconds }),
  z.strictObject({ kind: z.literal("shift-pages"), by: z.enum(["skip", "repeat"]).optional() }),
  z.strictObject({ kind: z.literal("loop-cursor") }),
  z.strictObject({ kind: z.literal("name-taken") }),
  z.strictObject({ kind: z.literal("refuse-item"), item: z.number().int().min(0) }),
  z.strictObject({ kind: z.literal("checkout") }),
  z.strictObject({ kind: z.literal("unauthorized") }),
  z.strictObject({ kind: z.literal("forbidden") }),
  z.strictObject({ kind: z.literal("trash-in-lists") }),
  z.strictObject({
    kind: z.literal("hide"),
    ids: z.union([z.array(z.string()), z.literal("all")]),
    byId: z.enum(["gone", "forbidden"]).exactOptional(),
  }),
  z.strictObject({ kind: z.literal("repeat-items") }),
  z.strictObject({ kind: z.literal("date"), ms: z.number().exactOptional() }),
]);

const faultsSchema = z.array(z.strictObject({ on: targetSchema.optional(), fault: faultSchema }));

/** Serves requests to the emulator itself. They are not part of the emulated interface. */
export async function handleControl(
  emulator: Emulator,
  token: string,
  request: WireRequest,
): Promise<WireResponse> {
  try {
    if (request.headers["authorization"] !== `Bearer ${token}`) {
      throw new EmulatorRefusal(401, "Authentication is required.");
    }
    return reply(200, await control(emulator, request));
  } catch (error) {
    const status = error instanceof EmulatorRefusal ? error.status : 500;
    const message = error instanceof Error ? error.message : "unknown";
    return reply(status, { error: { code: status, message } });
  }
}

function reply(status: number, body: unknown): WireResponse {
  return { status, headers: { "content-type": "application/json" }, text: JSON.stringify(body) };
}

function control(emulator: Emulator, { method, path, body }: WireRequest): unknown {
  switch (`${method} ${path}`) {
    case "GET /_emulator/dump":
      return emulator.dump();
    case "GET /_emulator/log":
      return emulator.log;
    case "DELETE /_emulator/log":
      emulator.clearLog();
      return {};
    case "GET /_emulator/faults":
      return { fired: emulator.faults.fired, armed: emulator.faults.armed };
    case "POST /_emulator/faults":
      return addFaults(emulator, parseBody(body) ?? []);
    case "DELETE /_emulator/faults":
      emulator.faults.clear();
      return {};
    case "POST /_emulator/edit": {
      const edit = checked(editSchema, parseBody(body));
      return emulator.edit(edit.operation, edit.params ?? {}, edit.body as Json | undefined);
    }
    case "POST /_emulator/settle":
      return emulator.settle();
    case "POST /_emulator/clock":
      return forward(emulator, checked(clockSchema, parseBody(body)).forwardMs);
    default:
      throw new EmulatorRefusal(404, `The emulator has no control operation ${method} ${path}.`);
  }
}

function forward(emulator: Emulator, ms: number): unknown {
  emulator.forward(ms);
  return { now: emulator.service.now() };
}

/** The body is one fault specification or a list of them. */
function addFaults(emulator: Emulator, body: Json): unknown {
  const specs = checked(faultsSchema, Array.isArray(body) ? body : [body]) as readonly FaultSpec[];
  for (const spec of specs) emulator.faults.add(spec);
  return { added: specs.length };
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new EmulatorRefusal(400, z.prettifyError(parsed.error));
}
