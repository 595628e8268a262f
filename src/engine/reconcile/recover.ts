import type { Address } from "../../model/address.ts";
import { type DocsformError, reworded } from "../../model/errors.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import type { Recovered, State } from "../../model/state.ts";
import { indexTypes } from "../../model/type-index.ts";
import { canonicalJson } from "../../util/json.ts";
import type { JournalLine } from "../apply/journal.ts";
import { attemptsIn, type CreateLine, type MatchLine } from "../live/create/attempts.ts";
import { ambiguousCreate } from "../live/create/create-object.ts";
import { recordedCreate, resolve } from "../live/create/resolve.ts";

export interface RecoverOptions {
  readonly types: readonly ResourceType[];
  readonly hash: (text: string, salt: string) => string;
  /** Objects in the state are known, whatever they look like now. */
  readonly state?: State | undefined;
  /** Whether a pin decides which object the address is. */
  readonly isPinned: (address: Address) => boolean;
}

/** Finds the objects that the creates of an interrupted run created. Throws if several objects match one create: a person must choose. */
export function recover(lines: readonly JournalLine[], live: Snapshot, options: RecoverOptions): Recovered {
  const { open, matches: journaled } = attemptsIn(lines);
  const matches = new Map<Address, Pick<MatchLine, "id" | "origin">>(journaled);
  const inState = Object.entries(options.state?.objects ?? {}).filter(([address]) => !open.has(address));
  const used = new Set([
    ...[...matches.values()].map(({ id }) => id),
    ...inState.map(([, entry]) => entry.id),
  ]);
  const index = indexTypes(options.types);
  const ambiguous: DocsformError[] = [];
  for (const [attempt, alike] of copiesLast(withoutPinned(open, options))) {
    const type = index.find(attempt.type);
    if (type === undefined) continue;
    const isOther = ({ id, scopeId }: LiveObject) => scopeId !== attempt.scopeId || used.has(id);
    const sought = recordedCreate(type, attempt, options.hash, isOther);
    const resolution = resolve(index, sought, live.objects, alike);
    if (resolution.kind === "several")
      ambiguous.push(ambiguousCreate(attempt.address, type.label, resolution.ids));
    if (resolution.kind !== "found") continue;
    const { object } = resolution;
    matches.set(attempt.address, { id: object.id, ...(isOurs(attempt, object) && { origin: "created" }) });
    used.add(object.id);
  }
  const first = ambiguous[0];
  if (first !== undefined) throw joined(first, ambiguous);
  const deleting = deletingIn(lines);
  const createdHidden = createdHiddenIn(lines).filter((address) => matches.has(address));
  return {
    matches: Object.fromEntries([...matches].map(([address, { id }]) => [address, id])),
    origins: Object.fromEntries(
      [...matches].flatMap(([address, { origin }]) => (origin === undefined ? [] : [[address, origin]])),
    ),
    ...(createdHidden.length > 0 && { createdHidden }),
    ...(deleting.length > 0 && { deleting }),
  };
}

type CountedAttempt = readonly [attempt: CreateLine, alike: number];

/** The open attempts of addresses without a pin, each with the number of those from it on that could have created the same objects. */
function withoutPinned(
  open: ReadonlyMap<Address, CreateLine>,
  { isPinned }: RecoverOptions,
): readonly CountedAttempt[] {
  const counts = new Map<string, number>();
  const counted = [...open.values()]
    .filter(({ address }) => !isPinned(address))
    .reverse()
    .map((attempt): CountedAttempt => {
      const likeness = likenessOfAttempt(attempt);
      const alike = (counts.get(likeness) ?? 0) + 1;
      counts.set(likeness, alike);
      return [attempt, alike];
    });
  return counted.reverse();
}

/**
 * Whether this run created the object. A queued call may never have been sent, and a sent call may have been refused before the run could
 * record that. Then another user created the matching object. So an object counts as the run's own only if its call was sent and the
 * service created it after that. An object in a scope has the origin of its scope.
 */
function isOurs({ queued, at }: CreateLine, object: LiveObject): boolean {
  if (queued === true) return false;
  return object.scopeId !== undefined || madeAt(object) >= at;
}

/** When the service created the object, in milliseconds since the epoch; NaN if the service does not show it. */
function madeAt({ computed }: LiveObject): number {
  const createdAt = computed?.["createdAt"];
  return typeof createdAt === "string" ? Date.parse(createdAt) : Number.NaN;
}

/** Puts copies last. A copy still has the name of its source, so docsform can distinguish it only after the other objects are known. */
function copiesLast(attempts: readonly CountedAttempt[]): readonly CountedAttempt[] {
  const copies = attempts.filter(([{ source }]) => source !== undefined);
  return [...attempts.filter(([{ source }]) => source === undefined), ...copies];
}

function createdHiddenIn(lines: readonly JournalLine[]): readonly Address[] {
  return [
    ...new Set(
      lines.flatMap((line) => (line.kind === "create" && line.createdHidden === true ? [line.address] : [])),
    ),
  ];
}

function deletingIn(lines: readonly JournalLine[]): readonly Address[] {
  return lines.flatMap((line) => (line.kind === "delete" ? line.addresses : []));
}

/** Equal for attempts that could have created the same objects. */
function likenessOfAttempt({ type, scopeId, fields, run, key }: CreateLine): string {
  return canonicalJson([type, scopeId ?? null, fields, run, key]);
}

function joined(first: DocsformError, all: readonly DocsformError[]): DocsformError {
  if (all.length === 1) return first;
  return reworded(first, all.map((error) => error.message).join("\n"));
}
