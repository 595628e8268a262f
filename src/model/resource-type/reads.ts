import type { Json, JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { type ApiVersion, type Call, type Endpoint, isServed } from "../endpoint.ts";
import type { FoundObject, ObjectName } from "../snapshot.ts";
import { callAt } from "./call-at.ts";
import type { CallContext } from "./call-context.ts";
import type { ReportedValue } from "./computed-attribute.ts";

/** How docsform reads objects. */
export interface Readable {
  /** Bulk reads of this type. They may find objects of several types. */
  readonly reads: readonly BulkRead[];
  /** Absent: an object is gone if two complete reads of its list, some time apart, do not show it. */
  readonly readById?: ReadById;
  /** Attributes that need a separate read for each object. docsform makes these reads only if something needs them. */
  readonly details?: readonly DetailRead[];
  /** Further values of an object from separate reads. A layout cannot declare them. */
  readonly views?: readonly View[];
  /** The list of all its objects that the token can see, for a caller that does not know the organization yet. */
  readonly listForToken?: Endpoint;
  /** The read of the token's own user, if writes of the type depend on it. */
  readonly currentUser?: CurrentUserRead;
  /** Response fields without an attribute of their name (`urls.logo` is a part of a field), and the reason for the coverage page. */
  readonly unmappedFields?: Readonly<Record<string, string>>;
}

/** A read that finds all objects of one or several types at once. */
export interface BulkRead {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** docsform makes one read for each object of this type. Absent: one read for the organization. */
  readonly of?: string;
  /** Types of the objects that it finds. The reads of all types together cover every type. */
  readonly finds: readonly string[];
  /** API versions in which docsform makes it. Absent: those that have its operation. */
  readonly apiVersions?: readonly ApiVersion[];
  /** Query parameters of every call. */
  readonly query?: Call["query"];
  /** Objects in one item of a paged response, or in the whole of an unpaged one; siblings in their order. The list is that of its owner. */
  readonly found: (response: Json, ownerId: string) => readonly FoundObject[];
  /** Objects in the response of kinds that docsform does not know: the kind and the parent of each; null for the owner itself. */
  readonly unknownKinds?: (
    response: Json,
  ) => readonly { readonly kind: string; readonly container: ObjectName | null }[];
  /** The API versions that can return such an item. Undefined: the item does not show it. */
  readonly revealsApiVersion?: (response: Json) => readonly ApiVersion[] | undefined;
}

/** A read of one object by its id. The service returns 404 if there is none. */
export interface ReadById {
  readonly endpoint: Endpoint;
  readonly found: (response: Json) => FoundObject;
}

export interface DetailRead {
  readonly attribute: string;
  readonly endpoint: Endpoint;
  /** The attribute's live value, from all items of a paged response or from the one response of an unpaged operation. */
  readonly value: (items: readonly Json[]) => Json;
  /** The value if the service returns 404 because none is set. Absent: such a response is an error. */
  readonly absent?: Json;
}

/** Values of an object from a separate read, which a layout cannot declare: a data source, and a part of `pull --all`. */
export interface View {
  /** Follows the type's name: `versions` is `docs_openapi_spec_versions` in Terraform. */
  readonly name: string;
  /** Name for people. */
  readonly label: string;
  /** Description, in a sentence. */
  readonly description: string;
  /** A paged operation returns several items, each with these fields. */
  readonly endpoint: Endpoint;
  /** `asJson`: in Terraform it is JSON in a text, because its values have no fixed fields. */
  readonly fields: Readonly<Record<string, ReportedValue & { readonly asJson?: true }>>;
  /** The fields of the response, or of one item of a list. */
  readonly valuesIn: (response: Json) => JsonObject;
}

/** The read of the token's own user. */
export interface CurrentUserRead {
  readonly endpoint: Endpoint;
  readonly user: (response: Json) => NonNullable<CallContext["currentUser"]>;
}

/** The call of a read, of the owner of a list or of an object. */
export function readingCall(
  { endpoint, query }: Pick<BulkRead, "endpoint" | "query">,
  context: CallContext,
  id: string,
): Call {
  return callAt(endpoint, context, [id], present({ query }));
}

/** Whether docsform makes the read in an API version. */
export function isMadeIn(
  { endpoint, apiVersions }: Pick<BulkRead, "endpoint" | "apiVersions">,
  apiVersion: ApiVersion,
): boolean {
  return isServed(endpoint, apiVersion) && apiVersions?.includes(apiVersion) !== false;
}
