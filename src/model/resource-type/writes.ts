import type { Json, JsonObject } from "../../util/json.ts";
import type { DesiredObject } from "../desired-world.ts";
import type { Call, Endpoint } from "../endpoint.ts";
import type { ExternalOwner, FoundObject } from "../snapshot.ts";
import type { CheckFailure, Declarable } from "./attribute.ts";
import { callAt } from "./call-at.ts";
import type { CallContext } from "./call-context.ts";

/** How docsform changes and deletes an object. */
export interface Writable {
  readonly writers: readonly Writer[];
  readonly deletion?: DeletionRule;
  readonly bulk?: BulkRule;
  /** The parts of an object that something else, such as Git Sync, owns if a response shows it. */
  readonly ownable?: ExternalOwner;
  /** Contents that docsform does not manage, in words. A recreated object does not have them. */
  readonly unmanagedContents?: string;
}

/** A call that changes attributes of an existing object. */
export interface Writer {
  readonly name: string;
  /** The attributes that it can change. An attribute without a writer cannot change after creation: a change replaces the object. */
  readonly attributes: readonly string[];
  /** The operation; for a value that has an operation of its own, the one for these values. */
  readonly endpoint: Endpoint | ((values: JsonObject) => Endpoint);
  /** The call resets what it does not contain, so docsform reads its attributes again just before. */
  readonly replacesAll?: true;
  /** Absent: the values, each in the field of its attribute's name, if the operation has a body. */
  readonly body?: (change: AttributeChange, context: CallContext) => Json;
  /** The object in the response, to compare with what was sent. Absent or undefined: the response does not contain it. */
  readonly fromResponse?: (response: Json) => FoundObject | undefined;
  /** Finds a refusal in the body of a response whose status is a success. */
  readonly rejected?: (response: Json) => CheckFailure | undefined;
  /** `last`: runs only after every other step of the object and its contents succeeded (publication). */
  readonly stage?: "last";
  /** In Terraform the write is a resource of its own: the values while it exists, and the values after it is destroyed. */
  readonly asObject?: {
    readonly description: string;
    readonly present: JsonObject;
    readonly absent: JsonObject;
  };
}

/** Only the attributes to change: their resolved new values, and their live values before (absent directly after a create). */
export interface AttributeChange {
  readonly values: JsonObject;
  readonly before: JsonObject;
}

export interface DeletionRule {
  readonly endpoint: Endpoint;
  /**
   * What a delete does with the contents. `implied`: the service deletes them too, and docsform lists them. `first`: docsform first
   * deletes each of them or moves it out, in a separate step.
   */
  readonly contents: "implied" | "first";
  /** The service does not delete the last sibling, so docsform adds new siblings first. */
  readonly addBeforeDelete?: boolean;
}

/**
 * One call that creates, changes and deletes objects of the type in one scope, each by its key. A single object has the other calls: they
 * refuse a key that is taken.
 */
export interface BulkRule {
  /** It has `bulk`. */
  readonly endpoint: Endpoint;
  /** The attribute that is the key. No two objects of a scope have the same. A write of it needs a call of its own. */
  readonly key: string;
  /** The writer whose values an item can contain. */
  readonly writer: string;
  /** The item that gives an object these values. The call resets the attributes that an item does not contain. */
  readonly item: (attributes: JsonObject) => JsonObject;
  /** The item that deletes the object with these values. Absent: the call deletes nothing. */
  readonly removal?: (attributes: JsonObject) => JsonObject;
  /** The id of the object in the result of its item. */
  readonly idIn: (result: Json) => string;
}

/** A bulk call with one item. */
export function bulkCall({ endpoint }: BulkRule, context: CallContext, item: JsonObject): Call {
  return callAt(endpoint, context, [], { body: { [endpoint.bulk?.items ?? ""]: [item] } });
}

/** The operation that writes these values. */
export function endpointOf({ endpoint }: Writer, values: JsonObject): Endpoint {
  return typeof endpoint === "function" ? endpoint(values) : endpoint;
}

/** The call that changes attributes of an object. */
export function writingCall(writer: Writer, context: CallContext, id: string, change: AttributeChange): Call {
  const endpoint = endpointOf(writer, change.values);
  if (endpoint.body === undefined) return callAt(endpoint, context, [id]);
  return callAt(endpoint, context, [id], {
    body: writer.body === undefined ? change.values : writer.body(change, context),
  });
}

/** The writer that changes an attribute. Undefined: the attribute can be set only at creation. */
export function writerOf(type: Writable, attribute: string): Writer | undefined {
  return type.writers.find((writer) => writer.attributes.includes(attribute));
}

/** The value of an attribute that the service always chooses for a new object. Undefined: the type declares none. */
export function defaultValue(type: Writable & Declarable, attribute: string): Json | undefined {
  return type.attributes[attribute]?.default ?? writerOf(type, attribute)?.asObject?.absent[attribute];
}

/** The declared attributes that belong to a changed attribute. docsform writes them again together with it. */
export function writtenAgain(
  { attributes: rules }: Declarable,
  changed: readonly string[],
  { attributes, ignore }: Pick<DesiredObject, "attributes" | "ignore">,
): readonly string[] {
  return Object.keys(attributes).filter((name) => {
    const owner = rules[name]?.belongsTo;
    return (
      owner !== undefined && changed.includes(owner) && !changed.includes(name) && !ignore.includes(name)
    );
  });
}

/**
 * The attributes that the service clears when docsform writes these values to an existing object: attributes that they exclude, and
 * attributes that belong to one of them and are not written too.
 */
export function clearedByWriting(
  type: Declarable,
  written: Readonly<Record<string, unknown>>,
): readonly string[] {
  const orphans = Object.keys(type.attributes).filter((name) => {
    const owner = type.attributes[name]?.belongsTo;
    return owner !== undefined && owner in written && !(name in written);
  });
  return [...clearedBy(type, written), ...orphans];
}

/** The attributes that these values exclude. */
export function clearedBy(
  { attributes }: Declarable,
  written: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.keys(written)
    .filter((name) => written[name] !== null)
    .flatMap((name) => attributes[name]?.clears ?? []);
}
