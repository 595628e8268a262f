import type { TerraformSchema } from "../../model/terraform-schema.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import {
  type CtyObject,
  type CtyValue,
  ctyObject,
  isCtyObject,
  isUnknown,
  unknown,
} from "../plugin/values/cty-value.ts";
import type { Resource } from "./resource.ts";

// A configuration sets the values of a first child in a nested attribute of its parent: `first_variant = { path = "en" }`. The resource works
// with flat names of them: `first_variant.path`.

/** The schema in which the values of the nested attribute have flat names. */
export function flatSchema(schema: TerraformSchema): TerraformSchema {
  const { firstChild } = schema;
  if (firstChild === undefined) return schema;
  const { part, values } = firstChild;
  const nested = part.values.map((field) => ({
    ...field,
    name: `${part.name}.${field.name}`,
    part: part.name,
  }));
  return { ...schema, firstChild: { ...firstChild, values: [...values, ...nested] } };
}

/** A resource with flat names as Terraform calls it. */
export function withNestedPart({ firstChild }: TerraformSchema, flat: Resource): Resource {
  if (firstChild === undefined) return flat;
  const { name: part, values } = firstChild.part;
  const paths = values.map(({ name }) => [name, `${part}.${name}`] as const);
  const flatNames = new Set<string>(paths.map(([, path]) => path));
  const flattened = (state: CtyObject): CtyObject => {
    const nested = state[part] ?? null;
    const flat: Record<string, CtyValue> = { ...state };
    for (const [name, path] of paths) flat[path] = isCtyObject(nested) ? (nested[name] ?? null) : nested;
    return flat;
  };
  const nestedIn = (state: CtyObject): CtyObject => {
    const rest: Record<string, CtyValue> = {};
    // A copy without some names is much slower.
    for (const name in state) if (!flatNames.has(name)) rest[name] = state[name] ?? null;
    const own = ctyObject(paths.map(([name, path]) => [name, state[path] ?? null]));
    rest[part] = isCtyObject(state[part]) ? own : wholeOf(own);
    return rest;
  };
  return {
    ...flat,
    validate: (config, client) => flat.validate(flattened(config), client).map(withNestedPath),
    read: async (session, request, scope) =>
      inState(await flat.read(session, { ...request, state: flattened(request.state) }, scope), nestedIn),
    plan: async (session, request) => {
      const { prior, proposed, config } = request;
      const plan = await flat.plan(session, {
        ...request,
        prior: orNull(prior, flattened),
        proposed: flattened(proposed),
        config: flattened(config),
      });
      return { ...plan, planned: nestedIn(plan.planned), diagnostics: plan.diagnostics.map(withNestedPath) };
    },
    apply: async (session, request, scope) => {
      const { prior, planned, config } = request;
      const change = {
        ...request,
        prior: orNull(prior, flattened),
        planned: orNull(planned, flattened),
        config: orNull(config, flattened),
      };
      return inState(await flat.apply(session, change, scope), nestedIn);
    },
    import: async (...given) => inState(await flat.import(...given), nestedIn),
    planDelete: async (session, prior, privateState) =>
      await flat.planDelete?.(session, flattened(prior), privateState),
  };
}

/** The nested attribute that no configuration sets. */
function wholeOf(own: CtyObject): CtyValue {
  const values = Object.values(own);
  if (values.every(isUnknown)) return unknown;
  return values.every((value) => value === null) ? null : own;
}

function orNull(state: CtyObject | null, convert: (state: CtyObject) => CtyObject): CtyObject | null {
  return state === null ? null : convert(state);
}

function inState<Result extends { readonly state: CtyObject | null }>(
  result: Result,
  convert: (state: CtyObject) => CtyObject,
): Result {
  return { ...result, state: orNull(result.state, convert) };
}

function withNestedPath(diagnostic: ProviderDiagnostic): ProviderDiagnostic {
  const { attribute } = diagnostic;
  if (attribute?.steps === undefined) return diagnostic;
  const steps = attribute.steps.flatMap((step): (typeof step)[] => {
    const names = step.attributeName?.split(".") ?? [];
    return names.length > 1 ? names.map((attributeName) => ({ attributeName })) : [step];
  });
  return { ...diagnostic, attribute: { steps } };
}
