import { ApiError } from "../http/api-error.ts";
import type { CallOptions, Client } from "../http/client.ts";
import {
  iterateList,
  type ListLack,
  type PageParts,
  type PageReader,
  pagePartsOf,
  readList,
} from "../http/paging.ts";
import { pathOf } from "../http/request.ts";
import type { Call } from "../model/endpoint.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { present } from "../model/present.ts";
import type { Listing } from "./method-types.ts";

/** A page while somebody goes through the items: one call for most lists, and not too much for who stops at the first. */
const pageSize = 100;
/** The largest page that the service gives. */
const largestPage = 1_000;

/** The list that a call reads, which is made once somebody asks for its items. */
export function createListing(client: Client, call: Call, options: CallOptions): Listing<Json> {
  const pagesOf =
    (limit: number): PageReader =>
    async (cursor) => {
      const query = { limit, ...call.query, ...present({ page: cursor }) };
      const { body } = await client.call({ ...call, query }, options);
      // From a later page on it is not the whole list that is read, and the count is that of the whole list.
      return call.query?.["page"] === undefined ? body : withoutCount(body);
    };
  return {
    page: async () => wholePage((await client.call(call, options)).body),
    all: async () => {
      const { items, ...lack } = await readList(pagesOf(largestPage));
      checkWhole(call, lack);
      return items;
    },
    [Symbol.asyncIterator]: () => itemsOf(call, pagesOf(pageSize)),
  };
}

async function* itemsOf(call: Call, readPage: PageReader): AsyncGenerator<Json, void, undefined> {
  checkWhole(call, yield* iterateList(readPage));
}

/** Throws where something of a list is known to be missing, or nothing says that it is not. */
function checkWhole(call: Call, { missing, isEndless }: ListLack): void {
  if (missing === undefined && isEndless !== true) return;
  const { operation, method } = call.endpoint;
  const problem =
    missing === undefined
      ? "returned pages without end: the pages repeat, or contain nothing new"
      : `returned ${missing.received} items after several reads, but the service counts ${missing.expected}`;
  const path = pathOf(call);
  throw new ApiError({
    code: "http/incomplete-list",
    problem,
    operation,
    method,
    path,
    outcome: "committed",
  });
}

function withoutCount(body: Json): Json {
  if (!isJsonObject(body)) return body;
  const { count: _, ...rest } = body;
  return rest;
}

/** A page with all that the service says beside its items. */
function wholePage(body: Json): PageParts {
  const { next: _, ...rest } = isJsonObject(body) ? body : {};
  return { ...rest, ...pagePartsOf(body) };
}
