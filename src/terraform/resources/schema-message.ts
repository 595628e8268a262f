import { apiVersionsOf } from "../../model/api-version-marks.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import { isOnlyImported } from "../../model/resource-type/creation.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { isHidden } from "../../model/secret-value.ts";
import {
  forceField,
  protectionField,
  type TerraformSchema,
  type ValueField,
} from "../../model/terraform-schema.ts";
import type { Shape, ShapeField } from "../../model/terraform-shape.ts";
import type { Kinds } from "../../model/value-kind.ts";
import { isJsonObject, type JsonObject } from "../../util/json.ts";
import type {
  ProviderSchema,
  SchemaAttribute,
  SchemaNestedBlock,
} from "../plugin/protobuf/schema-messages.ts";
import { typeBytes } from "../plugin/schema-type.ts";
import { type CtyType, cty } from "../plugin/values/cty-type.ts";
import { choicesText, limitsText } from "./limits.ts";
import { onlyInApiVersions, parentsOf } from "./resource-names.ts";
import { ctyTypeOf } from "./shape.ts";
import { type TimeoutName, timeoutNames } from "./timeouts.ts";

/** The schema of the resource that manages objects of a type. */
export function schemaMessage(schema: TerraformSchema): ProviderSchema {
  return {
    version: schema.type.terraform?.version ?? 0,
    block: {
      description: [schema.type.description, ...importSentences(schema.type)].join(" "),
      descriptionKind: "markdown",
      attributes: sortedByName([
        attribute("id", cty.string, `Id of the ${schema.type.label.one}.`, { computed: true }),
        ...placeAttributes(schema),
        ...schema.deletionFlags.map((name) =>
          attribute(name, cty.bool, flagDescriptions[name] ?? "", { optional: true, computed: true }),
        ),
        ...schema.values.flatMap((field) => valueAttributes(field, schema.type)),
        ...firstChildAttributes(schema),
        ...computedAttributes(schema),
      ]),
      blockTypes: [timeoutsBlock(timeoutNames)],
    },
  };
}

const flagDescriptions: Readonly<Record<string, string>> = {
  [protectionField]:
    "If `true`, the provider refuses to destroy or replace the object until an apply has set this to `false`. The state keeps the value, so it also protects an object whose block you removed. Default: `false`.",
  [forceField]:
    "If `true`, destroying or replacing the object also deletes what is inside it or refers to it, and what this configuration does not destroy. Otherwise the provider refuses. It never deletes what `deletion_protection` protects. The state keeps the value, so set it in an apply of its own before you remove the block. Default: `false`.",
};

/** Sentences about the effect of creating and destroying on an existing object, for resources that import. */
function importSentences(type: ResourceType): readonly string[] {
  if (!isOnlyImported(type)) return [];
  return [
    `Creating this resource imports the existing ${type.label.one}: the provider writes the arguments that you set, and leaves all other values as they are. Destroying the resource changes nothing on the service.`,
    ...(type.origin === undefined ? [] : [type.origin]),
    ...(type.arePeople === true
      ? ["The provider refuses to change the access of the token's own user."]
      : []),
  ];
}

