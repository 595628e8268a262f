import type { Client } from "../../contract/http/http-client.ts";
import type { ServiceDefaults } from "../../layout/synthesized/read-provider.ts";
import { fail } from "../../model/codes/command-words.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { createMemoryDisk } from "../../state/memory-disk.ts";
import { findAppImports } from "../../terraform/tfplan/find-app-imports.ts";
import { type FoundImports, findImports } from "../../terraform/tfplan/find-imports.ts";
import { importBlocks } from "../../terraform/tfplan/hcl.ts";
import { type ProviderSettings, providerSettings } from "../../terraform/tfplan/provider-settings.ts";
import { present } from "../../util/present.ts";
import type { Context } from "../command-context.ts";
import { namedOrganization } from "../environment.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { loadLayout } from "../load-layout.ts";
import { printResult, warn } from "../print-result.ts";
import { reconcilerFor } from "../reconciler-for.ts";
import { isAppPath } from "../synthesized-app.ts";
import { withClient } from "../with-client.ts";
import { againThroughLocals, list } from "./terraform-moves-command.ts";
import { type BlocksSettings, checkOut, readTerraformPlan, writeBlocks } from "./terraform-plan-command.ts";

/** Writes the `import` blocks for the objects that a plan of Terraform would create although they exist. */
export async function terraformImports(
  context: Context,
  settings: BlocksSettings,
  path: string | undefined,
): Promise<ExitCode> {
  checkOut(context.io, settings);
  const found =
    path !== undefined && isAppPath(path)
      ? await importsOfApp(context, { ...settings, file: [path] })
      : await importsOfPlan(context, settings, path);
  const { imports, undecided, created, throughLocals } = found;
  const text = writeBlocks(context.io, settings, {
    hcl: importBlocks(imports),
    notes: notesOf(found),
    summary: summaryOf(found),
  });
  const json = {
    imports: imports.map(({ to, id, stack }) => ({ to, id, stack: stack ?? null })),
    undecided,
    created,
    throughLocals,
    file: settings.out ?? null,
  };
  printResult(context, settings, { of: "terraform", json, text });
  return exitCodes.done;
}

async function importsOfPlan(
  context: Context,
  settings: BlocksSettings,
  path: string | undefined,
): Promise<FoundImports> {
  const plan = readTerraformPlan(context, "imports", path);
  const providers = providerSettings(plan);
  const organization = organizationOf(context, settings, providers);
  const baseUrl = baseUrlIn(providers, organization);
  const live = await readLive(context, settings, organization, present({ baseUrl }));
  const isOwn = (provider: string | undefined) => {
    const other = providers.get(provider ?? "")?.organization;
    return other === undefined || other === organization;
  };
  return findImports(context.types, plan, { live, isOwn });
}

async function importsOfApp(context: Context, settings: BlocksSettings): Promise<FoundImports> {
  const app = await loadLayout(context, settings);
  warn(context, settings, app.warnings, app.files);
  const live = await readLive(context, settings, app.desired.organizationId, app.service);
  return findAppImports(context.types, app, live);
}

/** The organization that a person names, or the only one that the configuration names. */
function organizationOf(
  { io }: Context,
  settings: BlocksSettings,
  providers: ReadonlyMap<string, ProviderSettings>,
): string {
  const given = namedOrganization(io, settings);
  if (given !== undefined) return given;
  const named = new Set([...providers.values()].flatMap(({ organization }) => organization ?? []));
  const [organization, ...others] = named;
  if (organization === undefined) throw fail("cli/no-organization", { case: "unplanned" });
  if (others.length > 0) throw fail("cli/no-organization", { case: "planned", organizations: [...named] });
  return organization;
}

function baseUrlIn(
  providers: ReadonlyMap<string, ProviderSettings>,
  organization: string,
): string | undefined {
  const all = [...providers.values()];
  return (all.find((each) => each.organization === organization) ?? all[0])?.baseUrl;
}

async function readLive(
  context: Context,
  settings: BlocksSettings,
  organizationId: string,
  service: ServiceDefaults,
): Promise<readonly LiveObject[]> {
  const read = async (client: Client) => {
    const reconciler = reconcilerFor(context, settings, client, createMemoryDisk({ keepsState: false }));
    return await reconciler.pull({ organizationId, signal: context.io.signal });
  };
  return (await withClient(context, settings, service, read)).live.objects;
}

function summaryOf({ imports }: FoundImports): string {
  return imports.length === 0
    ? "The plan creates no object that exists."
    : `${imports.length} ${imports.length === 1 ? "object exists" : "objects exist"} and can be imported instead of created.`;
}

function notesOf({ undecided, created, throughLocals }: FoundImports): readonly string[] {
  return [
    ...undecided.flatMap((group) => [
      "Undecided, because these are alike. Write the import blocks that you want:",
      ...group.created.map((name) => `  to ${name}`),
      ...group.ids.map((id) => `  id ${id}`),
    ]),
    ...list("Still created, because no live object is alike:", created),
    ...againThroughLocals(throughLocals),
  ];
}
