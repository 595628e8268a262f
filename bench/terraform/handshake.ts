import { spawn } from "node:child_process";
import { once } from "node:events";
import { selfSignedCertificate } from "../../src/terraform/plugin/own-certificate.ts";
import { environment } from "../support/executable.ts";

const clientCertificate = selfSignedCertificate(Date.now()).certificatePem;

/** Starts a provider as Terraform does. Returns the time until its first line, in ms. */
export async function handshake(program: string, args: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...environment,
      TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
      PLUGIN_PROTOCOL_VERSIONS: "6",
      PLUGIN_CLIENT_CERT: clientCertificate,
    },
  });
  await once(child.stdout, "data");
  const ms = performance.now() - began;
  child.kill("SIGKILL");
  await once(child, "close");
  return ms;
}
