import type { ApiVersion } from "../endpoint.ts";

/** The context of a call: its organization, API version and scope. */
export interface CallContext {
  readonly organizationId: string;
  readonly apiVersion: ApiVersion;
  /** Id of the object that owns this one in the API. Absent: the type has no scope. */
  readonly scopeId?: string;
  /** The user that the token acts for. Absent: unknown. */
  readonly currentUser?: { readonly id: string; readonly email?: string };
}
