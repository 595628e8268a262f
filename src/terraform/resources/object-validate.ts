import type * as z from "zod";
import { issuesOf } from "../../model/check-value.ts";
import { explainIssues, type Naming } from "../../model/explain-issue.ts";
import { warningsOf } from "../../model/kinds-of.ts";
import { brokenUnions } from "../../model/resource-type/attribute.ts";
import { isSecretValue } from "../../model/secret-value.ts";
import { snakeCase } from "../../model/terraform-names.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import { isBrokenJson, type Shape } from "../../model/terraform-shape.ts";
import type { Json } from "../../util/json.ts";
import { providerErrorAt, warning } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import { type CtyObject, isWhollyKnown } from "../plugin/values/cty-value.ts";
import { formatPath } from "../plugin/values/path.ts";
import type { Session } from "../session/session.ts";
import { isPlaceholder } from "./object-state.ts";
import { declaredValue } from "./object-values.ts";
import { attributeDescription } from "./schema-message.ts";
import { toJson } from "./shape.ts";
import { validateTimeouts } from "./timeouts.ts";
import { chosenBranch } from "./union-branch.ts";

/** Errors in a configuration. Unknown values pass. */
export function validateObject(
  schema: TerraformSchema,
  config: CtyObject,
  writeOnlyAllowed: boolean,
): readonly ProviderDiagnostic[] {
  const fields = [...schema.values, ...(schema.firstChild?.values ?? [])];
  return [
    ...fields
      .filter((field) => !isPlaceholder(field, config[field.name] ?? null))
      .flatMap((field) => validateValue(field, config, field.name)),
    ...fields.flatMap((field) => validateWriteOnly(field, config, writeOnlyAllowed)),
    ...validateIds([schema.scopeField, schema.containerField], config),
    ...validateTogether(schema, config),
    ...validateUnions(schema, config),
    ...validateTimeouts(config),
  ];
}

/** Errors for placeholders in a plan: there is no value that they could leave as it is. */
export function validatePlaceholders({ values }: TerraformSchema, planned: CtyObject) {
  const placeholders = values.filter((field) => isPlaceholder(field, planned[field.name] ?? null));
  return placeholders.flatMap((field) => validateValue(field, planned, field.name));
}

function validateValue(field: ValueField, config: CtyObject, name: string): readonly ProviderDiagnostic[] {
  const value = config[name] ?? null;
  if (value === null || !isWhollyKnown(value)) return [];
  if (isBrokenJson(field.shape, value))
    return [providerErrorAt([name], `\`${name}\` is not valid JSON`, "Write the value with `jsonencode`.")];
  const json = toJson(field.shape, value);
  // The word for null is valid.
  if (json === null) return [];
  const { rule } = field;
  const found = issuesOf(rule, json);
  const isSecret = isSecretValue(rule, json);
  const issues = found.issues.map((issue) => withWordForNull(issue, rule.terraform?.nullAs));
  return explainIssues(name, issues, json, isSecret, namingIn(field.shape)).map(
    ({ path, message, remedy }) => {
      const stated = isSecret ? message : `${message}${explainChosenForm(field, json, path)}`;
      const detail = [stated, remedy, attributeDescription(rule)].filter((text) => text !== undefined);
      // Terraform shows the line of an attribute, and not of a part of it. So the message names the part.
      // With the place of an attribute, Terraform prints its line, which may contain the key.
      return providerErrorAt(found.hasKey ? undefined : [name], headline(name), detail.join(" "));
    },
  );
}

/** A sentence about the form that the schema chose, if there are several. */
function explainChosenForm(
  { name, schema, shape }: ValueField,
  json: Json,
  path: readonly PropertyKey[],
): string {
  for (let length = path.length; length >= 0; length -= 1) {
    const at = path.slice(0, length);
    const chosen = chosenBranch(schema, json, at);
    if (chosen === undefined || chosen.field === path[length]) continue;
    return ` This rule applies because ${namingIn(shape).part(name, [...at, chosen.field])} is ${JSON.stringify(chosen.value)}.`;
  }
  return "";
}

/** Names as configurations write them: parts of a JSON value keep their own names. */
function namingIn(shape: Shape): Naming {
  return {
    part: (label, path) => formatPath([label, ...namedSteps(shape, path)]),
    field: shape.kind === "json" || shape.kind === "map" ? (name) => name : snakeCase,
  };
}

function namedSteps(shape: Shape | undefined, path: readonly PropertyKey[]): readonly (string | number)[] {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  if (typeof step === "number") return [step, ...namedSteps(elementOf(shape), rest)];
  const { name, inner } = fieldOf(shape, String(step));
  return [name, ...namedSteps(inner, rest)];
}

function elementOf(shape: Shape | undefined): Shape | undefined {
  return shape?.kind === "list" || shape?.kind === "set" ? shape.element : shape;
}

function fieldOf(shape: Shape | undefined, key: string): { name: string; inner?: Shape } {
  if (shape?.kind === "json") return { name: key, inner: shape };
  if (shape?.kind === "map") return { name: key, inner: shape.element };
  const field = shape?.kind === "object" ? shape.fields.find(({ json }) => json === key) : undefined;
  return field === undefined ? { name: snakeCase(key) } : { name: field.name, inner: field.shape };
}

