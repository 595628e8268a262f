import { fail } from "./plugin-fail.ts";

const cookieName = "TF_PLUGIN_MAGIC_COOKIE";
const cookieValue = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** The protocol version that this provider speaks. */
export const protocolVersion = 6;

/** The checked parts of the environment in which Terraform started the provider. */
export interface Handshake {
  /** The client's certificate, in DER. */
  readonly clientCertificate: Buffer;
  /** Folder for the socket. Absent: the folder for temporary files. */
  readonly socketFolder: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Checks that Terraform started the provider and that both can speak to each other. Throws a `DocsformError`. */
export function checkHandshake(environment: Environment): Handshake {
  checkCookie(environment);
  checkVersions(environment["PLUGIN_PROTOCOL_VERSIONS"]);
  return {
    clientCertificate: clientCertificate(environment["PLUGIN_CLIENT_CERT"]),
    socketFolder: environment["PLUGIN_UNIX_SOCKET_DIR"] || undefined,
  };
}

function checkCookie(environment: Environment): void {
  if (environment[cookieName] === cookieValue) return;
  throw fail("terraform/not-started-by-terraform");
}

function checkVersions(versions: string | undefined): void {
  if (versions === undefined || versions.split(",").includes(String(protocolVersion))) return;
  throw fail("terraform/protocol-version", { version: protocolVersion, offered: versions });
}

function clientCertificate(pem: string | undefined): Buffer {
  const body = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/.exec(pem ?? "")?.[1];
  const der = Buffer.from(body ?? "", "base64");
  if (der.length > 0) return der;
  throw fail("terraform/no-client-certificate");
}

/** The address that the provider listens on. */
export type ListenAddress =
  | { readonly network: "unix"; readonly path: string }
  | { readonly network: "tcp"; readonly host: string; readonly port: number };

/** The line that tells Terraform where to connect and which certificate to expect. */
export function handshakeLine(address: ListenAddress, certificateDer: Buffer): string {
  // Terraform's decoder refuses padding.
  const certificate = certificateDer.toString("base64").replace(/=+$/, "");
  return `1|${protocolVersion}|${address.network}|${addressText(address)}|grpc|${certificate}\n`;
}

/** The environment variable with which Terraform attaches to a running provider. */
export function reattachText(providerAddress: string, address: ListenAddress, pid: number): string {
  const attachment = {
    [providerAddress]: {
      Protocol: "grpc",
      ProtocolVersion: protocolVersion,
      Pid: pid,
      Test: true,
      Addr: { Network: address.network, String: addressText(address) },
    },
  };
  return `TF_REATTACH_PROVIDERS='${JSON.stringify(attachment)}'\n`;
}

function addressText(address: ListenAddress): string {
  return address.network === "unix" ? address.path : `${address.host}:${address.port}`;
}
