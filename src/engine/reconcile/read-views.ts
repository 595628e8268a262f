import { type Call, isServed } from "../../model/endpoint.ts";
import { isOnlyImported } from "../../model/resource-type/creation.ts";
import { isOrganization } from "../../model/resource-type/layout-syntax.ts";
import { readingCall, type View } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject, Snapshot, ViewValues } from "../../model/snapshot.ts";
import { indexTypes } from "../../model/type-index.ts";
import type { Json } from "../../util/json.ts";
import { contextFor } from "../live/access.ts";
import { statusOf } from "../live/ask-by-id.ts";
import type { Setup } from "./setup.ts";

/** Whether a pulled layout does not declare objects of the type, because docsform cannot create them. */
export function isReadOnly(type: ResourceType): boolean {
  return isOnlyImported(type) && !isOrganization(type);
}

/** Reads the views of the objects in a snapshot, as far as the token has access. A view is a separate read of an object. */
export async function readViews(setup: Setup, live: Snapshot): Promise<readonly ViewValues[]> {
  const index = indexTypes(setup.types);
  const wanted = live.objects.flatMap((object) =>
    (index.get(object.type).views ?? [])
      .filter(({ endpoint }) => isServed(endpoint, live.apiVersion))
      .map((view) => ({ object, view })),
  );
  const values = await Promise.all(
    wanted.map(async ({ object, view }) => {
      const values = await valuesOf(setup, live, object, view);
      return values === undefined ? [] : [{ type: object.type, id: object.id, view: view.name, values }];
    }),
  );
  return values.flat();
}

/** Undefined: the service has no such view of the object, or the token may not read it. */
async function valuesOf(
  setup: Setup,
  live: Snapshot,
  { id, scopeId }: LiveObject,
  view: View,
): Promise<Json | undefined> {
  const { apiVersion, organization } = live;
  const context = contextFor({ apiVersion, organizationId: organization.id }, scopeId);
  try {
    const responses = await responsesOf(setup, readingCall(view, context, id));
    return view.endpoint.paged === true ? responses.map(view.valuesIn) : responses.map(view.valuesIn)[0];
  } catch (error) {
    if (statusOf(error) === 403 || statusOf(error) === 404) return undefined;
    throw error;
  }
}

async function responsesOf({ client }: Setup, call: Call): Promise<readonly Json[]> {
  const readOnlyClient = client.readOnly();
  return call.endpoint.paged === true
    ? await readOnlyClient.list(call)
    : [(await readOnlyClient.call(call)).body];
}
