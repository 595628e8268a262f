import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { allCodes } from "../src/cli/commands/explain-command.ts";
import { publishedSchema } from "../src/cli/published-schemas.ts";
import { schemaNames } from "../src/cli/schema-names.ts";
import { operations } from "../src/contract/operations/operations.ts";
import { rows } from "../src/contract/operations/rows.ts";
import { layoutJsonSchema } from "../src/layout/layout-schema.ts";
import { registry } from "../src/resources/registry.ts";
import type { JsonObject } from "../src/util/json.ts";
import words from "../test/words.json" with { type: "json" };
import { clientInterfaces } from "./generate/client.ts";
import { codesPages } from "./generate/codes.ts";
import { completionScripts } from "./generate/completion-scripts.ts";
import { choicesText, settingsText } from "./generate/construct-choices.ts";
import { constructPages } from "./generate/construct-pages.ts";
import { constructsFiles, generatedNote } from "./generate/constructs.ts";
import { coveragePage } from "./generate/coverage.ts";
import { demoPicture } from "./generate/demo-picture.ts";
import { environmentPage } from "./generate/environment.ts";
import { glossaryPage } from "./generate/glossary.ts";
import { pageAssets } from "./generate/page-assets.ts";
import { proseModule, readProse } from "./generate/prose.ts";
import { providerSchemaJson } from "./generate/provider-schema-json.ts";
import { referenceIndex, referencePage } from "./generate/reference.ts";
import { terraformPages } from "./generate/terraform-docs.ts";

// npm run generate writes the JSON Schemas, the reference and the generated constructs from the declarations of the types, and the
// client's methods from the operations. CI fails if this changes a file.

rmSync("schema", { recursive: true });
mkdirSync("schema/output", { recursive: true });
for (const name of schemaNames) write(`schema/${name}.json`, json(await publishedSchema(name, registry)));

const folder = "docs/reference";
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) rmSync(`${folder}/${name}`, { recursive: true });
for (const type of registry) write(`${folder}/${type.name}.md`, referencePage(type, registry));
write(`${folder}/README.md`, referenceIndex(registry));
write(`${folder}/environment.md`, environmentPage());
const prose = readProse();
mkdirSync("src/model/codes/generated", { recursive: true });
write("src/model/codes/generated/prose.ts", proseModule(prose));
mkdirSync(`${folder}/codes`);
for (const { name, text } of codesPages(allCodes(registry, prose))) write(`${folder}/codes/${name}`, text);
write(
  `${folder}/coverage.md`,
  coveragePage({ table: operations, types: registry, layout: layoutJsonSchema(registry) as JsonObject }),
);

write("docs/glossary.md", glossaryPage(words));
mkdirSync("docs/pictures", { recursive: true });
write("docs/pictures/demo.svg", await demoPicture());

// People write the guides, so they stay.
for (const name of ["resources", "data-sources"]) {
  rmSync(`docs/terraform/${name}`, { recursive: true, force: true });
  mkdirSync(`docs/terraform/${name}`, { recursive: true });
}
for (const page of terraformPages(registry)) write(`docs/terraform/${page.path}`, page.text);

const constructs = "src/constructs/generated";
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const files = await constructsFiles(providerSchemaJson(registry), version);
rmSync(constructs, { recursive: true, force: true });
mkdirSync(constructs, { recursive: true });
for (const { name, text } of files) write(`${constructs}/${name}`, text);
write(`${constructs}/choices.ts`, choicesText(registry, generatedNote));
write(`${constructs}/settings.ts`, settingsText(registry, generatedNote));

const pagesOfConstructs = "docs/constructs";
rmSync(pagesOfConstructs, { recursive: true, force: true });
mkdirSync(pagesOfConstructs, { recursive: true });
const handwritten = readdirSync("src/constructs").filter((name) => /^[\w-]+[.]ts$/u.test(name));
const texts = handwritten.map((name) => readFileSync(`src/constructs/${name}`, "utf8"));
for (const { name, text } of constructPages(texts, registry)) write(`${pagesOfConstructs}/${name}`, text);

mkdirSync("src/cli/completion/generated", { recursive: true });
write("src/cli/completion/generated/scripts.ts", await completionScripts());

const client = "src/contract/client/generated";
mkdirSync(client, { recursive: true });
write(`${client}/systems.ts`, clientInterfaces(rows));

const page = "src/report/page/generated";
mkdirSync(page, { recursive: true });
write(`${page}/page-assets.ts`, await pageAssets());

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function write(path: string, text: string): void {
  writeFileSync(path, text);
  console.log(path);
}
