import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import { callAt, withScope } from "../../src/model/resource-type/call-at.ts";
import { writingCall } from "../../src/model/resource-type/writes.ts";
import type { TerraformSchema, ValueField } from "../../src/model/terraform-schema.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { present } from "../../src/util/present.ts";
import { isFullShare, someOf } from "../support/laws.ts";
import { forGroup } from "../support/made-by-hook.ts";
import { runStages } from "../support/run-stages.ts";
import type { DocsService } from "./support/docs-service.ts";
import { createdSchemas, everyType } from "./support/every-type.ts";
import { builtProvider, describeTerraformOn, serviceOfGroup } from "./support/real-terraform.ts";
import { checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";

const bundle = builtProvider();

/** The result is at the end of the output. */
function checkMessages({ output }: { readonly output: string }, text: string): void {
  expect(output.slice(-3_000)).toContain(text);
}

interface PlannedChange {
  readonly address: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: JsonObject | null;
    readonly after: JsonObject | null;
  };
}

// Starting Terraform takes most of the time. So each API version has one configuration with all types.
describeTerraformOn(apiVersions, "every type through terraform, %s API version", (apiVersion) => {
  const service = serviceOfGroup(apiVersion);
  const workspace = forGroup(() => terraformWorkspace(bundle, everyType(apiVersion, 0), service.head));
  const run = (...argv: string[]) => workspace.run(...argv);

  async function planned(): Promise<readonly PlannedChange[]> {
    checkMessages(await run("plan", "-out=saved.plan"), "Plan: ");
    const shown = await run("show", "-json", "saved.plan");
    return (JSON.parse(shown.output) as { resource_changes: PlannedChange[] }).resource_changes;
  }

  test("lives and ends", { timeout: 300_000 }, async () => {
    const further = {
      "is imported by an import block with generated configuration": async () => {
        const ids = await idsInState();
        const other = terraformWorkspace(bundle, importBlocks([...ids]), service.head);
        const written = await other.run("plan", "-generate-config-out=generated.tf");
        expect(written.output).toContain(`${ids.size} to import, 0 to add, 0 to change, 0 to destroy`);
        checkMessages(
          await other.run("apply", "-auto-approve"),
          `${ids.size} imported, 0 added, 0 changed, 0 destroyed`,
        );
      },
      "is created again after it has disappeared": async () => {
        const ids = await idsInState();
        await deleteEverything(service);
        const changes = await planned();
        expect(changes.map((each) => each.change.actions)).toEqual([...ids].map(() => ["create"]));
        checkMessages(await run("apply", "saved.plan"), `${ids.size} added, 0 changed, 0 destroyed`);
      },
    };
    await runStages({
      "is created, and the next plan is empty": async () => {
        checkMessages(await run("apply", "-auto-approve"), "Apply complete!");
        await checkNoChanges(workspace);
      },
      "changes every attribute in place": async () => {
        workspace.write("main.tf", everyType(apiVersion, 1));
        const changes = await planned();
        for (const schema of createdSchemas) {
          const { change } = changes.find((each) => each.address === `${schema.name}.one`) as PlannedChange;
          expect([schema.name, change.actions]).toEqual([schema.name, ["update"]]);
          for (const field of schema.values.filter(
            (each) => each.writer !== undefined && change.after?.[each.name] != null,
          ))
            expect([field.name, change.after?.[field.name]]).not.toEqual([
              field.name,
              change.before?.[field.name],
            ]);
        }
        checkMessages(await run("apply", "saved.plan"), "0 destroyed");
        await checkNoChanges(workspace);
      },
      "shows another user's change, and repairs it": async () => {
        const edited = await editEverything(service, await idsInState());
        expect(edited).toEqual(createdSchemas.filter(editedField).map(({ name }) => name));
        const changes = await planned();
        const updated = changes
          .filter((each) => each.change.actions.includes("update"))
          .map((each) => each.address);
        expect(updated).toEqual(expect.arrayContaining(edited.map((name) => `${name}.one`)));
        checkMessages(await run("apply", "saved.plan"), "0 added");
        await checkNoChanges(workspace);
      },
      "is imported by the command, and no import changes anything": async () => {
        const ids = await idsInState();
        rmSync(join(workspace.folder, "terraform.tfstate"));
        rmSync(join(workspace.folder, "terraform.tfstate.backup"), { force: true });
        // On each API version, half of the types are imported by command and the others by import blocks. Both must end in the same state. In a
        // usual run the command imports fewer, because each command starts Terraform.
        const half = createdSchemas.filter(
          (_, at) => at % 2 === [...apiVersions].findIndex((each) => each === apiVersion),
        );
        const nameOf = ({ name }: { readonly name: string }) => name;
        const addresses = someOf(half, nameOf, 27).map((schema) => `${schema.name}.one`);
        for (const address of addresses)
          checkMessages(await run("import", address, ids.get(address) as string), "Import successful!");
        const blocks = [...ids].filter(([address]) => !addresses.includes(address));
        workspace.write("imports.tf", importBlocks(blocks));
        checkMessages(
          await run("apply", "-auto-approve"),
          `${blocks.length} imported, 0 added, 0 changed, 0 destroyed`,
        );
        rmSync(join(workspace.folder, "imports.tf"));
      },
      ...(isFullShare() ? further : {}),
      "is destroyed completely": async () => {
        checkMessages(await run("destroy", "-auto-approve"), "Destroy complete!");
        expect(Object.values(service.ids()).flat()).toEqual([]);
        expect(workspace.leftovers()).toEqual([]);
      },
    });
  });

  /** The import ids by address. An id contains the id of the scope, if the type has one. */
  async function idsInState(): Promise<ReadonlyMap<string, string>> {
    const { output } = await run("show", "-json");
    const state = JSON.parse(output) as {
      values: { root_module: { resources: { address: string; values: JsonObject }[] } };
    };
    return new Map(
      state.values.root_module.resources.map(({ address, values }) => [
        address,
        withScope(values["id"] as string, values[scopeFieldOf(address)] as string | undefined),
      ]),
    );
  }
});