/** Adds the word for null, which is not a value of the service, to the choices in an error. */
function withWordForNull(issue: z.core.$ZodIssue, word: string | undefined): z.core.$ZodIssue {
  return issue.code !== "invalid_value" || word === undefined || issue.path.length > 0
    ? issue
    : { ...issue, values: [...issue.values, word] };
}

function validateWriteOnly(
  field: ValueField,
  config: CtyObject,
  allowed: boolean,
): readonly ProviderDiagnostic[] {
  if (field.writeOnly === undefined) return [];
  const { name, version } = field.writeOnly;
  if ((config[name] ?? null) === null) return [];
  const failures: ProviderDiagnostic[] = [...validateValue(field, config, name)];
  if (!allowed)
    failures.push(
      providerErrorAt(
        [name],
        "Write-only arguments need Terraform 1.11",
        `Set \`${field.name}\` instead, or use Terraform 1.11 or later.`,
      ),
    );
  if ((config[field.name] ?? null) !== null)
    failures.push(
      providerErrorAt(
        [name],
        `\`${name}\` and \`${field.name}\` cannot be set together`,
        "Remove one of them.",
      ),
    );
  if ((config[version] ?? null) === null)
    failures.push(
      providerErrorAt(
        [name],
        `\`${name}\` needs \`${version}\``,
        `Terraform does not store a write-only value, so it has nothing to compare with. Set \`${version} = 1\`. Raise the number to write the value again.`,
      ),
    );
  return failures;
}

/** An empty id would make the provider request the parent's path. */
export function validateIds(
  names: readonly (string | undefined)[],
  config: CtyObject,
): readonly ProviderDiagnostic[] {
  return names.flatMap((name) =>
    name !== undefined && config[name] === ""
      ? [providerErrorAt([name], `\`${name}\` must not be empty`, "Set an id.")]
      : [],
  );
}

/** Applies the type's own rules across attributes to the known values. */
function validateTogether(schema: TerraformSchema, config: CtyObject): readonly ProviderDiagnostic[] {
  const known: Record<string, Json> = {};
  for (const field of schema.values) {
    const value = config[field.name] ?? null;
    if (value !== null && isWhollyKnown(value)) known[field.attribute] = toJson(field.shape, value);
  }
  return (schema.type.check?.(known) ?? []).map((failure) => {
    const field = schema.values.find((each) => each.attribute === failure.attribute);
    const detail = [failure.message, failure.remedy].map((text) => inTerraform(schema, text));
    return providerErrorAt(field && [field.name], headline(field?.name), detail.join(" "));
  });
}

/** Errors for unions of which the configuration sets none or several attributes. An unknown value may still be null. */
function validateUnions({ type, values }: TerraformSchema, config: CtyObject): readonly ProviderDiagnostic[] {
  const names = new Map(values.map(({ attribute, name }) => [attribute, name]));
  const valueOf = (attribute: string) => config[names.get(attribute) ?? ""] ?? null;
  const isGiven = (attribute: string) => valueOf(attribute) !== null && isWhollyKnown(valueOf(attribute));
  return brokenUnions(type, isGiven)
    .filter(({ among, given }) => given.length > 1 || among.every((each) => valueOf(each) === null))
    .map(({ among, given: [, second = ""] }) => {
      const fields = among.map((each) => `\`${names.get(each) ?? each}\``).join(", ");
      const at = names.get(second);
      const remedy = "Set one of them, and remove the others.";
      return providerErrorAt(
        at === undefined ? undefined : [at],
        `Exactly one of ${fields} must be set`,
        remedy,
      );
    });
}

/** The summary of a refused value. It ends without a full stop. */
function headline(name: string | undefined): string {
  return name === undefined ? "The configuration is not valid" : `\`${name}\` is not valid`;
}

/** Replaces the service's attribute names in a text with Terraform's. */
function inTerraform({ values }: TerraformSchema, text: string): string {
  const names = new Map(values.map(({ attribute, name }) => [attribute, name]));
  return text.replace(/\w+/g, (word) => names.get(word) ?? word);
}

/** Warns of configured values, such as a certificate that ends soon. */
export function warnOfValues(
  schema: TerraformSchema,
  session: Session | undefined,
  planned: CtyObject,
  config: CtyObject,
): readonly ProviderDiagnostic[] {
  if (session === undefined) return [];
  const now = session.host.clock.now();
  const fields = [...schema.values, ...(schema.firstChild?.values ?? [])];
  return fields.flatMap((field) => {
    const value = declaredValue(field, planned, config);
    if (value === undefined) return [];
    return warningsOf(field.rule, value, now).map((text) =>
      warning(`Look at \`${field.name}\``, text, field.name),
    );
  });
}

/** Warns that a changed write-only value is not written, because its version did not change. */
export function warnOfUnwritten(field: ValueField): ProviderDiagnostic {
  const { name, version } = field.writeOnly as { name: string; version: string };
  return warning(
    `\`${name}\` has changed, but \`${version}\` has not`,
    `The apply does not write the new value. To write it, raise \`${version}\`.`,
    name,
  );
}
