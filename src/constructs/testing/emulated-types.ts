import type { ApiVersion } from "../../model/endpoint.ts";
import type { Permission } from "../../model/plan/permission-flags.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { AnyConstruct, AppOptions, Docs, ExpectedValues, Wanted } from "./kit-types.ts";

/** How an emulated service starts. */
export interface EmulatedOptions extends AppOptions {
  /** Id of the organization. Default: the organization of the first app. */
  readonly organization?: string;
  /** E-mail addresses of the organization's members, besides the token's own user. People join by invitation, so no app adds them. */
  readonly members?: readonly string[];
  /** Objects that exist at the start, as in a dump of the emulator: tables of records. */
  readonly tables?: Readonly<Record<string, readonly (JsonObject & { readonly id: string })[]>>;
  /** The API version that the service has. Default: the newest one. */
  readonly apiVersion?: ApiVersion;
}

/** A documentation service in this process, and apps that are planned and applied on it. */
export interface EmulatedDocs {
  /** Plans an app: what an apply would do now. It changes nothing. */
  plan(app: AnyConstruct): Promise<AppPlan>;
  /** Applies an app, and returns the plan that it applied. Throws if a guard refuses the plan, or if the apply fails. */
  apply(app: AnyConstruct, options?: ApplyAppOptions): Promise<AppPlan>;
  /** Compares the service with the app that was applied last: what other users have changed since. */
  drift(app: AnyConstruct): Promise<AppDrift>;
  /** The objects of the service. */
  live(): Promise<Docs>;
  /**
   * Changes the values of an object as another user in the app. A reference is the title of its object, and `in` the title of the
   * new parent, or null.
   */
  edit(type: string, wanted: Wanted, values: ExpectedValues): Promise<void>;
  /** Deletes an object as another user in the app. */
  remove(type: string, wanted: Wanted): Promise<void>;
  /** Runs an operation of the service as another user in the app, by its published name. Returns the body of the response. */
  call(operation: string, params?: Readonly<Record<string, string>>, body?: Json): Promise<Json>;
  /** Serves the service on 127.0.0.1 until it is closed, for programs that the test starts. */
  serve(): Promise<ServedDocs>;
  /** Stops serving. Afterwards, no other method works. */
  close(): Promise<void>;
}

/** Where programs find a service. */
export interface ServedDocs {
  /** Its base URL without a path: `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly organization: string;
  readonly token: string;
}

export interface ApplyAppOptions {
  /** What the plan may do although a guard refuses it, such as `deletes`. */
  readonly allow?: readonly Permission[];
}

/** A plan of an app, as data. */
export interface AppPlan {
  /** The steps in their order. Empty: the service matches the app. */
  readonly steps: readonly PlannedStep[];
  /** A line for each step, for a snapshot: `patch site "Acme docs" (acme/docs): visibility`. */
  readonly lines: readonly string[];
  /** What the guards refuse. */
  readonly refusals: readonly PlannedRefusal[];
  /** Notes and warnings. */
  readonly notes: readonly string[];
}

/** One step of a plan. */
export interface PlannedStep {
  readonly action: "create" | "patch" | "move" | "delete" | "replace" | "import" | "record" | "forget";
  /** Name of the type, such as `site_section`. */
  readonly type: string;
  readonly title: string;
  /** Path in the site, such as `/guides`. Absent: it has none, or the app does not declare the object. */
  readonly path?: string;
  /** Path of the construct. Absent: the app does not declare the object. */
  readonly construct?: string;
  /** The attributes that change. For a move: `in` is the parent, and `after` the sibling that the object will follow. */
  readonly changes: readonly ValueChange[];
}

/** A value before and after. null: it is not set. A reference is the title of its object, and a secret is `(secret)`. */
export interface ValueChange {
  readonly attribute: string;
  readonly before: Json;
  readonly after: Json;
}

/** What a guard refuses in a plan. */
export interface PlannedRefusal {
  readonly code: string;
  readonly message: string;
  /** The permission that lifts it. Absent: none does. */
  readonly permission?: Permission;
}

/** What changed since the last apply of an app. */
export interface AppDrift {
  /** Whether another user changed the service, or nothing was applied yet. Changes of the app do not count. */
  readonly drifted: boolean;
  readonly entries: readonly DriftedValue[];
  /** A line for each entry, for a snapshot: `changed space "Guides" (acme/guides): title "Guides" -> "Manual"`. */
  readonly lines: readonly string[];
}

/** One difference between the service and what was applied last. */
export interface DriftedValue extends Omit<PlannedStep, "action" | "changes">, Partial<ValueChange> {
  readonly change: "changed" | "added" | "removed" | "moved" | "renamed";
  /** `live`: another user changed the service. `layout`: the app changed. `both`: both did, in different ways. */
  readonly changedIn: "live" | "layout" | "both";
}
