import { asBuffer } from "../../tfplugin/as-buffer.ts";

/** What is kept beside an object's state and is shown to nobody. */
export interface PrivateState {
  /** Tells the resource apart from others of the same configuration, whose addresses nobody hands over. */
  readonly instance?: string;
  /** When this provider created it, milliseconds since the epoch. */
  readonly created?: number;
  /** Of what is protected: what is planned as new with this replaces it. */
  readonly isProtected?: true;
  /** Of what is to be deleted: the plan that says so, which may move out what is inside. */
  readonly plan?: string;
  /** Write-only values as they were last written, by attribute: salted hashes. */
  readonly written?: Readonly<Record<string, WrittenHash>>;
}

export interface WrittenHash {
  readonly salt: string;
  readonly hash: string;
}

/** Reads private state; what another program put there counts as nothing. */
export function parsePrivate(bytes: Uint8Array | undefined): PrivateState {
  if (bytes === undefined || bytes.length === 0) return {};
  try {
    const parsed: unknown = JSON.parse(asBuffer(bytes).toString("utf8"));
    return typeof parsed === "object" && parsed !== null ? (parsed as PrivateState) : {};
  } catch {
    return {};
  }
}

/** Private state of an instance. One that has a name keeps it. */
export function withInstance(bytes: Uint8Array | undefined, instance: string): Uint8Array {
  return formatPrivate({ instance, ...parsePrivate(bytes) });
}

/** Private state of what is protected, or is not. */
export function withProtection(bytes: Uint8Array, isProtected: boolean): Uint8Array {
  const { isProtected: _before, ...rest } = parsePrivate(bytes);
  return formatPrivate(isProtected ? { ...rest, isProtected } : rest);
}

export function formatPrivate(state: PrivateState): Uint8Array {
  return Object.keys(state).length === 0 ? new Uint8Array() : Buffer.from(JSON.stringify(state));
}
