import { type Client, createClient } from "../../src/contract/http/http-client.ts";
import type { Transport } from "../../src/contract/http/transport.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import { apiVersionHeader } from "../../src/model/endpoint.ts";
import { Secret } from "../../src/model/secret.ts";
import { type TestService, testToken } from "./service.ts";

/** A service whose responses do not announce the API version. */
export function unannouncedTransport(emulator: Emulator): Transport {
  const inner = emulatorTransport(emulator);
  return async (request) => {
    const answer = await inner(request);
    const { [apiVersionHeader]: _, ...headers } = answer.headers;
    return { ...answer, headers };
  };
}

/** A client of such a service. */
export function unannouncedClient(
  { emulator, clock }: Pick<TestService, "emulator" | "clock">,
  baseUrl = "http://127.0.0.1",
): Client {
  return createClient({
    baseUrl,
    token: new Secret(testToken, { kind: "literal" }),
    transport: unannouncedTransport(emulator),
    clock,
    random: () => 0,
  });
}
