import type { Call } from "../../model/endpoint.ts";
import { isJsonObject, type Json } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { CallOptions, Client } from "../http/http-client.ts";
import { lackError } from "../http/lack-error.ts";
import {
  iterateList,
  type ListLack,
  type PageParts,
  type PageReader,
  pagePartsOf,
  readList,
} from "../http/paging.ts";
import type { Listing } from "./method-types.ts";

/** Page size while a program iterates. One call reads most lists, and a program that stops early has read few items in vain. */
const pageSize = 100;
/** The largest page that the service returns. */
const maxPageSize = 1_000;

/** The list that a call reads. The client makes the first call when the program asks for items. */
export function createListing(client: Client, call: Call, options: CallOptions): Listing<Json> {
  const pageReader =
    (limit: number): PageReader =>
    async (cursor) => {
      const query = { limit, ...call.query, ...present({ page: cursor }) };
      const { body } = await client.call({ ...call, query }, options);
      // If the program starts at a later page, it reads a part of the list. The service's count is for the whole list.
      return call.query?.["page"] === undefined ? body : withoutCount(body);
    };
  return {
    page: async () => pageWithEnvelope((await client.call(call, options)).body),
    all: async () => {
      const { items, ...lack } = await readList(pageReader(maxPageSize));
      checkWhole(call, lack);
      return items;
    },
    [Symbol.asyncIterator]: () => itemsOf(call, pageReader(pageSize)),
  };
}

async function* itemsOf(call: Call, readPage: PageReader): AsyncGenerator<Json, void, undefined> {
  checkWhole(call, yield* iterateList(readPage));
}

/** Throws if items of a list are missing or contradict each other, or if the pages did not end and no count shows that the list is complete. */
function checkWhole(call: Call, lack: ListLack): void {
  const { missing, isEndless, contradiction } = lack;
  if (missing !== undefined || isEndless === true || contradiction !== undefined) throw lackError(call, lack);
}

function withoutCount(body: Json): Json {
  if (!isJsonObject(body)) return body;
  const { count: _, ...rest } = body;
  return rest;
}

/** A page with the other fields that the service returns beside its items. */
function pageWithEnvelope(body: Json): PageParts {
  const { next: _, ...envelope } = isJsonObject(body) ? body : {};
  return { ...envelope, ...pagePartsOf(body) };
}
