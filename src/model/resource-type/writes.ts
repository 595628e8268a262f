import type { DesiredObject } from "../desired-world.ts";
import type { Call } from "../endpoint.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ExternalOwner, FoundObject } from "../snapshot.ts";
import type { CheckFailure, Declarable } from "./attribute.ts";
import type { CallContext } from "./call-context.ts";

/** How docsform changes and deletes an object. */
export interface Writable {
  readonly writers: readonly Writer[];
  readonly deletion?: DeletionRule;
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
  readonly call: (
    context: CallContext,
    id: string,
    /** Only the attributes to change: their resolved new values, and their live values before (absent directly after a create). */
    change: { readonly values: JsonObject; readonly before: JsonObject },
  ) => Call;
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

export interface DeletionRule {
  readonly call: (context: CallContext, id: string) => Call;
  /**
   * What a delete does with the contents. `implied`: the service deletes them too, and docsform lists them. `first`: docsform first
   * deletes each of them or moves it out, in a separate step.
   */
  readonly contents: "implied" | "first";
  /** The service does not delete the last sibling, so docsform adds new siblings first. */
  readonly addBeforeDelete?: boolean;
}

/** The writer that changes an attribute. Undefined: the attribute can be set only at creation. */
export function writerOf(type: Writable, attribute: string): Writer | undefined {
  return type.writers.find((writer) => writer.attributes.includes(attribute));
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
  const orphans = Object.entries(type.attributes)
    .filter(([name, { belongsTo = name }]) => belongsTo in written && !(name in written))
    .map(([name]) => name);
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
