import { type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import { propertyOf, type ValueField } from "../../../model/terraform-schema.ts";
import type { Code, CodeAttribute, CodeId, CodeObject } from "../code-objects.ts";
import { type CodeValue, Fields, JsonText, Reference, Variable } from "../code-value.ts";
import { camelCase, camelStyle, distinctIdentifiers, identifierWords } from "../identifiers.ts";
import { formatList, formatObject, formatText, indented, type Property } from "./format-app.ts";

/** The constructs of an app, by type. A type without a class is a `PlainObject`. */
export type ConstructClasses = Readonly<
  Record<
    string,
    {
      readonly name: string;
      readonly container?: string;
      readonly addedBy?: string;
      readonly first?: { readonly listed: string; readonly child: string };
    }
  >
>;

/** The main file of an app for cdktf. */
export function printApp(code: Code, classes: ConstructClasses): string {
  return new AppPrinter(code, classes).print();
}

const plainClass = "PlainObject";
const providerClass = "DocsProvider";

class AppPrinter {
  readonly #code: Code;
  readonly #classes: ConstructClasses;
  readonly #byKey: ReadonlyMap<ObjectKey, CodeObject>;
  readonly #names: ReadonlyMap<ObjectKey, string>;
  readonly #imported = new Set<string>([providerClass]);
  readonly #used = new Set<string>();
  readonly #foreign = new Map<ObjectKey, string>();
  readonly #statements: {
    readonly name?: string;
    readonly text: string;
    readonly remarks: readonly string[];
  }[] = [];

  constructor(code: Code, classes: ConstructClasses) {
    this.#code = code;
    this.#classes = classes;
    this.#byKey = new Map(code.objects.map((object) => [object.key, object]));
    const anywhere = code.nameables.map((nameable) => ({ ...nameable, within: "" }));
    this.#names = distinctIdentifiers(anywhere, camelStyle);
  }

  print(): string {
    for (const variable of this.#code.variables) this.#declareVariable(variable);
    for (const object of this.#code.objects) this.#declare(object);
    const statements = this.#statements.map(({ name, text, remarks }) => {
      const comments = remarks.map((remark) => `// ${oneLine(remark)}\n`).join("");
      const isNamed = name !== undefined && this.#used.has(name);
      return indented(`${comments}${isNamed ? `const ${name} = ` : ""}${text};\n`, 2);
    });
    const names = [...this.#imported].sort();
    const { variables } = this.#code;
    const cdktf = [
      "App",
      "TerraformStack",
      ...(variables.length === 0 ? [] : ["TerraformVariable"]),
      ...(variables.some(({ isOptional }) => isOptional) ? ["Token"] : []),
    ];
    const notes = ["docsform pull omits:", ...this.#code.notes.map((note) => `- ${oneLine(note)}`)];
    return [
      `import { ${cdktf.join(", ")} } from "cdktf";\n`,
      'import type { Construct } from "constructs";\n',
      `import ${importList(names)} from "docsform/constructs";\n\n`,
      ...(this.#code.notes.length === 0 ? [] : [`${notes.map((note) => `// ${note}\n`).join("")}\n`]),
      "class Documentation extends TerraformStack {\n",
      "  constructor(scope: Construct, id: string) {\n",
      "    super(scope, id);\n",
      "    // The token comes from DOCSFORM_TOKEN.\n",
      `    new ${providerClass}(this, "provider", { organization: ${formatText(this.#code.organizationId)} });\n`,
      statements.length === 0 ? "" : `\n${statements.join("")}`,
      "  }\n}\n\n",
      "const app = new App();\n",
      'new Documentation(app, "docs");\n',
      "app.synth();\n",
    ].join("");
  }

  #declareVariable({ name, type, description, isOptional }: Variable): void {
    const properties = [
      { name: "type", text: formatText(type) },
      { name: "description", text: formatText(description) },
      ...(type === "string" ? [{ name: "sensitive", text: "true" }] : []),
      ...(isOptional ? [{ name: "default", text: "Token.nullValue()" }] : []),
    ];
    const text = `new TerraformVariable(this, ${formatText(name)}, ${formatObject(properties)})`;
    this.#statements.push({ name: variableName(name), text, remarks: [] });
  }

  #declare(object: CodeObject): void {
    const { live, schema, key, remarks } = object;
    const name = this.#names.get(key) ?? "";
    const id = formatText(constructId(name));
    const given = this.#classes[live.type];
    if (given === undefined) {
      this.#imported.add(plainClass);
      const text = `new ${plainClass}(this, ${id}, ${formatText(schema.type.name)}, ${formatObject(this.#plainProperties(object))})`;
      this.#statements.push({ name, text, remarks });
      return;
    }
    const { container, addedBy, name: className } = given;
    const owner = addedBy === undefined ? undefined : this.#ownerOf(object);
    const own = this.#properties(object);
    if (owner !== undefined) {
      this.#statements.push({ name, text: `${owner}.${addedBy}(${id}, ${formatObject(own)})`, remarks });
      return;
    }
    this.#imported.add(className);
    const place = this.#placeProperties(object, container);
    const parent =
      object.scope === undefined ? "this" : this.#id(object.scope, schema.type.scope ?? "", object);
    const text = `new ${className}(${parent}, ${id}, ${formatObject([...place, ...own])})`;
    this.#statements.push({ name, text, remarks });
  }

  /** The variable of the object that adds this one: its container, or what owns it. Undefined: the code does not declare it. */
  #ownerOf({ scope, container }: CodeObject): string | undefined {
    const owner = container ?? scope;
    return owner instanceof Reference ? this.#reference(owner) : undefined;
  }

  #placeProperties(
    { scope, container, schema, ...object }: CodeObject,
    containerName = "container",
  ): Property[] {
    const { type } = schema;
    const outer = type.container?.types[0] ?? type.name;
    return [
      ...(scope === undefined
        ? []
        : [{ name: type.scope ?? "", text: this.#id(scope, type.scope ?? "", { scope }) }]),
      ...(container === undefined
        ? []
        : [
            {
              name: containerName,
              text: this.#id(container, object.live.container?.type ?? outer, { scope }),
            },
          ]),
    ];
  }

  #properties(object: CodeObject): readonly Property[] {
    const { schema, live, values, first, isDefault, ignored, key } = object;
    const listed = this.#classes[live.type]?.first?.listed;
    const finals = this.#code.finals.filter((final) => final.object === object);
    return [
      ...values.flatMap((value) => this.#attribute(value, object)),
      ...(listed === undefined ? [] : [{ name: listed, text: formatList([this.#firstOf(first, object)]) }]),
      ...finals.flatMap((final) =>
        Object.entries(final.values).map(([name, value]) => ({ name, text: this.#value(value) })),
      ),
      ...(isDefault ? [{ name: "default", text: "true" }] : []),
      ...(this.#isUnordered(key, schema.type) ? [{ name: "order", text: '"unmanaged"' }] : []),
      ...importProperties(object, ignored, ({ attribute }) => attribute),
    ];
  }

  #plainProperties(object: CodeObject): readonly Property[] {
    const { values, first, isDefault, ignored, scope, container, schema, live } = object;
    const { type } = schema;
    const valuesOf = (all: readonly CodeAttribute[]) =>
      formatObject(all.flatMap((value) => this.#attribute(value, object)));
    return [
      ...(scope === undefined ? [] : [{ name: "scope", text: this.#id(scope, type.scope ?? "", object) }]),
      ...(container === undefined
        ? []
        : [{ name: "container", text: this.#id(container, live.container?.type ?? "", object) }]),
      { name: "values", text: valuesOf(values) },
      ...(first.length === 0 ? [] : [{ name: "first", text: valuesOf(first) }]),
      ...(isDefault ? [{ name: "default", text: "true" }] : []),
      ...importProperties(object, ignored),
    ];
  }

  /**
   * Whether the app leaves the order of the object's contents unmanaged: the service has no such order, or the app omits some of the
   * contents.
   */
  #isUnordered(key: ObjectKey, { name }: ResourceType): boolean {
    const { orders, unordered } = this.#code;
    const own = orders.filter(({ parent }) => parent === key);
    const isPartial = own.some(({ ids }) => ids.some((id) => typeof id === "string"));
    return this.#classes[name] !== undefined && (unordered.has(key) || isPartial);
  }

  /** The first child in a list: what it shows, or an object if it has further values. */
  #firstOf(first: readonly CodeAttribute[], object: CodeObject): string {
    const [only] = first;
    return only !== undefined && first.length === 1
      ? this.#fieldValue(only, object)
      : formatObject(first.flatMap((each) => this.#attribute(each, object)));
  }

  #attribute(given: CodeAttribute, object: CodeObject): readonly Property[] {
    const { field, version } = given;
    const isPlain = this.#classes[object.live.type] === undefined;
    const own = {
      name: isPlain ? field.attribute : propertyOf(field),
      text: this.#fieldValue(given, object),
    };
    if (version === undefined) return [own];
    return [own, { name: `${field.attribute}Version`, text: this.#value(version) }];
  }

  #fieldValue({ field, value }: CodeAttribute, object: CodeObject): string {
    const { reference } = field.rule;
    return reference !== undefined && typeof value === "string" && value !== field.rule.terraform?.nullAs
      ? this.#id(value, reference.type, object)
      : this.#value(value);
  }

  #value(value: CodeValue): string {
    if (value instanceof Reference) return this.#reference(value);
    if (value instanceof Variable) {
      const name = variableName(value.name);
      this.#used.add(name);
      return `${name}.${value.type}Value`;
    }
    if (value instanceof JsonText) return this.#value(value.value);
    if (value instanceof Fields)
      return formatObject(
        value.entries.map(({ json, value: part }) => ({ name: json, text: this.#value(part) })),
      );
    if (Array.isArray(value)) return formatList(value.map((item: CodeValue) => this.#value(item)));
    return typeof value === "string" ? formatText(value) : JSON.stringify(value);
  }

  /** An object of the code, or another one by its id. */
  #id(id: CodeId, type: string, { scope }: { readonly scope?: CodeId | undefined }): string {
    return id instanceof Reference ? this.#reference(id) : this.#foreignObject(id, type, scope);
  }

  #reference({ key }: Reference): string {
    const parent = this.#code.parentsOfFirst.get(key);
    const name = this.#names.get(parent ?? key) ?? "";
    this.#used.add(name);
    if (parent === undefined) return name;
    const type = this.#byKey.get(parent)?.live.type ?? "";
    return `${name}.${this.#classes[type]?.first?.child ?? "firstChild!"}`;
  }

  /** Declares an object that the app does not manage, and returns its variable. */
  #foreignObject(id: string, type: string, scope: CodeId | undefined): string {
    const key = objectKey(type, id);
    const known = this.#foreign.get(key);
    if (known !== undefined) return known;
    const taken = new Set([...this.#names.values(), ...this.#foreign.values()]);
    const words = [...identifierWords(type), ...identifierWords(id)];
    let name = camelCase(words);
    for (let number = 2; taken.has(name); number += 1) name = camelCase([...words, `${number}`]);
    this.#foreign.set(key, name);
    this.#used.add(name);
    const given = this.#classes[type];
    const isInside = given?.addedBy !== undefined && scope instanceof Reference;
    const place = isInside ? this.#reference(scope) : "this";
    this.#imported.add(given?.name ?? plainClass);
    const text =
      given === undefined
        ? `${plainClass}.fromId(this, ${formatText(constructId(name))}, ${formatText(type)}, ${formatText(id)})`
        : `${given.name}.fromId(${place}, ${formatText(constructId(name))}, ${formatText(id)})`;
    this.#statements.push({ name, text, remarks: [] });
    return name;
  }
}

function importProperties(
  { live }: CodeObject,
  ignored: readonly ValueField[],
  nameOf: (field: ValueField) => string = propertyOf,
): readonly Property[] {
  const names = ignored.map((field) => formatText(nameOf(field)));
  return [
    ...(names.length === 0 ? [] : [{ name: "ignore", text: formatList(names) }]),
    { name: "importFrom", text: formatText(live.id) },
  ];
}

function variableName(name: string): string {
  return camelCase([...identifierWordsOf(name), "variable"]);
}

function identifierWordsOf(name: string): readonly string[] {
  return name.split("_").filter((word) => word !== "");
}

/** `guidesSpace` is `guides-space`. */
function constructId(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function importList(names: readonly string[]): string {
  const line = `{ ${names.join(", ")} }`;
  return line.length <= 80 ? line : `{\n${names.map((name) => `  ${name},\n`).join("")}}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
