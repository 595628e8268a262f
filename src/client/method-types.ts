import type * as z from "zod";
import type { Endpoint } from "../model/endpoint.ts";
import type { Operation, Row } from "../operations/operation.ts";

// What a row says of an operation, as the types of the method that calls it. Nothing here names one.

/** What a caller can say about one call, besides what it is asked with. */
export interface MethodOptions {
  /**
   * Stops waits, further attempts and reads under way, with an {@link ApiError} `http/interrupted`. A write that was sent is
   * waited for: its answer says what it did.
   */
  readonly signal?: AbortSignal | undefined;
}

/** One page of a list. */
export type Page<Item, Envelope = unknown> = {
  readonly items: readonly Item[];
  /** To be given as `page` for the page after this one; absent on the last. */
  readonly next?: string;
  /** How many items the whole list has, where the service says so. */
  readonly count?: number;
} & Envelope;

/** A list of the service: pages are fetched as the items are asked for. */
export interface Listing<Item, Envelope = unknown> extends AsyncIterable<Item> {
  /** One page alone: the first, or the one that `page` was given for. */
  page(): Promise<Page<Item, Envelope>>;
  /**
   * All items, each once. Where others write meanwhile and the service counts more than was found, the list is read again, at
   * most twice.
   */
  all(): Promise<readonly Item[]>;
}

/** An answer as its row describes it. It is not checked: the service may send more fields, and new values. */
export type Answered<Value> = Value extends object ? Value & { readonly [field: string]: unknown } : Value;

type AnyOperation = Operation<Endpoint["method"], string, Row>;

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type Params<Path, Declared> = {
  readonly [Name in NamesIn<Path>]: Declared extends {
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
      /** Where to begin: the `next` of a page. Absent: with the first. */
      readonly page?: string | undefined;
      /** Items of a page, 0 to 1000. */
      readonly limit?: number | undefined;
    }
  : unknown;

type Body<Declared> = Declared extends { body: infer Schema extends z.ZodType }
  ? Schema extends z.ZodObject
    ? z.input<Schema>
    : { readonly body: z.input<Schema> } | FieldsOfOne<Schema>
  : unknown;

/** The fields of an object, where a body is one or a list of it. */
type FieldsOfOne<Schema> =
  Schema extends z.ZodUnion<readonly [infer One extends z.ZodObject, z.ZodArray]>
    ? z.input<One> & { readonly body?: undefined }
    : never;

type Joined<Parts> = { readonly [Name in keyof Parts]: Parts[Name] };

/** What an operation is asked with: its path's parameters, its query and the fields of its body, in one object. */
export type InputOf<Op> =
  Op extends Operation<Endpoint["method"], infer Path, infer Declared>
    ? Joined<Params<Path, Declared> & Query<Declared> & Paging<Declared> & Body<Declared>>
    : never;

/** What an operation gives: an object, a listing, or nothing. */
export type ResultOf<Op> = Op extends { row: { items: infer Item extends z.ZodType } }
  ? Listing<Answered<z.output<Item>>, EnvelopeOf<Op>>
  : Promise<BodyOf<Op>>;

/** The body of a successful answer. */
export type BodyOf<Op> = Op extends { row: { items: infer Item extends z.ZodType } }
  ? Page<Answered<z.output<Item>>, EnvelopeOf<Op>>
  : Op extends { row: { answer: infer Answer extends z.ZodType } }
    ? Answered<z.output<Answer>>
    : void;

type EnvelopeOf<Op> = Op extends { row: { envelope: infer Schema extends z.ZodObject } }
  ? z.output<Schema>
  : unknown;

/** The method that calls an operation. The input may be left out where nothing in it is required. */
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