function scopeFieldOf(address: string): string {
  return createdSchemas.find(({ name }) => name === address.split(".")[0])?.scopeField ?? "";
}

function importBlocks(ids: readonly (readonly [string, string])[]): string {
  return ids
    .map(([address, id]) => `import {\n  to = ${address}\n  id = ${JSON.stringify(id)}\n}\n`)
    .join("");
}

/** The attribute of a type that another user edits. */
function editedField({ values }: TerraformSchema): ValueField | undefined {
  return values.find((each) => each.writer !== undefined && each.rule.samples.length > 0);
}

/** Sets an attribute of each object to its first sample as another user, and returns the schemas of the changed objects. */
async function editEverything(
  service: DocsService,
  ids: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const touched: string[] = [];
  for (const schema of createdSchemas) {
    const { type } = schema;
    const id = ids.get(`${schema.name}.one`)?.split("/").at(-1);
    const record = service.running.emulator.service
      .list(type.name)
      .find((each) => each.id.split("/").at(-1) === id);
    if (record === undefined) continue;
    const scopeId = type.scope && (record[type.scope] as string);
    const context = { ...service.context, ...present({ scopeId }) };
    const field = editedField(schema);
    if (field?.writer === undefined) continue;
    const values = { [field.attribute]: field.rule.samples[0] as Json };
    await service.client.call(writingCall(field.writer, context, record.id, { values, before: {} }));
    touched.push(schema.name);
  }
  return touched;
}

/** Deletes everything. A refused delete is tried again after the others. */
async function deleteEverything(service: DocsService): Promise<void> {
  const types = createdSchemas.map(({ type }) => type).filter(({ scope }) => scope === undefined);
  for (const type of types.flatMap(() => types))
    for (const id of service.ids()[type.name] ?? []) {
      if (type.deletion === undefined) continue;
      const call = callAt(type.deletion.endpoint, service.context, [id]);
      await service.client.call(call).catch(() => undefined);
    }
}
