import { dirname, join, resolve } from "node:path";
import { fail } from "../../model/codes/command-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { Context } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { Files } from "../files.ts";
import type { TerraformHost } from "../io.ts";
import { printResult } from "../print-result.ts";
import { openApp } from "../synthesized-app.ts";
import {
  type InstallSettings,
  impliedMirror,
  noTerraform,
  providerAddress,
  terraformLockFile,
} from "./terraform-command.ts";

/** A folder in which Terraform runs, and the providers that its lock file does not contain. */
interface Unlocked {
  readonly folder: string;
  readonly missing: readonly string[];
}

/**
 * Locks the installed build of the provider in each stack of a synthesized app, or in this folder if it has a configuration. Without the
 * lock, Terraform asks the registry, which has no such build. Does nothing for an app without terraform.
 */
export async function lockProvider(context: Context, settings: InstallSettings): Promise<ExitCode> {
  const { files, environment } = context.io;
  const app = openApp(files, environment["CDKTF_OUTDIR"] ?? "cdktf.out");
  const places =
    app === undefined ? [unlockedHere(files)] : app.stacks.map((each) => unlockedIn(files, each));
  const terraform = await installedTerraform(context);
  if (terraform === undefined && app === undefined) throw noTerraform();
  const usual = app === undefined ? impliedMirror : undefined;
  if (terraform !== undefined)
    await lockAll(context, terraform, places, settings.to ?? usual ?? terraform.mirror);
  const stacks = terraform === undefined ? [] : places.map(({ folder }) => folder);
  const text = app === undefined && settings.quiet !== true ? lockedText(places) : "";
  printResult(context, settings, { of: "terraform", json: { stacks }, text });
  return exitCodes.done;
}

async function installedTerraform({ io }: Context): Promise<TerraformHost | undefined> {
  const terraform = await io.terraform?.();
  return (await terraform?.version()) === undefined ? undefined : terraform;
}

function lockedText(places: readonly Unlocked[]): string {
  const isLocked = places.every(({ missing }) => missing.length === 0);
  return `${terraformLockFile} ${isLocked ? "already" : "now"} names the provider.\n`;
}

function unlockedIn(
  files: Files,
  { path, text }: { readonly path: string; readonly text: string },
): Unlocked {
  const folder = dirname(path);
  return { folder, missing: unlocked(text, files.read(join(folder, terraformLockFile)) ?? "") };
}

/** The folder of a configuration. Terraform itself locks the other providers. */
function unlockedHere(files: Files): Unlocked {
  const isConfiguration = files.list(".")?.some((name) => /[.]tf([.]json)?$/.test(name)) === true;
  if (!isConfiguration) throw fail("cli/nothing-to-lock");
  const isLocked = files.read(terraformLockFile)?.includes(`"${providerAddress}"`) === true;
  return { folder: ".", missing: isLocked ? [] : [providerAddress] };
}

async function lockAll(
  { io: { files } }: Context,
  terraform: TerraformHost,
  places: readonly Unlocked[],
  mirror: string,
): Promise<void> {
  for (const { folder, missing } of places) {
    const place = { folder: resolve(files.folder, folder), mirror: resolve(files.folder, mirror) };
    const failure = await lockMissing(terraform, place, missing);
    if (failure !== undefined) throw notLocked(folder, failure);
  }
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
