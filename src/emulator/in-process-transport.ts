import { type Transport, TransportError } from "../contract/http/transport.ts";
import { present } from "../util/present.ts";
import type { Emulator } from "./new-emulator.ts";

/** A transport that calls an emulator without a network. Responses, lost connections and the clock come from the emulator. */
export function emulatorTransport(emulator: Emulator): Transport {
  return async (request) => {
    if (isAborted(request.signal)) {
      throw new TransportError("not-sent", "The request was aborted.", { reason: "aborted" });
    }
    const path = request.url.replace(/^[a-z]+:\/\/[^/]*/i, "");
    let reason: "dropped" | "timeout" = "dropped";
    const response = await emulator.handle({
      method: request.method,
      path,
      headers: request.headers,
      timeoutMs: request.timeoutMs,
      onTimeout: () => {
        reason = "timeout";
      },
      ...present({ body: request.body, signal: request.signal }),
    });
    if (isAborted(request.signal)) {
      throw new TransportError("unknown", "The request was aborted.", { reason: "aborted" });
    }
    if (response === "dropped") throw new TransportError("unknown", "There was no response.", { reason });
    if (response.text.length > request.maxResponseBytes) {
      throw new TransportError("unknown", "The response is too large.", {
        reason: "too-large",
        status: response.status,
      });
    }
    return response;
  };
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
