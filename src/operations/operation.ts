import type * as z from "zod";
import type { ApiVersion, Effect, Endpoint } from "../model/endpoint.ts";
import { present } from "../model/present.ts";
import { impliedErrors } from "./implied-errors.ts";

/** What an operation is, besides its method and its path. */
export interface Row {
  /** The operation's name in the published contract: logs, faults and contract tests call it so. */
  readonly id: string;
  /** What it does, in a line of our own words: `docsform call` and the client's documentation show it. */
  readonly summary?: string;
  /** Path parameters that are not any text, by name. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** Query parameters. Lists that page carry `page` and `limit` besides. One that may be repeated is an array. */
  readonly query?: z.ZodObject;
  /** An object, or something else as a whole: `z.array(…)`. */
  readonly body?: z.ZodType;
  /** The fields of a successful answer, with all that the interface lists; unknown fields pass. Absent: the body is not read. */
  readonly response?: z.ZodType;
  /** The same for one item of a list that pages: `{ items, next?, count? }`. */
  readonly items?: z.ZodType;
  /** What stands beside `items` in every page. */
  readonly envelope?: z.ZodObject;
  /** What a failure of this status means here, where that is more than what follows from what it takes. */
  readonly errors?: Readonly<Record<number, string>>;
  /** Status codes of success. Absent: those that are usual for the method. */
  readonly success?: readonly number[];
  /** What it does to what is there. Absent: a GET reads, a DELETE deletes, and everything else writes. */
  readonly effect?: Effect;
  /** Whether the same request may be sent again when its outcome is unknown. Absent: all but a POST. */
  readonly repeatable?: boolean;
  /** API versions that have it. Absent: all. */
  readonly apiVersions?: readonly ApiVersion[];
}

/** An operation that still knows the types it was declared with, so that clients can be derived from it. */
export interface Operation<
  Method extends Endpoint["method"] = Endpoint["method"],
  Path extends string = string,
  Declared extends Row = Row,
> extends Endpoint {
  readonly method: Method;
  readonly path: Path;
  readonly row: Declared;
}

const usual = {
  GET: { success: [200], repeatable: true },
  POST: { success: [201], repeatable: false },
  PUT: { success: [200], repeatable: true },
  PATCH: { success: [200], repeatable: true },
  // 205: it is gone; 204: it was not there.
  DELETE: { success: [204, 205], repeatable: true },
} as const satisfies Readonly<Record<Endpoint["method"], Required<Pick<Row, "success" | "repeatable">>>>;

type DefineRow<Method extends Endpoint["method"]> = <const Path extends string, const Declared extends Row>(
  path: Path,
  row: Declared,
) => Operation<Method, Path, Declared>;

function rowOf<const Method extends Endpoint["method"]>(method: Method): DefineRow<Method> {
  return (path, row) => {
    const { id, response, items, success, repeatable, errors, ...rest }: Row = row;
    const paged = items === undefined ? {} : { paged: true };
    return {
      ...rest,
      row,
      errors: { ...impliedErrors({ method, path, ...rest, ...paged }), ...errors },
      operation: id,
      method,
      path,
      ...present({ response: items ?? response }),
      ...paged,
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
