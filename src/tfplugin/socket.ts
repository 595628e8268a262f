import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import type { ListenAddress } from "./handshake.ts";

/** A server that listens, and how to leave nothing behind. */
export interface Listening {
  readonly address: ListenAddress;
  readonly remove: () => void;
}

/** The kernel's limit for a socket's path is 108 bytes with its end, 104 on macOS. */
const longestSocketPath = 100;

/** Listens on a socket in a folder that only this user can enter; on Windows, on a port of the loopback. */
export async function listenPrivately(
  server: Pick<Server, "listen" | "once" | "address">,
  folders: readonly string[],
  platform: string,
): Promise<Listening> {
  if (platform === "win32") return await listenOnLoopback(server);
  const folder = privateFolder(folders);
  const path = join(folder, "provider.sock");
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await listening(server, () => server.listen(path));
  } catch (error) {
    remove();
    throw error;
  }
  return { address: { network: "unix", path }, remove };
}

/** A folder in the first of these whose socket's path would not be too long. mkdtemp makes it for this user alone. */
function privateFolder(folders: readonly string[]): string {
  const suffix = "/docsform-XXXXXX/provider.sock".length;
  const fitting = folders.find((folder) => Buffer.byteLength(folder) + suffix <= longestSocketPath) ?? "/tmp";
  return mkdtempSync(join(fitting, "docsform-"));
}

async function listenOnLoopback(server: Pick<Server, "listen" | "once" | "address">): Promise<Listening> {
  await listening(server, () => server.listen(0, "127.0.0.1"));
  const { port } = server.address() as AddressInfo;
  return { address: { network: "tcp", host: "127.0.0.1", port }, remove: () => undefined };
}

async function listening(server: Pick<Server, "once">, start: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", resolve);
    start();
  });
}
