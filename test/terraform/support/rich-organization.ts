import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Files, filesBelow } from "../../../src/cli/files.ts";
import type { ApiVersion } from "../../../src/model/endpoint.ts";
import { canaryCertificate, everyTypeStack } from "../../support/synthesized-app.ts";
import { type DocsService, organization, startService, tokenVariable } from "./docs-service.ts";
import type { ProviderBundle } from "./provider-bundle.ts";
import { runDocsform } from "./run-docsform.ts";

/** Titles that give no identifier, a reserved word, or the identifier of another one. */
const oddTitles = ["📘", "指南", "null", "2024", "Guides", "Guides", "guides!", "class", 'A "${b}" %{c} \\'];

/** A service with objects of every type, and with names and texts that are hard to write as code. */
export async function richService(bundle: ProviderBundle, apiVersion: ApiVersion): Promise<DocsService> {
  const service = await startService(apiVersion);
  if (apiVersion === "classic-minimal") {
    // It cannot create objects of every type.
    const whole = await richService(bundle, "classic");
    service.running.emulator.load(whole.running.emulator.dump());
    await whole.close();
    return service;
  }
  const files = filesBelow(mkdtempSync(join(bundle.folder, "rich-")));
  const stack = everyTypeStack(organization, apiVersion);
  files.write("cdk.tf.json", stack);
  await docsformOn(service, files, "apply", "cdk.tf.json", "--yes");
  const { emulator } = service.running;
  const [handbook] = emulator.service.list("collection");
  for (const title of oddTitles) emulator.edit("createSpace", {}, { title });
  emulator.edit("createSpace", {}, { title: "Guides", parent: handbook?.id ?? "" });
  const [okta] = emulator.service.list("saml_provider");
  expect(okta?.["certificate"]).toBeTruthy();
  const spaces = emulator.service.list("space");
  expect(spaces.length).toBeGreaterThan(oddTitles.length);
  return service;
}

/** Runs docsform on a service. It must exit with 0. */
export async function docsformOn(
  { running }: DocsService,
  files: Files,
  ...argv: readonly string[]
): Promise<string> {
  const { code, declared } = await runDocsform(files, argv, {
    ...tokenVariable,
    TF_VAR_certificate: canaryCertificate,
    DOCSFORM_BASE_URL: running.url,
    DOCSFORM_ORGANIZATION: organization,
  });
  expect(code, declared).toBe(0);
  return declared;
}
