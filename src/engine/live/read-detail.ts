import { ApiError } from "../../contract/http/api-error.ts";
import type { Call } from "../../model/endpoint.ts";
import type { DetailRead } from "../../model/resource-type/reads.ts";
import type { Json } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { ServiceClient } from "./service-client.ts";

/** Reads the value of an attribute that needs a separate read. */
export async function readDetailValue(
  client: ServiceClient,
  detail: DetailRead,
  call: Call,
  signal?: AbortSignal,
): Promise<Json> {
  const options = present({ signal });
  if (detail.endpoint.paged === true) return detail.value(await client.list(call, options));
  try {
    return detail.value([(await client.call(call, options)).body]);
  } catch (error) {
    if (detail.absent !== undefined && error instanceof ApiError && error.status === 404)
      return detail.absent;
    throw error;
  }
}
