import type { Address } from "./address.ts";
import type { ApiVersion } from "./endpoint.ts";
import type { Json } from "./json.ts";
import type { ObjectName } from "./snapshot.ts";

/** `docsform.state.json`: which object each address is, and what was last applied to it. Holds no secret in clear. */
export interface State {
  readonly docsformState: 2;
  readonly organization: string;
  /** The contract that the service speaks, as an answer has shown or somebody has said it: an organization without sites shows none. */
  readonly knownApiVersion?: ApiVersion;
  /** Counts how often the state was saved. Absent: it was not saved yet. */
  readonly serial?: number;
  /** Random, hex: salts the hashes of secrets. */
  readonly salt: string;
  /** What is live was written down as it is, and nothing was applied since. */
  readonly pulled?: true;
  readonly objects: Readonly<Record<Address, StateEntry>>;
}

/** How an object came under management: a run of this layout created it, or somebody asked for it by its id. */
export const origins = ["created", "imported"] as const;
export type Origin = (typeof origins)[number];

export interface StateEntry {
  readonly id: string;
  /** Absent: unconfirmed. Only its key says that the object is what the layout means. */
  readonly origin?: Origin;
  readonly scopeId?: string;
  /** Declared attributes as last applied: references as ids, secrets as salted hashes. */
  readonly applied: Readonly<Record<string, Json>>;
  /** Values that decide who sees the object and that nobody declares, as a run last saw them. */
  readonly undeclared?: Readonly<Record<string, Json>>;
  /** Container as last applied: id, or null for the root. Absent: not managed. */
  readonly container?: string | null;
  readonly isDefault?: true;
  /** Place among its siblings as last applied. Only the order is meaningful. Absent: the type has no order. */
  readonly rank?: number;
  readonly protect?: true;
  /** Made by a run of this layout, and not as declared by its end. */
  readonly unfinished?: true;
  /** Made where no reader sees it, and not shown as yet. */
  readonly createdHidden?: true;
  /** Id of the object whose place it takes, which is to be deleted once it is as declared. */
  readonly replaces?: string;
}

/** What the state of another layout says that belongs to that layout: what it created, or what somebody asked for. */
export interface OtherLayout {
  readonly layout: string;
  /** Where its state is. */
  readonly path: string;
  /** Undefined: its state cannot be read. */
  readonly objects: readonly ObjectName[] | undefined;
}

/** What the journal of an interrupted run knows: which objects it worked with, and what its creates made. */
export interface Recovered {
  readonly matches: Readonly<Record<Address, string>>;
  /** Of these pairs. Absent of one: unconfirmed. */
  readonly origins: Readonly<Record<Address, Origin>>;
  /** Of these, what was made where no reader sees it, to be shown once it is as declared. */
  readonly createdHidden?: readonly Address[];
  /** What a destroy that did not end was deleting. */
  readonly deleting?: readonly Address[];
}

/** An attribute as it was last applied, or, where nobody declared it, as a run last saw it; undefined where neither is known. */
export function lastKnown({ applied, undeclared }: StateEntry, name: string): Json | undefined {
  const value = applied[name];
  return value === undefined ? undeclared?.[name] : value;
}
