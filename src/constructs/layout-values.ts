import { join, relative, resolve } from "node:path";
import { App, Fn, Lazy, TerraformStack, TerraformVariable, Token, VariableType } from "cdktf";
import type { Construct } from "constructs";
import { type DesiredValue, isReference } from "../model/desired-world.ts";
import { Secret } from "../model/secret.ts";
import type { DocsReference } from "./references.ts";

/** Converts the values of a layout to those of a construct. The synthesized files contain no secret of the layout. */
export class LayoutValues {
  readonly #scope: Construct;
  readonly #files: ReadonlyMap<string, string>;
  readonly #constructAt: (address: string) => DocsReference<string>;
  readonly #variables = new Map<string, string>();

  /** `files`: paths of files, by their text. `constructAt`: returns the construct at an address. */
  constructor(
    scope: Construct,
    files: ReadonlyMap<string, string>,
    constructAt: (address: string) => DocsReference<string>,
  ) {
    this.#scope = scope;
    this.#files = files;
    this.#constructAt = constructAt;
  }

  of(value: DesiredValue): unknown {
    if (isReference(value)) return this.#constructAt(value.$ref);
    if (value instanceof Secret) return this.#secret(value);
    if (typeof value === "string") return this.#text(value);
    if (Array.isArray(value)) return value.map((item: DesiredValue) => this.of(item));
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(value) as [string, DesiredValue][];
    return Object.fromEntries(fields.map(([name, part]) => [name, this.of(part)]));
  }

  /**
   * The version of a write-only value that only Terraform knows: a number that changes when the value does. It ignores white space, line
   * breaks in two characters, header and footer, because these differ between machines.
   */
  versionOf(secret: Secret): number {
    const normalized = Fn.jsonencode(
      Fn.replace(this.#secret(secret), "/-----[^-]+-----|\\\\\\\\[rn]|\\\\s+/", ""),
    );
    return Token.asNumber(Fn.parseint(Fn.substr(Fn.sha256(normalized), 0, 12), 16));
  }

  #secret({ source }: Pick<Secret, "source">): string {
    switch (source.kind) {
      case "environment":
        return this.#variable(source.name);
      case "file":
        return this.#file(source.path);
      case "joined":
        return source.parts
          .map((part) => (typeof part === "string" ? this.#text(part) : this.#secret({ source: part })))
          .join("");
      case "literal":
        throw new TypeError("A secret that stands in a layout was not reported.");
    }
  }

  #text(text: string): string {
    const path = this.#files.get(text);
    if (path !== undefined) return this.#file(path);
    if (!/[$%]\{/.test(text)) return text;
    // In Terraform these characters begin an expression. In a layout they are text.
    return Lazy.stringValue({ produce: () => text.replace(/[$%](?=\{)/g, "$&$&") });
  }

  /** Terraform runs in the folder of the stack. */
  #file(path: string): string {
    const stack = TerraformStack.of(this.#scope);
    const folder = join(resolve(App.of(stack).outdir), "stacks", stack.node.id);
    return Fn.file(relative(folder, resolve(path)).replaceAll("\\", "/"));
  }

  #variable(environmentName: string): string {
    const name = environmentName.replace(/^TF_VAR_/, "");
    const known = this.#variables.get(name);
    if (known !== undefined) return known;
    const variable = new TerraformVariable(this.#scope, `var-${name}`, {
      type: VariableType.STRING,
      sensitive: true,
      description: `From TF_VAR_${name}, for the layout.`,
    });
    variable.overrideLogicalId(name);
    this.#variables.set(name, variable.stringValue);
    return variable.stringValue;
  }
}
