import { requireRecord } from "../../../model/emulator-responses.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../../model/emulator-rules.ts";
import { isJsonObject, type JsonObject } from "../../../util/json.ts";
import type { Handlers, System } from "../system.ts";
import type { AdaptiveClaims, AdaptiveJsonSchema } from "./adaptive-content.objects.ts";
import { adaptiveContent } from "./adaptive-content.operations.ts";

/** A site's record contains `adaptiveSchema: { jsonSchema, updatedAt }`. */
const handlers: Handlers<typeof adaptiveContent> = {
  getSchema: ({ params }, service) => {
    const schema = schemaOf(requireSite(service, params["siteId"]));
    if (schema === undefined) throw new EmulatorRefusal(404, "The site has no adaptive schema");
    return { status: 200, body: { object: "site-adaptive-schema", ...schema } };
  },

  updateSchema: ({ params, body }, service) => {
    const { id } = requireSite(service, params["siteId"]);
    const { jsonSchema } = body;
    if (jsonSchema === undefined) throw new EmulatorRefusal(400, "An adaptive schema needs its jsonSchema");
    const schema = { jsonSchema, updatedAt: service.now() };
    service.change("site", id, { adaptiveSchema: schema });
    return { status: 200, body: { object: "site-adaptive-schema", ...schema } };
  },

  listTemplateConditions: ({ params }, service) => {
    const schema = schemaOf(requireSite(service, params["siteId"]))?.["jsonSchema"];
    if (schema === undefined) return { status: 200, body: { items: [] } };
    const { unsigned, ...claims } = (schema as unknown as AdaptiveJsonSchema).properties;
    const items = [
      ...conditionsOn("visitor.claims", claims as AdaptiveClaims),
      ...conditionsOn("visitor.claims.unsigned", unsigned?.properties ?? {}),
    ];
    return { status: 200, body: { items } };
  },
};

/** The schema of a site's visitor claims, which adapt the content to the visitor. */
export const adaptiveContentSystem: System = { operations: adaptiveContent, handlers };

function requireSite(service: EmulatedService, id: string | undefined): EmulatorRecord {
  return requireRecord(service, "site", id);
}

function schemaOf({ adaptiveSchema }: EmulatorRecord): JsonObject | undefined {
  return isJsonObject(adaptiveSchema) ? adaptiveSchema : undefined;
}

/** The conditions that claims allow: a boolean is true, or a text equals one of its values. */
function conditionsOn(path: string, claims: AdaptiveClaims): readonly JsonObject[] {
  return Object.entries(claims).flatMap(([name, claim]): readonly JsonObject[] => {
    const place = `${path}${memberOf(name)}`;
    const { description } = claim;
    switch (claim.type) {
      case "boolean":
        return [{ description, condition: place }];
      case "string":
        return (claim.enum ?? []).map((value) => ({
          description: `${description}: ${value}`,
          condition: `${place} == ${JSON.stringify(value)}`,
        }));
      case "object":
        return conditionsOn(place, claim.properties);
      case "array":
      case "number":
        return [];
    }
  });
}

function memberOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
