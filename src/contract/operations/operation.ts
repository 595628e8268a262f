import type * as z from "zod";
import type { ApiVersion, BulkForm, Effect, Endpoint } from "../../model/endpoint.ts";
import { present } from "../../util/present.ts";
import { impliedErrors } from "./implied-errors.ts";

/** The declaration of an operation, besides its method and path. */
export interface Row {
  /** The operation's name in the published contract. Logs, faults and contract tests use it. */
  readonly id: string;
  /** One line of docsform's own words on what it does, for `docsform call` and the client's documentation. */
  readonly summary?: string;
  /** Schemas of path parameters, by name. Absent: any text. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** Query parameters. Paged lists also have `page` and `limit`. A parameter that may be repeated is an array. */
  readonly query?: z.ZodObject;
  /** Schema of the body: an object, or another whole value such as `z.array(…)`. */
  readonly body?: z.ZodType;
  /** Schema of a successful response, with all fields of the contract. Unknown fields pass. Absent: docsform ignores the body. */
  readonly response?: z.ZodType;
  /** The same for one item of a paged list: `{ items, next?, count? }`. */
  readonly items?: z.ZodType;
  /** Fields beside `items` on every page. */
  readonly envelope?: z.ZodObject;
  /** Meanings of failure statuses, where they differ from those that follow from the parameters. */
  readonly errors?: Readonly<Record<number, string>>;
  /** Statuses of success. Absent: the usual ones of the method. */
  readonly success?: readonly number[];
  /** The effect on objects. Absent: a GET reads, a DELETE deletes, and the others write. */
  readonly effect?: Effect;
  /** Whether the client may repeat a request with an unknown outcome. Absent: yes, except for a POST. */
  readonly repeatable?: boolean;
  /** API versions that have the operation. Absent: all. */
  readonly apiVersions?: readonly ApiVersion[];
  /** The body is a list of items, which the service does one by one. */
  readonly bulk?: BulkForm;
}

/** A field of a response that the contract promises, and that docsform does without. */
export type Promised<Schema extends z.ZodType> = z.ZodOptional<Schema> & { readonly isPromised: true };

/** An operation that keeps the types of its declaration. Clients are derived from them. */
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
  // 205: the service deleted it. 204: it did not exist.
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
      // Only help and documentation read errors, so other commands do not compute them.
      get errors() {
        return { ...impliedErrors({ method, path, ...rest, ...paged }), ...errors };
      },
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

/** Declares a GET of this path below `/v1`, with `{name}` for parameters. */
export const get = rowOf("GET");
/** Declares a POST of this path. */
export const post = rowOf("POST");
/** Declares a PUT of this path. */
export const put = rowOf("PUT");
/** Declares a PATCH of this path. */
export const patch = rowOf("PATCH");
/** Declares a DELETE of this path. */
export const remove = rowOf("DELETE");
