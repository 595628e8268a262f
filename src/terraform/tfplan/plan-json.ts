import * as z from "zod";
import { isJsonObject, type JsonObject } from "../../util/json.ts";

// Terraform promises to keep the meaning of these fields within format 1. It may add others.
const references = z
  .object({ references: z.array(z.string()).optional(), constant_value: z.unknown() })
  .partial();
const expressions = z.record(z.string(), z.unknown());

const change = z.object({
  actions: z.array(z.string()),
  before: z.record(z.string(), z.unknown()).nullish(),
  after: z.record(z.string(), z.unknown()).nullish(),
  after_unknown: z.unknown(),
});

const resourceChange = z.object({
  address: z.string(),
  module_address: z.string().optional(),
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  index: z.union([z.string(), z.number()]).nullish(),
  deposed: z.string().optional(),
  change,
});

const configResource = z.object({
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  provider_config_key: z.string().optional(),
  expressions: expressions.optional(),
  for_each_expression: references.optional(),
});

/** A module of the configuration, with the modules that it calls. */
export interface ConfigModule {
  readonly resources?: readonly ConfigResource[] | undefined;
  readonly outputs?: Readonly<Record<string, { readonly expression?: References | undefined }>> | undefined;
  readonly module_calls?: Readonly<Record<string, ModuleCall>> | undefined;
}

export interface ModuleCall {
  readonly expressions?: Readonly<Record<string, unknown>> | undefined;
  readonly for_each_expression?: References | undefined;
  readonly module?: ConfigModule | undefined;
}

export type References = z.output<typeof references>;
export type ConfigResource = z.output<typeof configResource>;
export type ResourceChange = z.output<typeof resourceChange>;

const moduleSchema: z.ZodType<ConfigModule> = z.lazy(() =>
  z.object({
    resources: z.array(configResource).optional(),
    outputs: z.record(z.string(), z.object({ expression: references.optional() })).optional(),
    module_calls: z
      .record(
        z.string(),
        z.object({
          expressions: expressions.optional(),
          for_each_expression: references.optional(),
          module: moduleSchema.optional(),
        }),
      )
      .optional(),
  }),
);

const planSchema = z.object({
  format_version: z.string(),
  variables: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
  resource_changes: z.array(resourceChange).optional(),
  configuration: z.object({
    provider_config: z
      .record(
        z.string(),
        z.object({
          name: z.string().optional(),
          full_name: z.string().optional(),
          expressions: expressions.optional(),
        }),
      )
      .optional(),
    root_module: moduleSchema.optional(),
  }),
});

/** A plan of Terraform, as `terraform show -json` prints it. */
export type PlanJson = z.output<typeof planSchema>;

/** The kind of a text that is not a plan. */
export type NotPlan = "empty" | "binary" | "state" | "other";

/** Reads a plan. Returns what the text is if it is no plan. */
export function parsePlanJson(text: string): PlanJson | NotPlan {
  if (text.trim() === "") return "empty";
  if (text.startsWith("PK")) return "binary";
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return "other";
  }
  const plan = planSchema.safeParse(json);
  if (plan.success) return plan.data;
  return isJsonObject(json) && isState(json) ? "state" : "other";
}

/** A state file, or `terraform show -json` of a state. */
function isState(json: JsonObject): boolean {
  return ("lineage" in json && "resources" in json) || ("values" in json && "format_version" in json);
}
