import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { StoreDump } from "../../../src/emulator/dump.ts";

/** Objects by type. */
export type Tables = StoreDump["tables"];

/** An emulator in its own process, started by `docsform emulator`. */
export interface Box {
  /** Environment variables with the service's URL and the token. */
  readonly environment: Readonly<Record<string, string>>;
  readonly dump: () => Promise<StoreDump>;
  readonly tables: () => Promise<Tables>;
  /** Methods and paths of the requests since the last call. */
  readonly requests: () => Promise<readonly string[]>;
  /** Changes something as another user, with another client. */
  readonly edit: (operation: string, params: Record<string, string>, body: object) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the docsform that is installed in `home`. */
export async function startBox(home: string): Promise<Box> {
  const program = `${home}/node_modules/docsform/dist/bin/docsform.js`;
  const args = [
    "emulator",
    "--port",
    "0",
    "--seed",
    resolve("examples/acme/seed.json"),
    "--organization",
    "Qm3vT8xLz1",
  ];
  const child = spawn(process.execPath, [program, ...args], {
    cwd: home,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url, organization, token } = JSON.parse(line) as Record<"url" | "organization" | "token", string>;

  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/_emulator/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`The emulator refused ${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };

  const dump = async (): Promise<StoreDump> => (await control("GET", "dump")) as StoreDump;

  return {
    environment: {
      DOCSFORM_BASE_URL: url,
      DOCSFORM_TOKEN: token,
      DOCSFORM_ORGANIZATION: organization,
    },
    dump,
    tables: async () => (await dump()).tables,
    requests: async () => {
      const log = (await control("GET", "log")) as readonly {
        readonly method: string;
        readonly path: string;
      }[];
      await control("DELETE", "log");
      return log.map(({ method, path }) => `${method} ${path}`);
    },
    edit: async (operation, params, body) => {
      await control("POST", "edit", { operation, params, body });
    },
    close: async () => {
      child.kill("SIGTERM");
      await closed;
    },
  };
}
