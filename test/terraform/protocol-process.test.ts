import { existsSync } from "node:fs";
import http2 from "node:http2";
import { dirname } from "node:path";
import tls from "node:tls";
import * as grpc from "@grpc/grpc-js";
import { describe, expect, test } from "vitest";
import { selfSignedCertificate } from "../../src/terraform/plugin/own-certificate.ts";
import { cornerProvider } from "./support/provider-bundle.ts";
import {
  cookie,
  credentialsOf,
  firstOutput,
  type OracleClient,
  oracleClient,
  ownCredentials,
  type ProviderProcess,
  spawnProvider,
  startProvider,
} from "./support/provider-process.ts";
import { builtProvider } from "./support/real-terraform.ts";

const bundle = builtProvider(cornerProvider);

const health = "/grpc.health.v1.Health/Check";
const shutdown = "/plugin.GRPCController/Shutdown";
const stdio = "/plugin.GRPCStdio/StreamStdio";

async function withProvider(
  use: (provider: ProviderProcess, client: OracleClient) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<void> {
  const provider = await startProvider(bundle.executable, environment);
  const client = oracleClient(provider.socket, ownCredentials(provider));
  try {
    await use(provider, client);
  } finally {
    client.close();
    provider.child.kill("SIGKILL");
  }
}

describe("a provider that a person starts says so and ends", () => {
  test.each([
    { what: "no cookie", environment: {}, message: "This program is a Terraform provider" },
    { what: "another cookie", environment: { TF_PLUGIN_MAGIC_COOKIE: "no" }, message: "terraform init" },
    {
      what: "an older protocol",
      environment: { ...cookie, PLUGIN_PROTOCOL_VERSIONS: "4,5" },
      message: "speaks protocol 6",
    },
    {
      what: "no client certificate",
      environment: { ...cookie, PLUGIN_PROTOCOL_VERSIONS: "6" },
      message: "PLUGIN_CLIENT_CERT",
    },
    {
      what: "a client certificate that is none",
      environment: { ...cookie, PLUGIN_CLIENT_CERT: "x" },
      message: "PLUGIN_CLIENT_CERT",
    },
  ])("$what", async ({ environment, message }) => {
    const started = spawnProvider(bundle.executable, [], environment as Record<string, string>);
    expect(await started.ended).toBe(1);
    expect(started.stdout()).toBe("");
    expect(started.stderr()).toContain(message);
    expect(started.stderr()).not.toContain("    at ");
  });
});

describe("the handshake", () => {
  test("names the protocol, a socket in a private folder and a certificate without padding", async () => {
    await withProvider(async ({ parts, socket }) => {
      expect(parts.slice(0, 3)).toEqual(["1", "6", "unix"]);
      expect(parts[4]).toBe("grpc");
      expect(parts[5]).toMatch(/^[A-Za-z0-9+/]+$/);
      const { statSync } = await import("node:fs");
      expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700);
    });
  });

  test("puts the socket where the client wants it", async () => {
    await withProvider(async ({ socket }) => expect(socket.startsWith(bundle.folder)).toBe(true), {
      PLUGIN_UNIX_SOCKET_DIR: bundle.folder,
    });
  });
});

describe("only the client that started the provider can connect", () => {
  test.each([
    { what: "another certificate", client: () => selfSignedCertificate(Date.now()) },
    { what: "no certificate", client: () => undefined },
  ])("$what", async ({ client }) => {
    await withProvider(async (provider, own) => {
      expect(await own.call(health, ["Empty", {}], "Health")).toEqual({ status: 1 });
      const stranger = oracleClient(provider.socket, credentialsOf(provider, client()));
      await expect(stranger.call(health, ["Empty", {}], "Health")).rejects.toMatchObject({
        code: grpc.status.UNAVAILABLE,
      });
      stranger.close();
      expect(await own.call(health, ["Empty", {}], "Health")).toEqual({ status: 1 });
    });
  });

  test("without encryption", async () => {
    await withProvider(async (provider, own) => {
      const stranger = oracleClient(provider.socket, grpc.credentials.createInsecure());
      await expect(stranger.call(health, ["Empty", {}], "Health")).rejects.toMatchObject({
        code: grpc.status.UNAVAILABLE,
      });
      stranger.close();
      expect(await own.call(health, ["Empty", {}], "Health")).toEqual({ status: 1 });
    });
  });
});

describe("the end", () => {
  test("Shutdown returns, then the process ends and removes the socket", async () => {
    await withProvider(async (provider, client) => {
      expect(await client.call(shutdown, ["Empty", {}], "Empty")).toEqual({});
      expect(await provider.ended).toBe(0);
      expect(existsSync(dirname(provider.socket))).toBe(false);
    });
  });

  test("a disconnected client ends the process", async () => {
    await withProvider(async (provider, client) => {
      const output = client.listen(stdio);
      output.on("error", () => undefined);
      await client.call(health, ["Empty", {}], "Health");
      output.cancel();
      expect(await provider.ended).toBe(0);
      expect(existsSync(dirname(provider.socket))).toBe(false);
    });
  });

  test("a broken connection, with unread output", async () => {
    await withProvider(async (provider, client) => {
      await client.call(health, ["Empty", {}], "Health");
      client.close();
      expect(await provider.ended).toBe(0);
    });
  });

  test("only Terraform reacts to Ctrl-C", async () => {
    await withProvider(async (provider, client) => {
      await client.call(health, ["Empty", {}], "Health");
      provider.child.kill("SIGINT");
      expect(await client.call("/tfplugin6.Provider/StopProvider", ["Empty", {}], "Empty")).toEqual({});
    });
  });

  test("SIGTERM ends it, and removes the socket", async () => {
    await withProvider(async (provider) => {
      provider.child.kill("SIGTERM");
      expect(await provider.ended).toBe(143);
      expect(existsSync(dirname(provider.socket))).toBe(false);
    });
  });

  test("an uncaught error is one line of the log, and exit code 1", async () => {
    await withProvider(
      async (provider, client) => {
        const call = client.call(
          "/tfplugin6.Provider/ReadDataSource",
          ["ReadDataSourceRequest", { config: { json: Buffer.from('{"text":"crash"}') } }],
          "ReadDataSourceResponse",
        );
        await expect(call).rejects.toMatchObject({ code: grpc.status.UNAVAILABLE });
        expect(await provider.ended).toBe(1);
        const lines = provider
          .stderr()
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Record<string, string>);
        expect(lines.map((line) => line["@level"])).toEqual(["error"]);
        expect(lines[0]?.["error"]).toContain("nobody caught this");
      },
      { TF_LOG: "trace" },
    );
  });
});

