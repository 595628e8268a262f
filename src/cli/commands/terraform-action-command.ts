import { fail } from "../../model/codes/command-words.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import type { ExitCode } from "../exit-codes.ts";

type TerraformSettings = SettingsOfCommand<"terraform">;

interface ActionRequest {
  readonly action: "install" | "lock" | "moves" | "imports";
  /** A plan of Terraform as JSON. */
  readonly plan: string | undefined;
  readonly version: string;
}

const serviceFlags = {
  organization: "--organization",
  baseUrl: "--base-url",
  tokenFile: "--token-file",
  apiVersion: "--api-version",
  timeout: "--timeout",
} as const;
const flags = { to: "--to", cdktf: "--cdktf", out: "--out", ...serviceFlags } as const;

type Setting = keyof typeof flags;

/** The flags that an action understands. */
const understood: Readonly<Record<ActionRequest["action"], ReadonlySet<Setting>>> = {
  install: new Set(["to", "cdktf"]),
  lock: new Set(["to"]),
  moves: new Set(["out"]),
  imports: new Set(["out", ...(Object.keys(serviceFlags) as Setting[])]),
};

/** Runs an action of `docsform terraform`. Throws for a flag of another action. */
export async function terraformAction(
  context: Context,
  settings: TerraformSettings,
  { action, plan, version }: ActionRequest,
): Promise<ExitCode> {
  const unused = (Object.keys(flags) as Setting[]).find(
    (name) => settings[name] !== undefined && !understood[action].has(name),
  );
  const takesPlan = action === "moves" || action === "imports";
  const given = unused === undefined ? (takesPlan ? undefined : plan) : flags[unused];
  if (given !== undefined)
    throw fail("cli/wrong-usage", { case: "action", command: "terraform", given, action });
  switch (action) {
    case "install":
      return await (await import("./terraform-command.ts")).installProvider(context, settings, version);
    case "lock":
      return await (await import("./terraform-lock-command.ts")).lockProvider(context, settings);
    case "moves":
      return await (await import("./terraform-moves-command.ts")).terraformMoves(context, settings, plan);
    case "imports":
      return await (await import("./terraform-imports-command.ts")).terraformImports(context, settings, plan);
  }
}
