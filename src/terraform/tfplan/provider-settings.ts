import { providerPrefix } from "../../model/terraform-names.ts";
import { isJsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { PlanJson } from "./plan-json.ts";

/** The settings of a configuration of docsform's provider that the plan contains. */
export interface ProviderSettings {
  readonly organization?: string;
  readonly baseUrl?: string;
}

/** The settings of each configuration of docsform's provider, by its key in the plan. */
export function providerSettings({
  configuration,
  variables = {},
}: PlanJson): ReadonlyMap<string, ProviderSettings> {
  const valueOf = (expression: unknown): string | undefined => {
    if (!isJsonObject(expression)) return undefined;
    const { constant_value: constant, references } = expression;
    const name = Array.isArray(references) ? /^var[.](\w+)$/u.exec(String(references[0]))?.[1] : undefined;
    const value = constant ?? (name === undefined ? undefined : variables[name]?.value);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  return new Map(
    Object.entries(configuration.provider_config ?? {})
      .filter(([, { name }]) => name === providerPrefix)
      .map(([key, { expressions = {} }]) => [
        key,
        present({
          organization: valueOf(expressions["organization"]),
          baseUrl: valueOf(expressions["base_url"]),
        }),
      ]),
  );
}
