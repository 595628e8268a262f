import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listenPrivately } from "./socket.ts";

test("creates a socket in the first folder with a short enough path", async () => {
  const home = mkdtempSync(join(tmpdir(), "docsform-socket-"));
  const [long, short] = [join(home, "a".repeat(90)), join(home, "b")];
  for (const folder of [long, short]) mkdirSync(folder);
  const server = createServer();
  try {
    const { address, remove } = await listenPrivately(server, [long, short], "linux");
    expect(address.network === "unix" && address.path.startsWith(join(short, "docsform-"))).toBe(true);
    remove();
    expect(address.network === "unix" && existsSync(address.path)).toBe(false);
  } finally {
    server.close();
    rmSync(home, { recursive: true });
  }
});
