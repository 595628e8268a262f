import type { EmulatorHandler } from "../../model/emulator-rules.ts";
import { present } from "../../util/present.ts";

const minimal = "return=minimal";

/** Wraps a handler. In the current API version, it responds without a body if the request prefers that. */
export function withMinimalResponse(handler: EmulatorHandler): EmulatorHandler {
  return (request, service) => {
    const response = handler(request, service);
    if (service.apiVersion !== "current" || request.headers["prefer"] !== minimal) return response;
    return {
      status: 204,
      headers: { "preference-applied": minimal },
      ...present({ location: response.location }),
    };
  };
}
