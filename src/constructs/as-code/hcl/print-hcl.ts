import { type ObjectKey, objectKey } from "../../../model/object-key.ts";
import { withScope } from "../../../model/resource-type/call-at.ts";
import { providerPrefix } from "../../../model/terraform-names.ts";
import { containerField, siblingsField } from "../../../model/terraform-schema.ts";
import { type Json, jsonEquals } from "../../../util/json.ts";
import type { Code, CodeAttribute, CodeFinal, CodeId, CodeObject, CodeOrder } from "../code-objects.ts";
import { type CodeValue, Fields, JsonText, Reference, Variable } from "../code-value.ts";
import { distinctIdentifiers, snakeStyle } from "../identifiers.ts";
import {
  formatBlock,
  formatFields,
  formatParts,
  formatText,
  type HclBlock,
  type HclItem,
  quoted,
} from "./format-hcl.ts";

/** A configuration for Terraform. */
export function printHcl(code: Code): string {
  const printer = new HclPrinter(code);
  return printer.print();
}

/** A resource, and the id with which Terraform imports its object. */
interface Resource {
  readonly type: string;
  readonly name: string;
  readonly items: readonly HclItem[];
  readonly importId: string;
}

class HclPrinter {
  readonly #code: Code;
  readonly #byKey: ReadonlyMap<ObjectKey, CodeObject>;

  constructor(code: Code) {
    this.#code = code;
    this.#byKey = new Map(code.objects.map((object) => [object.key, object]));
  }

  print(): string {
    const { notes, variables } = this.#code;
    const resources = this.#resources();
    const parts = [
      ...(notes.length === 0 ? [] : [comment(["docsform pull omits:", ...notes.map((note) => `- ${note}`)])]),
      this.#head(),
      ...variables.map((variable) => formatBlock(variableBlock(variable))),
      ...resources.map(({ type, name, items }) =>
        formatBlock({ head: `resource "${type}" "${name}"`, items }),
      ),
    ];
    const imports = resources.map((resource) => formatBlock(importBlock(resource)));
    const heading = "# The objects exist already. Remove these blocks after the first apply.\n\n";
    return `${parts.join("\n")}${imports.length === 0 ? "" : `\n${heading}${imports.join("\n")}`}`;
  }

