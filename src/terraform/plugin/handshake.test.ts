import { expect, test } from "vitest";
import { checkHandshake, handshakeLine, reattachText } from "./handshake.ts";

test("the handshake line has no padding, for every length of the certificate", () => {
  const address = { network: "unix", path: "/run/p.sock" } as const;
  const lines = [1, 2, 3].map((length) => handshakeLine(address, Buffer.alloc(length)));
  expect(lines).toEqual([
    "1|6|unix|/run/p.sock|grpc|AA\n",
    "1|6|unix|/run/p.sock|grpc|AAA\n",
    "1|6|unix|/run/p.sock|grpc|AAAA\n",
  ]);
});

test("uses a loopback port if there are no sockets", () => {
  const address = { network: "tcp", host: "127.0.0.1", port: 4321 } as const;
  expect(handshakeLine(address, Buffer.alloc(3))).toBe("1|6|tcp|127.0.0.1:4321|grpc|AAAA\n");
  expect(reattachText("a/b/c", address, 7)).toBe(
    `TF_REATTACH_PROVIDERS='{"a/b/c":{"Protocol":"grpc","ProtocolVersion":6,"Pid":7,"Test":true,"Addr":{"Network":"tcp","String":"127.0.0.1:4321"}}}'\n`,
  );
});

const cookie = { TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2" };

test.each([
  { environment: {}, code: "terraform/not-started-by-terraform" },
  { environment: { ...cookie, PLUGIN_PROTOCOL_VERSIONS: "5" }, code: "terraform/protocol-version" },
  { environment: { ...cookie, PLUGIN_PROTOCOL_VERSIONS: "5,6" }, code: "terraform/no-client-certificate" },
])("$code: $environment", ({ environment, code }) => {
  expect(() => checkHandshake(environment)).toThrow(expect.objectContaining({ code }));
});
