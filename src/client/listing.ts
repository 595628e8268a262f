import type { CallOptions, Client } from "../http/client.ts";
import { keyOf, type PageParts, pagePartsOf } from "../http/paging.ts";
import type { Call } from "../model/endpoint.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { present } from "../model/present.ts";
import type { Listing } from "./method-types.ts";

/** A page while somebody goes through the items: one call for most lists, and not too much for who stops at the first. */
const pageSize = 100;

/** The list that a call reads, which is made once somebody asks for its items. */
export function createListing(client: Client, call: Call, options: CallOptions): Listing<Json> {
  return {
    page: async () => wholePage((await client.call(call, options)).body),
    all: () => client.list(call, options),
    [Symbol.asyncIterator]: () => itemsOf(client, call, options),
  };
}

async function* itemsOf(client: Client, call: Call, options: CallOptions): AsyncGenerator<Json> {
  const given = new Set<string>();
  // A service that writes meanwhile can give a cursor for the second time, and would do so for ever.
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const query = { limit: pageSize, ...call.query, ...present({ page: cursor }) };
    const { items, next } = pagePartsOf((await client.call({ ...call, query }, options)).body);
    for (const item of items) {
      const key = keyOf(item);
      if (!given.has(key)) yield item;
      given.add(key);
    }
    cursor = next === undefined || cursors.has(next) ? undefined : next;
    if (cursor !== undefined) cursors.add(cursor);
  } while (cursor !== undefined);
}

/** A page with all that the service says beside its items. */
function wholePage(body: Json): PageParts {
  const { next: _, ...rest } = isJsonObject(body) ? body : {};
  return { ...rest, ...pagePartsOf(body) };
}
