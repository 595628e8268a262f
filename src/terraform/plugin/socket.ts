import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import type { ListenAddress } from "./handshake.ts";

/** A listening server, with a function that removes its socket. */
export interface Listening {
  readonly address: ListenAddress;
  readonly remove: () => void;
}

/** Longest path of a socket, in bytes. The kernel allows 108 bytes with the terminator, and 104 on macOS. */
const longestSocketPath = 100;

/** Listens on a socket in a folder that only this user can open; on Windows, on a loopback port. */
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
    await untilListening(server, () => server.listen(path));
  } catch (error) {
    remove();
    throw error;
  }
  return { address: { network: "unix", path }, remove };
}

/**
 * Creates a folder in the first of these folders in which the socket's path is short enough. mkdtemp makes it private to this user.
 */
function privateFolder(folders: readonly string[]): string {
  const suffix = "/docsform-XXXXXX/provider.sock".length;
  const fitting = folders.find((folder) => Buffer.byteLength(folder) + suffix <= longestSocketPath) ?? "/tmp";
  return mkdtempSync(join(fitting, "docsform-"));
}

async function listenOnLoopback(server: Pick<Server, "listen" | "once" | "address">): Promise<Listening> {
  await untilListening(server, () => server.listen(0, "127.0.0.1"));
  const { port } = server.address() as AddressInfo;
  return { address: { network: "tcp", host: "127.0.0.1", port }, remove: () => undefined };
}

async function untilListening(server: Pick<Server, "once">, start: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", resolve);
    start();
  });
}
