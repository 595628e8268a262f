import { readFileSync } from "node:fs";
import type { StoreDump } from "../../../src/emulator/dump.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { startTestServer } from "../../support/test-server.ts";

/** Objects by type. */
export type Tables = StoreDump["tables"];

/** An organization of an emulator, with the content of the example. */
export interface Box {
  /** Environment variables with the service's URL and the token. */
  readonly environment: Readonly<Record<string, string>>;
  readonly dump: () => StoreDump;
  readonly tables: () => Tables;
  /** Methods and paths of the requests since the last call. */
  readonly requests: () => readonly string[];
  /** Changes something as another user, with another client. */
  readonly edit: (operation: string, params: Record<string, string>, body: JsonObject) => void;
  readonly close: () => Promise<void>;
}

export async function startBox(): Promise<Box> {
  const server = await startTestServer({
    organizationId: "Qm3vT8xLz1",
    token: "emulated-token",
    apiVersion: "current",
    seed: JSON.parse(readFileSync("examples/acme/seed.json", "utf8")) as StoreDump,
  });
  const { url, organization, token, emulator } = server;
  return {
    environment: {
      DOCSFORM_BASE_URL: url,
      DOCSFORM_TOKEN: token,
      DOCSFORM_ORGANIZATION: organization,
    },
    dump: () => emulator.dump(),
    tables: () => emulator.dump().tables,
    requests: () => {
      const requests = emulator.log.map(({ method, path }) => `${method} ${path}`);
      emulator.clearLog();
      return requests;
    },
    edit: (operation, params, body) => {
      emulator.edit(operation, params, body);
    },
    close: () => server.close(),
  };
}
