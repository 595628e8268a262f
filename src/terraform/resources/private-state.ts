import { present } from "../../util/present.ts";
import { asBuffer } from "../plugin/as-buffer.ts";

/** Private data beside an object's state. Terraform stores it and never shows it. */
export interface PrivateState {
  /** Distinguishes the resource from others of its configuration and from its replacement, because Terraform does not pass addresses. */
  readonly instance?: string;
  /** The organization of the object. Absent: the provider has not read the object since it notes this. */
  readonly organization?: string;
  /** When this provider created the object, in milliseconds since the epoch. */
  readonly created?: number;
  /** The response to its create was lost, and nothing shows that the provider created it. */
  readonly isRecovered?: true;
  /** The plan that deletes the object. It may move the contents out, or keep the object in another resource. */
  readonly plan?: string;
  /** Salted hashes of the last written write-only values, by attribute. */
  readonly written?: Readonly<Record<string, WrittenHash>>;
}

export interface WrittenHash {
  readonly salt: string;
  readonly hash: string;
}

/** Parses private state. Data that this provider did not write counts as empty. */
export function parsePrivate(bytes: Uint8Array | undefined): PrivateState {
  if (bytes === undefined || bytes.length === 0) return {};
  try {
    const parsed: unknown = JSON.parse(asBuffer(bytes).toString("utf8"));
    return typeof parsed === "object" && parsed !== null ? (parsed as PrivateState) : {};
  } catch {
    return {};
  }
}

/** Adds an instance name to private state, unless it has one. */
export function withInstance(bytes: Uint8Array | undefined, instance: string): Uint8Array {
  return formatPrivate({ instance, ...parsePrivate(bytes) });
}

/** Sets the instance name and the organization in private state. undefined: the value stays as it is. */
export function withOwner(
  bytes: Uint8Array,
  owner: { readonly instance?: string | undefined; readonly organization: string },
): Uint8Array {
  return formatPrivate({ ...parsePrivate(bytes), ...present(owner) });
}

export function formatPrivate(state: PrivateState): Uint8Array {
  return Object.keys(state).length === 0 ? new Uint8Array() : Buffer.from(JSON.stringify(state));
}
