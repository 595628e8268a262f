import { snakeCase } from "../../../src/model/terraform-names.ts";
import { isJsonObject, type Json } from "../../../src/util/json.ts";

/** A reference to an attribute of another resource: `docs_site.one.id`. */
export class Expression {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HclValue = Json | Expression | readonly Expression[];

/** A block with its attributes. */
export function block(head: string, attributes: Readonly<Record<string, HclValue>>): string {
  const lines = Object.entries(attributes).map(([name, value]) => `  ${name} = ${hcl(value)}`);
  return `${head} {\n${lines.join("\n")}\n}\n`;
}

export function resource(address: string, attributes: Readonly<Record<string, HclValue>>): string {
  const [type, name] = address.split(".");
  return block(`resource "${type}" "${name}"`, attributes);
}

function hcl(value: HclValue): string {
  if (value instanceof Expression) return value.text;
  if (Array.isArray(value)) return `[${value.map((item: HclValue) => hcl(item)).join(", ")}]`;
  if (isJsonObject(value)) {
    return `{ ${Object.entries(value)
      .map(([key, item]) => `${/^\w+$/.test(key) ? snakeCase(key) : JSON.stringify(key)} = ${hcl(item)}`)
      .join(", ")} }`;
  }
  return typeof value === "string" ? JSON.stringify(value).replaceAll("${", "$${") : JSON.stringify(value);
}
