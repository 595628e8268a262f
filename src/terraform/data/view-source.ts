import { contextFor } from "../../engine/live/access.ts";
import type { ReportedValue } from "../../model/resource-type/computed-attribute.ts";
import { readingCall, type View } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { idField, snakeCase } from "../../model/terraform-names.ts";
import { objectResourceName } from "../../model/terraform-schema.ts";
import { jsonSchemaOf, type Shape, shapeOf } from "../../model/terraform-shape.ts";
import type { Json } from "../../util/json.ts";
import { cty } from "../plugin/values/cty-type.ts";
import { type CtyObject, ctyObject } from "../plugin/values/cty-value.ts";
import { validateIds } from "../resources/object-validate.ts";
import { textOfField } from "../resources/object-values.ts";
import { attribute, describedAttribute, sortedByName } from "../resources/schema-message.ts";
import { toCty } from "../resources/shape.ts";
import type { Session } from "../session/session.ts";
import { untilAborted } from "../session/until-aborted.ts";
import type { DataSource } from "./data-source.ts";
import { limitedSource } from "./limited-source.ts";

export function viewSourceName(type: ResourceType, view: View): string {
  return `${objectResourceName(type)}_${view.name}`;
}

interface ViewField {
  readonly name: string;
  readonly key: string;
  readonly rule: ReportedValue;
  readonly shape: Shape;
}

/** The data source of values that only a separate read of an object shows, and that layouts cannot declare. */
export function viewSource(type: ResourceType, view: View): DataSource {
  const ownerField = idField(type.name);
  const fields = fieldsOf(view);
  const shown = fields.map(({ name, shape, rule }) =>
    describedAttribute(name, shape, rule, { computed: true }),
  );
  const isList = view.endpoint.paged === true;
  return limitedSource({
    name: viewSourceName(type, view),
    block: {
      description: view.description,
      descriptionKind: "markdown",
      attributes: sortedByName([
        attribute(ownerField, cty.string, `Id of the ${type.label.one}.`, { required: true }),
        ...(isList
          ? [
              {
                name: "items",
                computed: true,
                description: `The ${view.label}, in the service's order.`,
                nestedType: { nesting: "list" as const, attributes: sortedByName(shown) },
              },
            ]
          : shown),
      ]),
    },
    validate: (config) => validateIds([ownerField], config),
    read: async (session, config, { signal }) => {
      const id = textOfField(config, ownerField) ?? "";
      const responses = (await untilAborted(signal, responsesOf(session, view, id))).map((response) =>
        shownOf(view, fields, response),
      );
      return { [ownerField]: id, ...(isList ? { items: responses } : responses[0]) };
    },
  });
}

function fieldsOf({ fields }: View): readonly ViewField[] {
  return Object.entries(fields).map(([key, rule]) => ({
    name: snakeCase(key),
    key,
    rule,
    shape: rule.asJson === true ? { kind: "json" } : shapeOf(jsonSchemaOf(rule.schema)),
  }));
}

function shownOf({ valuesIn }: View, fields: readonly ViewField[], response: Json): CtyObject {
  const values = valuesIn(response);
  return ctyObject(fields.map(({ name, key, shape }) => [name, toCty(shape, values[key])] as const));
}

/** The one response, or all items of a list. */
async function responsesOf(session: Session, view: View, id: string): Promise<readonly Json[]> {
  const { client, ...access } = await session.access(session.host.stop);
  const request = readingCall(view, contextFor(access, undefined), id);
  return view.endpoint.paged === true ? await client.list(request) : [(await client.call(request)).body];
}
