import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import * as grpc from "@grpc/grpc-js";
import { type SelfSigned, selfSignedCertificate } from "../../../src/terraform/plugin/own-certificate.ts";
import { type OracleMessage, oracleDecode, oracleEncode } from "./oracle-messages.ts";

export const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
};

/** A provider process, started as Terraform starts it. */
export interface ProviderProcess {
  readonly child: ChildProcess;
  /** The parts of the handshake line. */
  readonly parts: readonly string[];
  readonly socket: string;
  readonly serverCertificate: string;
  readonly clientCertificate: SelfSigned;
  readonly stderr: () => string;
  readonly ended: Promise<number | null>;
}

/** Starts the executable with its own client certificate, and waits for the handshake line. */
export async function startProvider(
  executable: string,
  environment: Record<string, string> = {},
): Promise<ProviderProcess> {
  const clientCertificate = selfSignedCertificate(Date.now());
  const { child, stderr, ended } = spawnProvider(executable, [], {
    ...cookie,
    PLUGIN_PROTOCOL_VERSIONS: "5,6",
    PLUGIN_CLIENT_CERT: clientCertificate.certificatePem,
    ...environment,
  });
  const line = await Promise.race([firstOutput(child), ended]);
  if (typeof line !== "string")
    throw new Error(`The provider ended with ${line} before its handshake: ${stderr()}`);
  const parts = line.trim().split("|");
  // The handshake line has no base64 padding, and PEM needs it.
  const padded = Buffer.from(parts[5] ?? "", "base64").toString("base64");
  const serverCertificate = `-----BEGIN CERTIFICATE-----\n${padded}\n-----END CERTIFICATE-----\n`;
  return { child, parts, socket: parts[3] as string, serverCertificate, clientCertificate, stderr, ended };
}

/** The first output of a process. */
export async function firstOutput(child: ChildProcess): Promise<string> {
  const [piece] = (await once(child.stdout as Readable, "data")) as [Buffer];
  return piece.toString();
}

/** Starts the executable with this environment and PATH only. */
export function spawnProvider(
  executable: string,
  argv: readonly string[],
  environment: Record<string, string>,
): { child: ChildProcess; stdout: () => string; stderr: () => string; ended: Promise<number | null> } {
  const child = spawn(executable, argv, {
    env: { PATH: dirname(process.execPath), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { stdout: "", stderr: "" };
  child.stdout.on("data", (piece: Buffer) => (texts.stdout += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (texts.stderr += piece.toString()));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return { child, stdout: () => texts.stdout, stderr: () => texts.stderr, ended };
}

/** grpc-js, another implementation of gRPC, connected to the provider. */
export interface OracleClient {
  /** Makes a call and returns the response. Throws the error of grpc-js. */
  readonly call: (
    path: string,
    request: readonly [OracleMessage, object] | Buffer,
    response: OracleMessage,
    options?: { readonly deadline?: number },
  ) => Promise<Record<string, unknown>>;
  readonly listen: (path: string) => grpc.ClientReadableStream<Buffer>;
  readonly close: () => void;
}

/** Credentials with the client certificate that the provider was started with. */
export function ownCredentials(provider: ProviderProcess): grpc.ChannelCredentials {
  return credentialsOf(provider, provider.clientCertificate);
}

export function credentialsOf(
  provider: ProviderProcess,
  client: SelfSigned | undefined,
): grpc.ChannelCredentials {
  const root = Buffer.from(provider.serverCertificate);
  if (client === undefined) return grpc.credentials.createSsl(root);
  return grpc.credentials.createSsl(root, Buffer.from(client.keyPem), Buffer.from(client.certificatePem));
}

export function oracleClient(socket: string, credentials: grpc.ChannelCredentials): OracleClient {
  const client = new grpc.Client(`unix:${socket}`, credentials, {
    "grpc.ssl_target_name_override": "localhost",
    "grpc.default_authority": "localhost",
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
    "grpc.enable_retries": 0,
  });
  const same = (bytes: Buffer): Buffer => bytes;
  return {
    call: (path, request, response, { deadline = 10_000 } = {}) =>
      new Promise((resolve, reject) => {
        const bytes = Buffer.isBuffer(request) ? request : oracleEncode(request[0], request[1]);
        const options = { deadline: Date.now() + deadline };
        client.makeUnaryRequest(path, same, same, bytes, options, (error, answer) => {
          if (error !== null) reject(error);
          else resolve(oracleDecode(response, answer as Buffer));
        });
      }),
    listen: (path) => client.makeServerStreamRequest(path, same, same, Buffer.alloc(0)),
    close: () => client.close(),
  };
}
