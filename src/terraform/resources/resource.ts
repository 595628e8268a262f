import type { JsonObject } from "../../util/json.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { ProviderSchema } from "../plugin/protobuf/schema-messages.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import type { ObjectType } from "../plugin/values/cty-type.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import type { Path } from "../plugin/values/path.ts";
import type { OwnedSlot } from "../session/owners.ts";
import type { Session } from "../session/session.ts";

/** A resource with decoded values. The protocol's calls are a thin layer above it. */
export interface Resource {
  /** `docs_site_section` */
  readonly name: string;
  readonly schema: ProviderSchema;
  readonly type: ObjectType;
  /** Whether destroying the resource deletes an object on the service, which counts against `max_deletes`. */
  readonly deletes: boolean;
  /** Errors in a configuration, found without a request. */
  validate(config: CtyObject, client: { readonly writeOnlyAllowed: boolean }): readonly ProviderDiagnostic[];
  /** The current state. Null if the object no longer exists. */
  read(session: Session, request: ReadRequest, scope: CallScope): Promise<ResourceState>;
  /** `session` is undefined while the provider's configuration is not known. */
  plan(session: Session | undefined, request: PlanRequest): Promise<PlannedChange>;
  /** Whether this state protects the object against deletion. Absent: no state does. */
  isProtected?(state: CtyObject): boolean;
  /** Throws if the resource must not be destroyed. Absent: it may be. */
  planDelete?(session: Session, prior: CtyObject, privateState: Uint8Array): Promise<void>;
  /** Private data of a planned state, until the apply. Absent: the private data of the prior state. */
  keep?(session: Session, privateState: Uint8Array): Uint8Array;
  apply(session: Session, request: ApplyRequest, scope: CallScope): Promise<AppliedChange>;
  import(session: Session, id: string, scope: CallScope, warn: Warn): Promise<ResourceState>;
  /** Converts a stored state of an older schema version to this one. Both are JSON. */
  upgrade(state: JsonObject, version: number): JsonObject;
}

export type Warn = (warning: ProviderDiagnostic) => void;

export interface ResourceState {
  readonly state: CtyObject | null;
  readonly private: Uint8Array;
}

export type AppliedChange = ResourceState & { readonly diagnostics: readonly ProviderDiagnostic[] };

export interface ReadRequest {
  readonly state: CtyObject;
  readonly private: Uint8Array;
}

export interface PlanRequest {
  readonly prior: CtyObject | null;
  readonly proposed: CtyObject;
  readonly config: CtyObject;
  readonly private: Uint8Array;
}

export interface PlannedChange {
  readonly planned: CtyObject;
  readonly requiresReplace: readonly Path[];
  /** The slots that no other resource of the configuration may plan. */
  readonly owns?: readonly OwnedSlot[];
  readonly diagnostics: readonly ProviderDiagnostic[];
}

export interface ApplyRequest {
  readonly prior: CtyObject | null;
  /** null: the resource is destroyed. */
  readonly planned: CtyObject | null;
  readonly config: CtyObject | null;
  readonly private: Uint8Array;
}
