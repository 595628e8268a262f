import type { ResourceType } from "../../src/model/resource-type.ts";
import { valueFieldsOf } from "../../src/model/terraform-schema.ts";
import { isJsonObject, type JsonObject } from "../../src/util/json.ts";
import { capital } from "../../src/util/with-article.ts";

/** The TypeScript types of attributes that accept only certain texts, by type and attribute. */
export function choicesText(types: readonly ResourceType[], note: string): string {
  const entries = types.flatMap((type) => {
    const fields = valueFieldsOf(type).flatMap(({ attribute, rule, schema }) => {
      const texts = choicesIn(schema);
      if (texts === undefined) return [];
      return [`    readonly ${attribute}: ${unionOf([...texts, rule.terraform?.nullAs ?? []].flat())};`];
    });
    return fields.length === 0 ? [] : [`  readonly ${type.name}: {\n${fields.join("\n")}\n  };`];
  });
  return [
    note,
    "",
    "/** The texts that an attribute accepts, by type and attribute. */",
    "export interface Choices {",
    ...entries,
    "}",
    "",
  ].join("\n");
}

/** The settings of each type with any, as its generated construct has them. */
export function settingsText(types: readonly ResourceType[], note: string): string {
  const all = types.map(({ name, attributes }) => {
    const settings = Object.keys(attributes).filter((attribute) => attributes[attribute]?.isPartial === true);
    return { name, settings: settings.map((attribute) => JSON.stringify(attribute)).join(" | ") };
  });
  const having = all.filter(({ settings }) => settings !== "");
  const config = (name: string) => `${name.split("_").map(capital).join("")}Config`;
  return [
    note,
    ...having.map(({ name }) => `import type { ${config(name)} } from "./${name.replaceAll("_", "-")}.ts";`),
    "",
    "/** The settings of objects that are plain, by type. */",
    "export interface Settings {",
    ...having.map(({ name, settings }) => `  readonly ${name}: Pick<${config(name)}, ${settings}>;`),
    "}",
    "",
  ].join("\n");
}

/** The texts that a schema accepts. Undefined: it accepts others too. */
export function choicesIn(schema: JsonObject): readonly string[] | undefined {
  const variants = schema["anyOf"];
  if (Array.isArray(variants)) {
    const each = variants.map((variant) => (isJsonObject(variant) ? choicesIn(variant) : undefined));
    const known = each.filter((texts) => texts !== undefined);
    return known.length === each.length ? known.flat() : undefined;
  }
  const values = schema["enum"] ?? [schema["const"] ?? null];
  if (!Array.isArray(values)) return undefined;
  const texts = values.filter((value) => typeof value === "string");
  return texts.length === values.length ? texts : undefined;
}

function unionOf(texts: readonly string[]): string {
  return [...new Set(texts)].map((text) => JSON.stringify(text)).join(" | ");
}
