import type { JsonObject } from "../../util/json.ts";

/** What only Terraform needs. The schema of the resource is derived. */
export interface InTerraform {
  /** Upgrades of older states of its Terraform resource. Absent: there were none. */
  readonly terraform?: StoredStateRule;
}

/** Version of the Terraform state, and the upgrades of older ones. */
export interface StoredStateRule {
  /** Absent: 0. */
  readonly version?: number;
  /** Brings a stored state from the version of the key to the next one. */
  readonly upgraders?: Readonly<Record<number, (state: JsonObject) => JsonObject>>;
}
