import { expect, test } from "vitest";
import { handshakeLine, reattachText } from "./handshake.ts";

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
