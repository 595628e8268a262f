import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";

const debianFolder = "/usr/lib/postgresql";

/** Why the tests that need PostgreSQL are skipped. Undefined: they run, because PostgreSQL is installed or the environment requires them. */
export function whyNoPostgres(): string | undefined {
  if (process.env["DOCSFORM_REQUIRE_TERRAFORM"] === "1" || binaries() !== undefined) return undefined;
  return "PostgreSQL is not installed";
}

/** An empty PostgreSQL cluster. */
export interface Postgres {
  /** The URL for a client on this machine. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Creates a cluster in a temporary folder, and starts it on a free port. */
export async function startPostgres(): Promise<Postgres> {
  const folder = binaries();
  if (folder === undefined) throw new Error("PostgreSQL is not installed: there is no initdb.");
  const data = mkdtempSync(join(tmpdir(), "docsform-postgres-"));
  const owner = ownerOf(data);
  const environment = { PATH: process.env["PATH"] ?? "", LC_ALL: "C" };
  const options = { cwd: data, env: environment, ...owner };
  execFileSync(
    join(folder, "initdb"),
    ["--pgdata", data, "--username=docsform", "--auth=trust", "--no-sync", "--encoding=UTF8"],
    { ...options, stdio: "ignore" },
  );
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const server = spawn(
    join(folder, "postgres"),
    ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    { ...options, stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = once(server, "exit");
  await ready(server.stderr);
  server.stderr.resume();
  return {
    url: `postgres://docsform@127.0.0.1:${port}/postgres?sslmode=disable`,
    close: async () => {
      server.kill("SIGINT");
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The newest installed version, or the one on PATH. */
function binaries(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : [];
  return [
    ...versions.sort((a, b) => b - a).map((version) => join(debianFolder, String(version), "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter),
  ].find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** PostgreSQL refuses to run as root. For root, it runs as the user of its package, who must own its data. */
function ownerOf(data: string): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const owner = { uid: id("-u"), gid: id("-g") };
  chownSync(data, owner.uid, owner.gid);
  return owner;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function ready(log: NodeJS.ReadableStream): Promise<void> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: log })) {
    lines.push(line);
    if (line.includes("ready to accept connections")) return;
  }
  throw new Error(`PostgreSQL ended before it was ready:\n${lines.join("\n")}`);
}