describe("invalid frames", () => {
  const frame = (length: number, flag = 0, body = Buffer.alloc(0)): Buffer => {
    const header = Buffer.alloc(5);
    header[0] = flag;
    header.writeUInt32BE(length, 1);
    return Buffer.concat([header, body]);
  };
  const post = {
    ":method": "POST",
    ":path": "/tfplugin6.Provider/GetProviderSchema",
    "content-type": "application/grpc",
  };

  test.each([
    {
      what: "an unknown method",
      headers: { ...post, ":path": "/tfplugin6.Provider/GetResourceIdentitySchemas" },
      body: frame(0),
      status: "12",
    },
    {
      what: "an unknown service",
      headers: { ...post, ":path": "/plugin.GRPCBroker/StartStream" },
      body: frame(0),
      status: "12",
    },
    { what: "no message", headers: post, body: Buffer.alloc(0), status: "13" },
    { what: "half a header", headers: post, body: Buffer.alloc(3), status: "13" },
    { what: "half a message", headers: post, body: frame(10, 0, Buffer.alloc(4)), status: "13" },
    { what: "two messages", headers: post, body: Buffer.concat([frame(0), frame(0)]), status: "13" },
    { what: "a compressed message", headers: post, body: frame(1, 1, Buffer.alloc(1)), status: "12" },
    { what: "another flag", headers: post, body: frame(0, 7), status: "13" },
    { what: "a message beyond the limit", headers: post, body: frame(2 ** 30), status: "8" },
    {
      what: "a message that is none",
      headers: { ...post, ":path": "/tfplugin6.Provider/ReadResource" },
      body: frame(2, 0, Buffer.from([0x0a, 0x09])),
      status: "3",
    },
  ])("$what: grpc-status $status", async ({ headers, body, status }) => {
    await withProvider(async (provider) => {
      const answer = await rawRequest(provider, headers, body);
      expect([answer[":status"], answer["grpc-status"]]).toEqual([200, status]);
    });
  });

  test.each([
    { what: "another media type", headers: { ...post, "content-type": "application/json" }, status: 415 },
    { what: "another method", headers: { ...post, ":method": "GET" }, status: 405 },
  ])("$what: HTTP $status", async ({ headers, status }) => {
    await withProvider(async (provider) => {
      expect((await rawRequest(provider, headers, Buffer.alloc(0)))[":status"]).toBe(status);
    });
  });
});

function rawRequest(
  provider: ProviderProcess,
  headers: http2.OutgoingHttpHeaders,
  body: Buffer,
): Promise<http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader> {
  const session = http2.connect("https://localhost", {
    createConnection: () =>
      tls.connect({
        path: provider.socket,
        ca: provider.serverCertificate,
        key: provider.clientCertificate.keyPem,
        cert: provider.clientCertificate.certificatePem,
        servername: "localhost",
        ALPNProtocols: ["h2"],
      }),
  });
  return new Promise((resolve, reject) => {
    session.once("error", reject);
    const stream = session.request(headers, { endStream: false });
    stream.once("error", reject);
    stream.once("response", (answer) => {
      resolve(answer);
      session.destroy();
    });
    stream.end(body);
  });
}

describe("--debug", () => {
  test("prints how to attach, uses no encryption, and survives its clients", async () => {
    const started = spawnProvider(bundle.executable, ["--debug"], {});
    const text = await firstOutput(started.child);
    const attachment = JSON.parse(/TF_REATTACH_PROVIDERS='(.*)'/.exec(text)?.[1] ?? "") as Record<
      string,
      { Addr: { Network: string; String: string } }
    >;
    expect(attachment).toEqual({
      "example.test/test/corner": {
        Protocol: "grpc",
        ProtocolVersion: 6,
        Pid: started.child.pid,
        Test: true,
        Addr: { Network: "unix", String: expect.any(String) as string },
      },
    });
    const socket = attachment["example.test/test/corner"]?.Addr.String ?? "";
    for (let attached = 0; attached < 2; attached += 1) {
      const client = oracleClient(socket, grpc.credentials.createInsecure());
      client.listen(stdio).on("error", () => undefined);
      await client.call(shutdown, ["Empty", {}], "Empty");
      expect(await client.call(health, ["Empty", {}], "Health")).toEqual({ status: 1 });
      client.close();
    }
    started.child.kill("SIGINT");
    expect(await started.ended).toBe(0);
    expect(existsSync(dirname(socket))).toBe(false);
  });
});