  #head(): string {
    const source = { name: providerPrefix, text: `{\n  source = "docsform/${providerPrefix}"\n}` };
    const terraform = formatBlock({
      head: "terraform",
      items: [{ head: "required_providers", items: [source] }],
    });
    const items = [{ name: "organization", text: quoted(this.#code.organizationId) }];
    const provider = formatBlock({ head: `provider "${providerPrefix}"`, items });
    return `${terraform}\n# The token comes from DOCSFORM_TOKEN.\n${provider}`;
  }

  /** All resources. The order and the publication of an object follow its contents. */
  #resources(): readonly Resource[] {
    const { objects, orders, finals } = this.#code;
    const orderNames = this.#orderNames();
    const resources: Resource[] = objects.map((object) => this.#object(object));
    for (const order of orders) resources.push(this.#order(order, orderNames.get(order) ?? ""));
    for (const final of finals) resources.push(this.#final(final));
    return resources;
  }

  #object(object: CodeObject): Resource {
    const { schema, live, scope, container, remarks } = object;
    const items: HclItem[] = remarks.map((remark) => ({ comment: remark }));
    if (scope !== undefined && schema.scopeField !== undefined)
      items.push({ name: schema.scopeField, text: this.#id(scope) });
    if (container !== undefined && schema.containerField !== undefined)
      items.push({ name: schema.containerField, text: this.#id(container) });
    const part = schema.firstChild?.part;
    const isNested = ({ field }: CodeAttribute) => part?.values.includes(field) === true;
    const nested = object.first.filter(isNested);
    for (const each of [...object.first, ...object.values].filter((one) => !isNested(one)))
      items.push(...this.#attribute(each));
    if (part !== undefined && nested.length > 0) items.push({ name: part.name, text: this.#fields(nested) });
    if (object.isDefault && schema.defaultField !== undefined)
      items.push({ name: schema.defaultField, text: "true" });
    items.push(...lifecycleOf(object));
    const importId = withScope(live.id, live.scopeId);
    return { type: schema.name, name: this.#nameOf(object.key), items, importId };
  }

  #fields(attributes: readonly CodeAttribute[]): string {
    return formatFields(attributes.map(({ field: { name }, value }) => ({ name, text: this.#value(value) })));
  }

  #attribute({ field, value, version }: CodeAttribute): readonly HclItem[] {
    const { writeOnly } = field;
    if (writeOnly === undefined || version === undefined)
      return [{ name: field.name, text: typeof value === "string" ? formatText(value) : this.#value(value) }];
    return [
      { name: writeOnly.name, text: this.#value(value) },
      { name: writeOnly.version, text: this.#value(version) },
    ];
  }

  #order({ schema, scope, scopeId, container, containerId, ids }: CodeOrder, name: string): Resource {
    const items: HclItem[] = [{ name: schema.scopeField, text: this.#id(scope) }];
    if (container !== undefined) items.push({ name: containerField, text: this.#id(container) });
    items.push({ name: siblingsField, text: this.#value(ids) });
    const importId = containerId === undefined ? scopeId : `${scopeId}/${containerId}`;
    return { type: schema.name, name, items, importId };
  }

  #final({ schema, object, values, after }: CodeFinal): Resource {
    const items: HclItem[] = [{ name: schema.objectField, text: this.#id(new Reference(object.key)) }];
    for (const { name, attribute } of schema.fields) {
      const value = values[attribute];
      const isUsual = jsonEquals((value ?? null) as Json, schema.present[attribute] ?? null);
      if (value !== undefined && !isUsual) items.push({ name, text: this.#value(value) });
    }
    if (after.length > 0) {
      const addresses = after.map((each) => this.#addressOf(each));
      items.push({ name: "depends_on", text: formatParts(addresses, ["[", "]"], ",") });
    }
    return { type: schema.name, name: this.#nameOf(object.key), items, importId: object.live.id };
  }

  /** The name of an order is that of the object that contains the siblings. */
  #orderNames(): ReadonlyMap<CodeOrder, string> {
    const nameable = this.#code.orders.map((order) => {
      const { schema, scopeId, containerId = scopeId, parent } = order;
      const own = (parent === undefined ? "" : this.#nameOf(parent)).split("_").filter((word) => word !== "");
      const outer = this.#code.names.get(objectKey(schema.scope.name, scopeId))?.split("_") ?? [];
      return {
        key: order,
        id: containerId,
        within: schema.name,
        candidates: [own, [...outer, ...own]],
        typeWords: ["order"],
      };
    });
    return distinctIdentifiers(nameable, snakeStyle);
  }

  #nameOf(key: ObjectKey): string {
    return this.#code.names.get(key) ?? "";
  }

  #addressOf({ schema, key }: CodeObject): string {
    return `${schema.name}.${this.#nameOf(key)}`;
  }

  #id(id: CodeId): string {
    return typeof id === "string" ? quoted(id) : this.#reference(id);
  }

  #reference({ key }: Reference): string {
    const parent = this.#code.parentsOfFirst.get(key);
    const object = this.#byKey.get(parent ?? key);
    if (object === undefined) throw new TypeError(`The code refers to ${key}, which it does not contain.`);
    const { firstChild } = object.schema;
    return `${this.#addressOf(object)}.${parent === undefined ? "id" : (firstChild?.idField ?? "id")}`;
  }

  #value(value: CodeValue): string {
    if (value instanceof Reference) return this.#reference(value);
    if (value instanceof Variable) return `var.${value.name}`;
    if (value instanceof JsonText) return `jsonencode(${this.#value(value.value)})`;
    if (value instanceof Fields)
      return formatFields(
        value.entries.map(({ name, value: part }) => ({ name: fieldName(name), text: this.#value(part) })),
      );
    if (typeof value === "string") return quoted(value);
    if (Array.isArray(value))
      return formatParts(
        value.map((item: CodeValue) => this.#value(item)),
        ["[", "]"],
        ",",
      );
    return JSON.stringify(value);
  }
}

function lifecycleOf({ ignored }: CodeObject): readonly HclItem[] {
  if (ignored.length === 0) return [];
  const names = formatParts(
    ignored.map(({ name }) => name),
    ["[", "]"],
    ",",
  );
  return [{ head: "lifecycle", items: [{ name: "ignore_changes", text: names }] }];
}

function variableBlock({ name, type, description, isOptional }: Variable): HclBlock {
  return {
    head: `variable "${name}"`,
    items: [
      { name: "description", text: quoted(description) },
      { name: "type", text: type },
      ...(type === "string" ? [{ name: "sensitive", text: "true" }] : []),
      ...(isOptional ? [{ name: "default", text: "null" }] : []),
    ],
  };
}

function importBlock({ type, name, importId }: Resource): HclBlock {
  return {
    head: "import",
    items: [
      { name: "to", text: `${type}.${name}` },
      { name: "id", text: quoted(importId) },
    ],
  };
}

function comment(lines: readonly string[]): string {
  return lines.map((line) => `# ${line.replace(/\s+/g, " ")}\n`).join("");
}

/** JSON as an expression. Inside it, a text stays in quotes. */
function fieldName(name: string): string {
  const isPlain = /^[A-Za-z_]\w*$/.test(name) && !["for", "true", "false", "null"].includes(name);
  return isPlain ? name : quoted(name);
}
