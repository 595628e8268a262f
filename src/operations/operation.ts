import type * as z from "zod";
import type { Endpoint, Generation } from "../model/endpoint.ts";
import { present } from "../model/present.ts";

/** What an operation is, besides its method and its path. */
export interface Row {
  /** The operation's name in the published contract: logs, faults and contract tests call it so. */
  readonly id: string;
  /** Query parameters. Lists that page carry `page` and `limit` besides. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The fields of a successful answer that docsform relies on; unknown fields pass. Absent: the body is not read. */
  readonly answer?: z.ZodType;
  /** The same for one item of a list that pages: `{ items, next?, count? }`. */
  readonly items?: z.ZodType;
  /** Status codes of success. Absent: those that are usual for the method. */
  readonly success?: readonly number[];
  /** Whether the same request may be sent again when its outcome is unknown. Absent: all but a POST. */
  readonly repeatable?: boolean;
  /** Generations that have it. Absent: both. */
  readonly generations?: readonly Generation[];
}

const usual = {
  GET: { success: [200], repeatable: true },
  POST: { success: [201], repeatable: false },
  PUT: { success: [200], repeatable: true },
  PATCH: { success: [200], repeatable: true },
  // 205: it is gone; 204: it was not there.
  DELETE: { success: [204, 205], repeatable: true },
} as const satisfies Readonly<Record<Endpoint["method"], Required<Pick<Row, "success" | "repeatable">>>>;

type DefineRow = (path: string, row: Row) => Endpoint;

function rowOf(method: Endpoint["method"]): DefineRow {
  return (path, { id, answer, items, success, repeatable, ...rest }) => {
    const response = items ?? answer;
    return {
      ...rest,
      operation: id,
      method,
      path,
      ...present({ response }),
      ...(items === undefined ? {} : { paged: true }),
      success: success ?? usual[method].success,
      idempotent: repeatable ?? usual[method].repeatable,
    };
  };
}

/** A GET of this path below `/v1`, with `{name}` for parameters. */
export const get = rowOf("GET");
/** A POST of this path. */
export const post = rowOf("POST");
/** A PUT of this path. */
export const put = rowOf("PUT");
/** A PATCH of this path. */
export const patch = rowOf("PATCH");
/** A DELETE of this path. */
export const remove = rowOf("DELETE");
