import { isKnownTo } from "../../model/api-version-marks.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { finalWriters, finalWriteSchema } from "../../model/terraform-schema.ts";
import type { CodeFinal, CodeObject } from "./code-objects.ts";
import { type CodeValue, codeValue } from "./code-value.ts";

/** The values that are written last, such as the publication of a site, of each object in the code. */
export function describeFinals(
  types: readonly ResourceType[],
  { apiVersion }: Snapshot,
  objects: readonly CodeObject[],
): readonly CodeFinal[] {
  return types.flatMap((type) =>
    finalWriters(type).flatMap((writer) => {
      const schema = finalWriteSchema(type, writer);
      return objects.flatMap((object): CodeFinal[] => {
        if (object.live.type !== type.name) return [];
        const values: Record<string, CodeValue> = {};
        for (const { attribute, rule, shape } of schema.fields) {
          const live = object.live.attributes[attribute] ?? null;
          const isRead = object.live.unreadAttributes?.includes(attribute) !== true;
          if (live !== null && isRead && isKnownTo(rule.schema, apiVersion))
            values[attribute] = codeValue(shape, live, () => undefined);
        }
        const after = objects.filter(({ live }) => live.scopeId === object.live.id);
        return Object.keys(values).length === 0 ? [] : [{ schema, object, values, after }];
      });
    }),
  );
}
