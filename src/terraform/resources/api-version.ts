import { apiVersionsOf, foreignParts, isKnownTo } from "../../model/api-version-marks.ts";
import { type ApiVersion, apiVersions } from "../../model/endpoint.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import { isCreatable } from "../../model/resource-type/creation.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { type CtyObject, type CtyValue, isWhollyKnown } from "../plugin/values/cty-value.ts";
import type { Session } from "../session/session.ts";
import { untilAborted } from "../session/until-aborted.ts";
import { toJson } from "./shape.ts";

/** Whether this API version lacks the attribute. False if the API version is not settled. */
export function isLacking(
  { schema }: Pick<Attribute, "schema">,
  apiVersion: ApiVersion | undefined,
): boolean {
  return apiVersion !== undefined && !isKnownTo(schema, apiVersion);
}

/** Whether a configured value has different effects in different API versions. */
export function dependsOnApiVersion(schema: TerraformSchema, config: CtyObject): boolean {
  const { containerField, type, values } = schema;
  const isPlaced = containerField !== undefined && (config[containerField] ?? null) !== null;
  if (isPlaced && isPlacedDifferently(type)) return true;
  return values.some((field) => isOfSome(field, config[field.name] ?? null));
}

function isPlacedDifferently({ container }: ResourceType): boolean {
  if (container === undefined) return false;
  const behaviors = apiVersions.map((each) => `${container.atCreate[each]} ${container.change[each]}`);
  return new Set(behaviors).size > 1;
}

function isOfSome({ rule: { schema }, shape }: ValueField, value: CtyValue): boolean {
  if (value === null) return false;
  if (apiVersions.some((each) => !isKnownTo(schema, each))) return true;
  if (!isWhollyKnown(value)) return false;
  const json = toJson(shape, value);
  return apiVersions.some((each) => foreignParts(schema, json, each).length > 0);
}

/** Whether the service creates an object with this configuration in this API version. */
export function isCreatedBy(
  { type, values }: TerraformSchema,
  config: CtyObject,
  apiVersion: ApiVersion,
): boolean {
  const attributes = values.map(({ attribute, name }) => [attribute, config[name] ?? null] as const);
  return isCreatable(type, apiVersion, Object.fromEntries(attributes));
}

/** Whether some API versions create an object with this configuration and others do not. */
export function isCreatedBySome(schema: TerraformSchema, config: CtyObject): boolean {
  return new Set(apiVersions.map((each) => isCreatedBy(schema, config, each))).size > 1;
}

/** The API version, if these values depend on it. Otherwise undefined, without a request to the service. */
export async function apiVersionFor(
  session: Session,
  values: readonly ValueField[],
  scope?: CallScope,
): Promise<ApiVersion | undefined> {
  if (values.every((field) => apiVersionsOf(field.rule.schema) === undefined)) return undefined;
  const known = session.knownApiVersion();
  if (known !== undefined) return known;
  return await (scope === undefined
    ? session.apiVersion()
    : untilAborted(scope.signal, session.apiVersion()));
}
