import { fail } from "../../model/codes/command-words.ts";
import { mostCharacters } from "../../model/most-characters.ts";
import { comments } from "../../terraform/tfplan/hcl.ts";
import { type PlanJson, parsePlanJson } from "../../terraform/tfplan/plan-json.ts";
import type { Context } from "../command-context.ts";
import type { Io } from "../io.ts";
import type { OutputSettings, ServiceSettings } from "../option-table.ts";

/** The settings of `terraform moves` and `terraform imports`. */
export interface BlocksSettings extends OutputSettings, ServiceSettings {
  /** The file for the blocks. Absent: stdout. */
  readonly out?: string;
}

/** Reads a plan of Terraform as JSON from a file or, for `-`, from stdin. */
export function readTerraformPlan(
  { io }: Pick<Context, "io">,
  action: string,
  path: string | undefined,
): PlanJson {
  const plan = path === undefined ? undefined : parsePlanJson(textAt(io, path));
  if (plan !== undefined && typeof plan !== "string") return plan;
  const facts = { action, path: path === "-" ? "stdin" : (path ?? "") };
  throw fail("cli/no-terraform-plan", { case: plan ?? "none", ...facts });
}

function textAt(io: Io, path: string): string {
  const text = path === "-" ? io.stdin?.() : io.files.read(path, mostCharacters.app);
  if (text === undefined) throw fail("cli/no-terraform-plan", { case: "noFile", path });
  return text;
}

/** Blocks of a configuration, and what a person has to decide. */
export interface Blocks {
  readonly hcl: string;
  readonly notes: readonly string[];
  /** What docsform found, as a sentence. */
  readonly summary: string;
}

/**
 * Throws if the file of `--out` exists. It can contain earlier blocks, which a configuration needs until they are applied, or the
 * configuration itself.
 */
export function checkOut({ files }: Io, { out }: BlocksSettings): void {
  if (out === undefined) return;
  if (files.read(out) !== undefined) throw fail("cli/file-exists", { case: "blocks", path: out });
  files.tryWriting(out);
}

/** Writes the blocks to the file of `--out`, and returns the text for stdout. */
export function writeBlocks(io: Io, { out, quiet }: BlocksSettings, { hcl, notes, summary }: Blocks): string {
  const text = [comments(notes), hcl].filter((part) => part !== "").join("\n");
  if (out === undefined) return text === "" ? comments([summary]) : text;
  io.files.write(out, text);
  return quiet === true
    ? ""
    : `${summary} The blocks are in ${out}.\n${notes.map((note) => `${note}\n`).join("")}`;
}
