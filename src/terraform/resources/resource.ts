import type { JsonObject } from "../../model/json.ts";
import type { ProviderDiagnostic } from "../../tfplugin/protobuf/messages.ts";
import type { ProviderSchema } from "../../tfplugin/protobuf/schema-messages.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import type { ObjectType } from "../../tfplugin/values/cty-type.ts";
import type { CtyObject } from "../../tfplugin/values/cty-value.ts";
import type { Path } from "../../tfplugin/values/path.ts";
import type { OwnedSlot } from "../session/owners.ts";
import type { Session } from "../session/session.ts";

/** A resource as Terraform sees it. Values are decoded; the calls of the protocol are a thin layer above. */
export interface Resource {
  /** `docs_site_section` */
  readonly name: string;
  readonly schema: ProviderSchema;
  readonly type: ObjectType;
  /** Whether destroying it deletes something on the service, which counts against what a run may delete. */
  readonly deletes: boolean;
  /** What is wrong in a configuration, without asking anybody. */
  validate(config: CtyObject, client: { readonly writeOnlyAllowed: boolean }): readonly ProviderDiagnostic[];
  /** The state as it is now; null where it is not there any more. */
  read(session: Session, request: ReadRequest, scope: CallScope): Promise<ResourceState>;
  /** `session` is undefined while the provider's configuration is not known. */
  plan(session: Session | undefined, request: PlanRequest): Promise<PlannedChange>;
  /** Whether this state protects it against deletion. Absent: nothing does. */
  isProtected?(state: CtyObject): boolean;
  /** Refuses that it goes, where that is no good. Absent: it may. */
  planDelete?(session: Session, prior: CtyObject): Promise<void>;
  /** What is kept beside a planned state until it is applied. Absent: what was kept beside the state. */
  keep?(session: Session, privateState: Uint8Array): Uint8Array;
  apply(
    session: Session,
    request: ApplyRequest,
    scope: CallScope,
  ): Promise<ResourceState & { readonly diagnostics: readonly ProviderDiagnostic[] }>;
  import(session: Session, id: string, scope: CallScope, warn: Warn): Promise<ResourceState>;
  /** A stored state of an older version as one of this version, still in JSON. */
  upgrade(state: JsonObject, version: number): JsonObject;
}

/** Tells a person something that is no error. */
export type Warn = (warning: ProviderDiagnostic) => void;

export interface ResourceState {
  readonly state: CtyObject | null;
  readonly private: Uint8Array;
}

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
  /** What no other resource of the configuration may plan. */
  readonly owns?: readonly OwnedSlot[];
  readonly diagnostics: readonly ProviderDiagnostic[];
}

export interface ApplyRequest {
  readonly prior: CtyObject | null;
  /** null: it is to go. */
  readonly planned: CtyObject | null;
  readonly config: CtyObject | null;
  readonly private: Uint8Array;
}
