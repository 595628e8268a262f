import { createServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { DocsformError } from "../../model/errors.ts";
import { type PluginEvents, providerMethods } from "./grpc/provider-methods.ts";
import { GrpcError, grpcStatus } from "./grpc/status.ts";
import { checkHandshake, handshakeLine, reattachText } from "./handshake.ts";
import { createProviderLog, logLevelOf, type ProviderLog } from "./hclog.ts";
import type { ProviderServer } from "./provider-server.ts";
import { type Listening, listenPrivately } from "./socket.ts";

/** The process that a provider runs in. */
export interface ProviderHost {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Arguments after the name of the program. */
  readonly argv: readonly string[];
  readonly pid: number;
  readonly platform: string;
  readonly temporaryFolder: string;
  readonly now: () => number;
  /** Writes synchronously: Terraform waits for the first line. */
  readonly stdoutWrite: (text: string) => void;
  readonly stderrWrite: (text: string) => void;
  readonly exit: (code: number) => void;
  readonly onSignal: (signal: "SIGINT" | "SIGTERM", handler: () => void) => void;
  /** Registers a handler for errors that nothing catches. */
  readonly onCrash: (handler: (error: unknown) => void) => void;
}

export interface ServeOptions {
  readonly host: ProviderHost;
  /** The provider's source address in a configuration: `registry.terraform.io/docsform/docs`. */
  readonly address: string;
  /** Loads the provider. Runs when Terraform first calls for more than the built schema. */
  readonly load: (log: ProviderLog) => Promise<ProviderServer>;
  /** The response to GetProviderSchema from the build. Terraform starts some processes only for this call. */
  readonly builtSchema?: () => Uint8Array | undefined;
  /** Runs when Terraform has received every response and ends the process. Does not run if Terraform disconnects in another way. */
  readonly onShutdown?: () => void;
}

/** The provider ends if no client connects for this long. Terraform connects within two seconds. */
const firstConnectionMs = 60_000;

/** Serves a provider until Terraform ends it or disconnects. Every failure ends in an exit code of the host. */
export async function serveProvider(options: ServeOptions): Promise<void> {
  const { host } = options;
  const log = createProviderLog({
    level: logLevelOf(host.environment),
    module: `provider.${options.address.slice(options.address.lastIndexOf("/") + 1)}`,
    now: host.now,
    write: host.stderrWrite,
  });
  const isDebugging = host.argv.some((argument) => argument === "--debug" || argument === "-debug");
  try {
    await (isDebugging ? serveForDebugging(options, log) : serveTerraform(options, log));
  } catch (error) {
    host.stderrWrite(`${startFailure(error)}\n`);
    host.exit(1);
  }
}

function startFailure(error: unknown): string {
  if (!(error instanceof DocsformError)) return `The provider could not start: ${String(error)}`;
  return error.remedy === undefined ? error.message : `${error.message}\n${error.remedy}`;
}

async function serveTerraform(options: ServeOptions, log: ProviderLog): Promise<void> {
  const { host } = options;
  const { clientCertificate, socketFolder } = checkHandshake(host.environment);
  // Imported here and not at the top, so that a refusal to start does not wait for it.
  const { selfSignedCertificate } = await import("./own-certificate.ts");
  const certificate = selfSignedCertificate(host.now());
  // Terraform gets the address before this process has loaded TLS, and connects in the meantime.
  const { connections, handOver } = waitingConnections();
  const folders = socketFolder === undefined ? [host.temporaryFolder] : [socketFolder, host.temporaryFolder];
  const listening = await listenPrivately(connections, folders, host.platform);
  const end = createEnd(host, listening, log);
  // Ctrl-C signals the whole process group, but Terraform stops a provider with StopProvider.
  host.onSignal("SIGINT", () => undefined);
  host.stdoutWrite(handshakeLine(listening.address, certificate.certificateDer));
  const { pinnedServer } = await import("./tls.ts");
  const serve = await callServer(options, log, {
    onShutdown: () => {
      options.onShutdown?.();
      end(0);
    },
    onOutputClosed: () => end(0),
  });
  const noteConnection = endWithLastConnection(end);
  const server = pinnedServer(certificate, clientCertificate, (socket) => {
    noteConnection(socket);
    serve(socket);
  });
  handOver(server);
}

interface WaitingConnections {
  readonly connections: Server;
  /** From now on, this server gets all connections, including those that are waiting. */
  readonly handOver: (server: Server) => void;
}

/** Accepts connections, and reads nothing from them until there is a server for them. */
function waitingConnections(): WaitingConnections {
  const waiting: Socket[] = [];
  let receive = (socket: Socket): void => void waiting.push(socket);
  const connections = createServer({ pauseOnConnect: true }, (socket) => receive(socket));
  return {
    connections,
    handOver: (server) => {
      receive = (socket) => void server.emit("connection", socket);
      waiting.forEach(receive);
    },
  };
}

async function serveForDebugging(options: ServeOptions, log: ProviderLog): Promise<void> {
  const { host } = options;
  // Several runs of Terraform attach one after the other, and none of them ends the process.
  const serve = await callServer(options, log, {
    onShutdown: () => undefined,
    onOutputClosed: () => undefined,
  });
  const server = createServer(serve);
  const listening = await listenPrivately(server, [host.temporaryFolder], host.platform);
  const end = createEnd(host, listening, log);
  host.onSignal("SIGINT", () => end(0));
  host.stdoutWrite(
    `The provider runs. To attach Terraform to it, set:\n\n\t${reattachText(options.address, listening.address, host.pid)}\n`,
  );
}

type End = (code: number) => void;

/** Returns a function that removes the socket and ends the process, at most once. From now on, SIGTERM and crashes do the same. */
function createEnd(host: ProviderHost, listening: Listening, log: ProviderLog): End {
  let hasEnded = false;
  const end: End = (code) => {
    if (hasEnded) return;
    hasEnded = true;
    listening.remove();
    host.exit(code);
  };
  host.onSignal("SIGTERM", () => end(143));
  host.onCrash((error) => {
    log.write("error", "The provider failed and ends.", { error: stackOf(error) });
    end(1);
  });
  return end;
}

/** Returns a function that serves the calls of a connection. It loads the provider at the first call that needs it. */
async function callServer(
  options: ServeOptions,
  log: ProviderLog,
  events: PluginEvents,
): Promise<(socket: Duplex) => void> {
  const { serveGrpcConnection } = await import("./grpc/connection.ts");
  let loading: Promise<ProviderServer> | undefined;
  const load = async (): Promise<ProviderServer> => {
    try {
      return await options.load(log);
    } catch (error) {
      log.write("error", "The provider could not be loaded.", { error: stackOf(error) });
      throw error;
    }
  };
  const provider = (): Promise<ProviderServer> => (loading ??= load());
  const methods = providerMethods(provider, events, options.builtSchema);
  const explain = (error: unknown, path: string): GrpcError => {
    log.write("error", "A call failed.", { path, error: stackOf(error) });
    return statusOf(error);
  };
  return (socket) =>
    serveGrpcConnection(socket, { methods, explain }, (error) =>
      log.write("debug", "A connection failed.", { error: error.message }),
    );
}

/** Returns a function that notes a connection. When the last one closes, Terraform is gone, and the process ends. */
function endWithLastConnection(end: End): (socket: Duplex) => void {
  const timer = setTimeout(() => end(0), firstConnectionMs);
  timer.unref();
  let openConnections = 0;
  return (socket) => {
    clearTimeout(timer);
    openConnections += 1;
    socket.once("close", () => {
      openConnections -= 1;
      if (openConnections === 0) end(0);
    });
  };
}

const malformedCodes: readonly string[] = ["terraform/malformed-message", "terraform/malformed-value"];

/** The status of an error. docsform's own errors are written for people and contain no secrets. Other errors are only in the log. */
function statusOf(error: unknown): GrpcError {
  if (!(error instanceof DocsformError)) {
    return new GrpcError(
      grpcStatus.internal,
      "The provider failed during this call. Its log shows the cause.",
    );
  }
  const status = malformedCodes.includes(error.code) ? grpcStatus.invalidArgument : grpcStatus.internal;
  return new GrpcError(status, error.message);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
