import { isJsonObject, type Json, type JsonObject } from "../../../src/util/json.ts";
import { block, Expression, type HclValue } from "./hcl.ts";

/** The `cdk.tf.json` of a stack in Terraform's language, as a person writes it. */
export function hclOfStack(stack: string): string {
  const { resource, data, variable, moved, import: imports } = JSON.parse(stack) as Stack;
  return [
    ...Object.entries(variable ?? {}).map(([name, { type, ...rest }]) =>
      block(`variable "${name}"`, { ...rest, type: raw(type) }),
    ),
    ...blocksOf("resource", resource ?? {}),
    ...blocksOf("data", data ?? {}),
    ...(moved ?? []).map(({ from, to }) => block("moved", { from: raw(from), to: raw(to) })),
    ...(imports ?? []).map(({ to, id }) => block("import", { to: raw(to), id: expressionOf(id) })),
  ].join("\n");
}

interface Stack {
  readonly resource?: Blocks;
  readonly data?: Blocks;
  readonly variable?: Readonly<Record<string, JsonObject>>;
  readonly moved?: readonly { readonly from: string; readonly to: string }[];
  readonly import?: readonly { readonly to: string; readonly id: string }[];
}

type Blocks = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

/** A word of the language, or a reference. */
function raw(text: Json | undefined): Expression {
  if (typeof text !== "string") throw new Error(`No text: ${JSON.stringify(text)}`);
  return new Expression(text);
}

function blocksOf(kind: string, blocks: Blocks): readonly string[] {
  return Object.entries(blocks).flatMap(([type, named]) =>
    Object.entries(named).map(([name, body]) => {
      const { "//": _, lifecycle, depends_on: dependsOn, ...values } = body;
      const inside = block(`${kind} "${type}" "${name}"`, {
        ...Object.fromEntries(Object.entries(values).map(([field, value]) => [field, expressionOf(value)])),
        ...(Array.isArray(dependsOn) ? { depends_on: dependsOn.map(raw) } : {}),
      });
      return isJsonObject(lifecycle) ? inside.replace(/\}\n$/u, `${lifecycleOf(lifecycle)}}\n`) : inside;
    }),
  );
}

function lifecycleOf({ ignore_changes: ignored, ...rest }: JsonObject): string {
  return block("lifecycle", {
    ...rest,
    ...(Array.isArray(ignored) ? { ignore_changes: ignored.map(raw) } : {}),
  });
}

/** A value whose texts may contain references. */
function expressionOf(value: Json): HclValue {
  return new Expression(textOf(value));
}

function textOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(", ")}]`;
  if (isJsonObject(value))
    return `{ ${Object.entries(value)
      .map(([name, each]) => `${JSON.stringify(name)} = ${textOf(each)}`)
      .join(", ")} }`;
  const [whole, reference] = typeof value === "string" ? (/^\$\{([^{}]*)\}$/u.exec(value) ?? []) : [];
  return whole === undefined ? JSON.stringify(value) : (reference as string);
}