/** Attributes in the order in which Terraform and readers expect them. */
export function sortedByName(attributes: readonly SchemaAttribute[]): readonly SchemaAttribute[] {
  return [...attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Flags = Partial<Pick<SchemaAttribute, "required" | "optional" | "computed" | "sensitive" | "writeOnly">>;

/** An attribute of a plain type. */
export function attribute(name: string, type: CtyType, description: string, flags: Flags): SchemaAttribute {
  return { name, type: typeBytes(type), description, descriptionKind: "markdown", ...flags };
}

/** An attribute whose values have this shape. Objects become nested attributes. */
export function shapedAttribute(
  name: string,
  shape: Shape,
  description: string,
  flags: Flags,
): SchemaAttribute {
  const nested = nestedOf(shape, flags);
  if (nested === undefined) return attribute(name, ctyTypeOf(shape), description, flags);
  return { name, nestedType: nested, description, descriptionKind: "markdown", ...flags };
}

/** An attribute with the description of its rule. If its values can be secret, Terraform hides them. */
export function describedAttribute(
  name: string,
  shape: Shape,
  rule: Pick<Attribute, "description" | "sensitive"> & Partial<Kinds>,
  flags: Flags,
): SchemaAttribute {
  return shapedAttribute(name, shape, rule.description, {
    ...flags,
    ...(isHidden(rule) ? { sensitive: true } : {}),
  });
}

function nestedOf(shape: Shape, flags: Flags): SchemaAttribute["nestedType"] {
  const isList = shape.kind === "list" || shape.kind === "set";
  const object = isList ? shape.element : shape;
  if (object.kind !== "object") return undefined;
  const isInput = flags.required === true || flags.optional === true;
  return {
    nesting: isList ? shape.kind : "single",
    attributes: object.fields.map((field) =>
      shapedAttribute(
        field.name,
        field.shape,
        isInput ? partDescription(field) : sentences(descriptionIn(field.schema), choicesText(field.schema)),
        isInput ? (field.required ? { required: true } : { optional: true }) : { computed: true },
      ),
    ),
  };
}

/** The description of a part of a value, with its limits. */
export function partDescription({ schema }: Pick<ShapeField, "schema">): string {
  return sentences(descriptionIn(schema), limitsText(schema));
}

function sentences(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" ");
}

/** The description in a schema, or the first one among its forms. */
function descriptionIn(schema: JsonObject): string {
  const { description, anyOf } = schema;
  if (typeof description === "string") return description;
  const forms = Array.isArray(anyOf) ? anyOf.filter(isJsonObject) : [];
  return forms.map(descriptionIn).find((text) => text !== "") ?? "";
}

function placeAttributes(schema: TerraformSchema): readonly SchemaAttribute[] {
  const { type } = schema;
  return [
    ...(schema.scopeField === undefined
      ? []
      : [
          attribute(
            schema.scopeField,
            cty.string,
            `Id of the ${type.scope} that the ${type.label.one} belongs to. A change replaces the ${type.label.one}.`,
            { required: true },
          ),
        ]),
    ...(schema.containerField === undefined
      ? []
      : [attribute(schema.containerField, cty.string, containerDescription(schema), { optional: true })]),
    ...(schema.defaultField === undefined
      ? []
      : [
          attribute(
            schema.defaultField,
            cty.bool,
            `\`true\` makes the ${type.label.one} the default among its siblings. If \`false\` or omitted, the provider leaves the default as it is. To choose another default, set this to \`true\` for a sibling.`,
            { optional: true, computed: true },
          ),
        ]),
  ];
}

/** The attributes of the first child, which the service creates together with the object. */
function firstChildAttributes({ type, firstChild }: TerraformSchema): readonly SchemaAttribute[] {
  if (firstChild === undefined) return [];
  const child = `the ${firstChild.type.label.one} that the service creates together with the ${type.label.one}`;
  return [
    ...firstChild.values
      .flatMap((field) => valueAttributes(field, firstChild.type))
      .map((each) => ({
        ...each,
        description: `${each.description} This is the \`${each.name}\` of ${child}.`,
      })),
    attribute(firstChild.idField, cty.string, `Id of ${child}.`, { computed: true }),
    {
      name: firstChild.part.name,
      nestedType: {
        nesting: "single",
        attributes: firstChild.part.values.flatMap((field) => valueAttributes(field, firstChild.type)),
      },
      description: `Further values of ${child}. If omitted, the provider leaves all of them as they are.`,
      descriptionKind: "markdown",
      optional: true,
      computed: true,
    },
  ];
}

function containerDescription({ type }: TerraformSchema): string {
  const { one } = type.label;
  return `Id of the parent ${parentsOf(type)}. If omitted, the ${one} is at the top level. ${moveSentence(type)}`;
}

/** A sentence about the effect of another parent, which may differ between API versions. */
function moveSentence({ container, label: { one } }: ResourceType): string {
  const effects = new Set(Object.values(container?.change ?? {}));
  if (effects.size > 1) return `A change moves the ${one} if the service can, and replaces it otherwise.`;
  return effects.has("move") ? `A change moves the ${one}.` : `A change replaces the ${one}.`;
}

/** The description of a value, with its limits. */
export function limitedDescription({ rule, schema }: ValueField): string {
  return sentences(attributeDescription(rule), limitsText(schema, rule.terraform?.nullAs));
}

/** The description of a value that a configuration can only read, with its choices. */
export function readDescription({ rule, schema }: ValueField): string {
  return sentences(attributeDescription(rule), choicesText(schema, rule.terraform?.nullAs));
}

/** The description of an attribute. The word for null replaces `null` if the attribute has such a word. */
export function attributeDescription({ description, terraform }: Attribute): string {
  const word = terraform?.nullAs;
  return word === undefined ? description : description.replaceAll(/\bnull\b/g, `\`${word}\``);
}

/** The description of a value that a configuration may set. */
export function valueDescription(field: ValueField, type: ResourceType): string {
  const { rule } = field;
  const apiVersions = apiVersionsOf(rule.schema);
  if (rule.onlyAtCreate === true)
    return `${limitedDescription(field)} The service uses it only at creation. A later change has no effect.`;
  return sentences(
    limitedDescription(field),
    omissionSentence(field, type),
    replacementSentence(field, type),
    rule.unreadable === undefined
      ? ""
      : "The service does not always return the value: after an import, add it to the configuration yourself.",
    apiVersions === undefined ? "" : onlyInApiVersions(apiVersions),
  );
}

/** A sentence about the effect of omitting the value. Empty for a value that is required. */
function omissionSentence({ mode, writer }: ValueField, type: ResourceType): string {
  if (mode === "optional") return "If omitted, the provider clears the value.";
  const mayBeOmitted = mode === "derived" && (writer !== undefined || !isOnlyImported(type));
  return mayBeOmitted ? "If omitted, the provider leaves the value as it is." : "";
}

/** A sentence about the effect of a change that the service cannot make in place. Empty for other values. */
function replacementSentence({ writer }: ValueField, type: ResourceType): string {
  if (writer !== undefined) return "";
  return isOnlyImported(type)
    ? `Required unless you import the resource. A change imports another ${type.label.one}.`
    : `A change replaces the ${type.label.one}.`;
}

const flagsOf: Readonly<Record<ValueField["mode"], Flags>> = {
  required: { required: true },
  optional: { optional: true },
  derived: { optional: true, computed: true },
};

function valueAttributes(field: ValueField, type: ResourceType): readonly SchemaAttribute[] {
  const described = { ...field.rule, description: valueDescription(field, type) };
  const flags = field.rule.onlyAtCreate === true ? flagsOf.derived : flagsOf[field.mode];
  const plainForm = describedAttribute(field.name, field.shape, described, flags);
  const { shown } = field.rule.terraform ?? {};
  if (shown !== undefined)
    return [plainForm, attribute(shown.name, cty.string, shown.description, { computed: true })];
  if (field.writeOnly === undefined) return [plainForm];
  const { name, version } = field.writeOnly;
  return [
    plainForm,
    shapedAttribute(
      name,
      field.shape,
      `Write-only form of \`${field.name}\`: neither the state nor a plan contains it. Needs \`${version}\` and Terraform 1.11 or later.`,
      { optional: true, sensitive: true, writeOnly: true },
    ),
    attribute(version, cty.number, `Raise this number to write \`${name}\` again.`, { optional: true }),
  ];
}

function computedAttributes(schema: TerraformSchema): readonly SchemaAttribute[] {
  return schema.computed.map((field) =>
    describedAttribute(field.name, field.shape, field.rule, { computed: true }),
  );
}

/** The block that sets the time limits of these operations. */
export function timeoutsBlock(names: readonly TimeoutName[]): SchemaNestedBlock {
  return {
    typeName: "timeouts",
    nesting: "single",
    block: {
      description: `How long ${names.length === 1 ? `the ${names[0]}` : "each operation"} may take, such as \`30s\`, \`5m\` or \`1h30m\`.`,
      descriptionKind: "markdown",
      attributes: names.map((name) =>
        attribute(name, cty.string, `Time limit of the ${name}.`, { optional: true }),
      ),
    },
  };
}
