import { dirname, join, resolve } from "node:path";
import type { DocsformError } from "../../model/errors.ts";
import type { Context } from "../context.ts";
import { nonEmpty } from "../environment.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { fail } from "../fail.ts";
import type { TerraformHost } from "../io.ts";
import { printResult } from "../print-result.ts";
import { openApp } from "../synthesized-app.ts";
import { type InstallSettings, providerAddress, terraformLockFile } from "./terraform.ts";

/**
 * Locks the installed build of the provider in each stack of a synthesized app. Without the lock, cdktf asks the registry, which has no
 * such build. Does nothing without terraform.
 */
export async function lockProvider(context: Context, settings: InstallSettings): Promise<ExitCode> {
  const terraform = await context.io.terraform?.();
  const isThere = terraform !== undefined && (await terraform.version()) !== undefined;
  const stacks = isThere ? await lockStacks(context, settings, terraform) : [];
  printResult(context, settings, { of: "terraform", json: { stacks }, text: "" });
  return exitCodes.done;
}

/** Returns the folders of the locked stacks. */
async function lockStacks(
  { io }: Context,
  settings: InstallSettings,
  terraform: TerraformHost,
): Promise<readonly string[]> {
  const folders: string[] = [];
  const outdir = nonEmpty(io.environment["CDKTF_OUTDIR"]) ?? "cdktf.out";
  const mirror = resolve(io.files.folder, settings.to ?? terraform.mirror);
  for (const { path, text } of openApp(io.files, outdir)?.stacks ?? []) {
    const folder = dirname(path);
    const missing = unlocked(text, io.files.read(join(folder, terraformLockFile)) ?? "");
    const place = { folder: resolve(io.files.folder, folder), mirror };
    const failure = await lockMissing(terraform, place, missing);
    if (failure !== undefined) throw notLocked(folder, failure);
    folders.push(folder);
  }
  return folders;
}

/** Locks docsform's provider with the mirror, and the others as cdktf would: it asks for all of them again if one is missing. */
async function lockMissing(
  terraform: TerraformHost,
  { folder, mirror }: { readonly folder: string; readonly mirror: string },
  missing: readonly string[],
): Promise<string | undefined> {
  if (!missing.includes(providerAddress)) return undefined;
  const failure = await terraform.lockProviders(folder, mirror, [providerAddress]);
  const others = missing.filter((address) => address !== providerAddress);
  if (failure !== undefined || others.length === 0) return failure;
  return await terraform.lockProviders(folder, undefined, others);
}

/** The part of a stack with its required providers. */
interface StackRequirements {
  readonly terraform?: {
    readonly required_providers?: Readonly<Record<string, { readonly source?: string }>>;
  };
}

/** The providers that a stack requires and its lock file does not contain. */
function unlocked(stack: string, locked: string): readonly string[] {
  const { terraform } = JSON.parse(stack) as StackRequirements;
  return Object.values(terraform?.required_providers ?? {})
    .map(({ source = "" }) => wholeAddress(source))
    .filter((address) => !locked.includes(`"${address}"`));
}

/** `docsform/docs` with its full host. */
function wholeAddress(source: string): string {
  const parts = source.split("/");
  const namespaced = parts.length === 1 ? ["hashicorp", ...parts] : parts;
  return (namespaced.length === 2 ? ["registry.terraform.io", ...namespaced] : namespaced).join("/");
}

function notLocked(folder: string, reason: string): DocsformError {
  return fail("cli/not-locked", { folder, reason });
}
