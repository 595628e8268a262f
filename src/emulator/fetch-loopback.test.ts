import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchLoopback } from "./fetch-loopback.ts";

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/spec": (response) => response.end("openapi: 3.1.0"),
  "/away": (response) => response.writeHead(302, { location: "https://acme.example/" }).end(),
  "/large": (response) => response.end("x".repeat(17 * 1024 * 1024)),
};
const server = createServer((request, response) => {
  const answer = answers[request.url ?? ""] ?? ((missing) => missing.writeHead(404).end());
  answer(response);
});
let base = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("a document of a server on this machine is readable", async () => {
  expect(await fetchLoopback(`${base}/spec`)).toBe("openapi: 3.1.0");
});

test.each([
  ["/nowhere", "The server returned 404."],
  ["/away", "fetch failed"],
  ["/large", "The document is larger than 16777216 bytes."],
])("%s is not readable", async (path, why) => {
  await expect(fetchLoopback(`${base}${path}`)).rejects.toThrow(why);
});

test.each(["https://acme.example/spec", "file:///etc/hosts", "http://127.0.0.1.acme.example/spec"])(
  "%s gets no request",
  async (address) => {
    await expect(fetchLoopback(address)).rejects.toThrow(
      "The emulator fetches documents only from servers on this machine.",
    );
  },
);
