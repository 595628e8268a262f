import type * as z from "zod";
import type { Endpoint } from "../../model/endpoint.ts";
import type { Operation, Promised, Row } from "../operations/operation.ts";

// The types of the methods, derived from the rows of operations. Nothing here names an operation.

/** Options of one call, beside its input. */
export interface MethodOptions {
  /**
   * Stops waits, further attempts and reads, with an {@link ApiError} `http/interrupted`. The client waits for a write that it has
   * sent, because the response says what the write did.
   */
  readonly signal?: AbortSignal | undefined;
}

/** One page of a list. */
export type Page<Item, Envelope = unknown> = {
  readonly items: readonly Item[];
  /** Value of `page` for the next page. Absent: this is the last page. */
  readonly next?: string;
  /** Number of items in the whole list, if the service counts them. */
  readonly count?: number;
} & Envelope;

/** A list of the service. It fetches a page when you reach its items. */
export interface Listing<Item, Envelope = unknown> extends AsyncIterable<Item> {
  /** One page: the first, or the one that `page` names. */
  page(): Promise<Page<Item, Envelope>>;
  /**
   * All items, each once. If the service counts more items than the pages had, because others write meanwhile, the client reads the
   * list again, at most twice.
   */
  all(): Promise<readonly Item[]>;
}

/**
 * A response as the contract promises it. The client does not check it: the service may send fields that the contract does not have, and
 * new values.
 */
export type ResponseOf<Schema> =
  Schema extends Promised<infer Inner>
    ? ResponseOf<Inner>
    : Schema extends z.ZodOptional<infer Inner>
      ? ResponseOf<Inner> | undefined
      : Schema extends z.ZodNullable<infer Inner>
        ? ResponseOf<Inner> | null
        : Schema extends z.ZodArray<infer Item>
          ? ResponseOf<Item>[]
          : Schema extends z.ZodRecord<z.core.$ZodRecordKey, infer Value>
            ? Record<string, ResponseOf<Value>>
            : Schema extends z.ZodUnion<infer Options>
              ? ResponseOf<Options[number]>
              : Schema extends z.ZodObject<infer Shape>
                ? ObjectOf<Shape>
                : z.output<Schema>;

/** An object without fields in the contract may have any. */
type ObjectOf<Shape> = [keyof Shape] extends [never]
  ? Record<string, unknown>
  : Flattened<
      { [Name in RequiredIn<Shape>]: ResponseOf<Shape[Name]> } & {
        [Name in Exclude<keyof Shape, RequiredIn<Shape>>]?: ResponseOf<Shape[Name]>;
      }
    >;

type RequiredIn<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends Promised<z.ZodType>
    ? Name
    : Shape[Name] extends z.ZodOptional
      ? never
      : Name;
}[keyof Shape];

type AnyOperation = Operation<Endpoint["method"], string, Row>;

type ParamNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

type Params<Path, Declared> = {
  readonly [Name in ParamNames<Path>]: Declared extends {
    params: { [N in Name]: infer Schema extends z.ZodType };
  }
    ? z.input<Schema>
    : string;
};

type Query<Declared> = Declared extends { query: infer Schema extends z.ZodObject }
  ? z.input<Schema>
  : unknown;

type Paging<Declared> = Declared extends { items: z.ZodType }
  ? {
      /** The `next` of the page before. Absent: the first page. */
      readonly page?: string | undefined;
      /** Items per page, from 0 to 1000. */
      readonly limit?: number | undefined;
    }
  : unknown;

type Body<Declared> = Declared extends { body: infer Schema extends z.ZodType }
  ? Schema extends z.ZodObject
    ? z.input<Schema>
    : { readonly body: z.input<Schema> } | FieldsOfOne<Schema>
  : unknown;

/** The fields of one object, for a body that is one such object or a list of them. */
type FieldsOfOne<Schema> =
  Schema extends z.ZodUnion<readonly [infer One extends z.ZodObject, z.ZodArray]>
    ? z.input<One> & { readonly body?: undefined }
    : never;

/** An intersection as one object type, which editors show field by field. */
type Flattened<Parts> = { readonly [Name in keyof Parts]: Parts[Name] };

/** The input of an operation: the parameters of its path, its query and the fields of its body, in one object. */
export type InputOf<Op> =
  Op extends Operation<Endpoint["method"], infer Path, infer Declared>
    ? Flattened<Params<Path, Declared> & Query<Declared> & Paging<Declared> & Body<Declared>>
    : never;

/** The result of an operation: an object, a listing, or nothing. */
export type ResultOf<Op> = Op extends { row: { items: infer Item extends z.ZodType } }
  ? Listing<ResponseOf<Item>, EnvelopeOf<Op>>
  : Promise<BodyOf<Op>>;

/** The body of a successful response. */
export type BodyOf<Op> = Op extends { row: { items: infer Item extends z.ZodType } }
  ? Page<ResponseOf<Item>, EnvelopeOf<Op>>
  : Op extends { row: { response: infer Response extends z.ZodType } }
    ? ResponseOf<Response>
    : void;

type EnvelopeOf<Op> = Op extends { row: { envelope: infer Schema extends z.ZodObject } }
  ? ResponseOf<Schema>
  : unknown;

/** The method that calls an operation. The input is optional if nothing in it is required. */
export type MethodOf<Op> =
  Record<never, never> extends InputOf<Op>
    ? (input?: InputOf<Op>, options?: MethodOptions) => ResultOf<Op>
    : (input: InputOf<Op>, options?: MethodOptions) => ResultOf<Op>;

type EffectOf<Op> = Op extends { row: { effect: infer Effect } }
  ? Effect
  : Op extends { method: "GET" }
    ? "read"
    : "write";

/** The names of a system's operations that only read. */
export type ReadsOf<System> = {
  [Name in keyof System]: EffectOf<System[Name]> extends "read" ? Name : never;
}[keyof System];

/** All operations of a table of systems. */
type OperationsOf<Table> = { [System in keyof Table]: Table[System][keyof Table[System]] }[keyof Table];

/** The published names of a table's operations. */
export type OperationId<Table> = Extract<OperationsOf<Table>, AnyOperation>["row"]["id"];

/** The operation of a table with this published name. */
export type OperationOf<Table, Id> = Extract<OperationsOf<Table>, { row: { id: Id } }>;
