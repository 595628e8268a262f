import type { CreateLine, JournalLine, MatchLine } from "../apply/journal.ts";
import { createKeyOfFound, isLikeSource } from "../live/create-key.ts";
import { ambiguousCreate } from "../live/create-object.ts";
import { childrenMadeWith } from "../live/find-lost-create.ts";
import type { Address } from "../model/address.ts";
import { DocsformError } from "../model/errors.ts";
import { fieldOfText } from "../model/key-field.ts";
import { present } from "../model/present.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../model/snapshot.ts";
import type { Recovered, State } from "../model/state.ts";
import { indexTypes, type TypeIndex } from "../model/type-index.ts";

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
  const { matches, attempts } = unfinished(lines);
  const inState = Object.entries(options.state?.objects ?? {}).filter(([address]) => !attempts.has(address));
  const used = new Set([
    ...[...matches.values()].map(({ id }) => id),
    ...inState.map(([, entry]) => entry.id),
  ]);
  const index = indexTypes(options.types);
  const ambiguous: DocsformError[] = [];
  for (const attempt of copiesLast([...attempts.values()])) {
    if (options.isPinned(attempt.address)) continue;
    const candidates = candidatesOf(index, attempt, live, options.hash).filter((id) => !used.has(id));
    const id = candidates[0];
    if (id === undefined) continue;
    if (candidates.length > 1)
      ambiguous.push(ambiguousCreate(attempt.address, index.get(attempt.type).label, candidates));
    matches.set(attempt.address, isOurs(attempt, id, live) ? { id, origin: "created" } : { id });
    used.add(id);
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

/**
 * Whether this run created the object. A queued call may never have been sent, and a sent call may have been refused before the run could
 * record that. Then another user created the matching object. So an object counts as the run's own only if its call was sent and the
 * service created it after that. An object in a scope has the origin of its scope.
 */
function isOurs({ queued, at, type }: CreateLine, id: string, { objects }: Snapshot): boolean {
  const object = objects.find((each) => each.type === type && each.id === id);
  if (queued === true || object === undefined) return false;
  return object.scopeId !== undefined || madeAt(object) >= at;
}

/** When the service created the object, in milliseconds since the epoch; NaN if the service does not show it. */
function madeAt({ computed }: LiveObject): number {
  const createdAt = computed?.["createdAt"];
  return typeof createdAt === "string" ? Date.parse(createdAt) : Number.NaN;
}

/** Puts copies last. A copy still has the name of its source, so docsform can distinguish it only after the other objects are known. */
function copiesLast(attempts: readonly CreateLine[]): readonly CreateLine[] {
  const copies = attempts.filter(({ source }) => source !== undefined);
  return [...attempts.filter(({ source }) => source === undefined), ...copies];
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

/** The objects of addresses that the journal records for certain. */
export function journalledMatches(
  lines: readonly JournalLine[],
): ReadonlyMap<Address, Pick<MatchLine, "id" | "origin">> {
  return unfinished(lines).matches;
}

function unfinished(lines: readonly JournalLine[]) {
  const matches = new Map<Address, Pick<MatchLine, "id" | "origin">>();
  const attempts = new Map<Address, CreateLine>();
  for (const line of lines) {
    if (line.kind === "create") {
      // Any of several calls may have created the object, so the time of the first one counts.
      const at = attempts.get(line.address)?.at ?? line.at;
      attempts.set(line.address, { ...line, at });
    }
    if (line.kind === "not-created") {
      attempts.delete(line.address);
      matches.delete(line.address);
    }
    if (line.kind !== "match") continue;
    attempts.delete(line.address);
    matches.set(line.address, line);
  }
  // A create that began after a match was certain supersedes the match: the object no longer existed.
  for (const [address, { queued }] of attempts) if (queued === undefined) matches.delete(address);
  return { matches, attempts };
}

function candidatesOf(
  index: TypeIndex,
  attempt: CreateLine,
  live: Snapshot,
  hash: RecoverOptions["hash"],
): readonly string[] {
  const type = index.find(attempt.type);
  if (type === undefined) return [];
  const known = new Set(attempt.knownIds);
  const fields = attempt.fields.map(fieldOfText);
  const isAlike =
    attempt.source === undefined ? () => true : isLikeSource(index, type, attempt.source, live.objects);
  const matches = (object: LiveObject) => {
    if (!isAlike(object)) return false;
    const firstChild = childrenMadeWith(type, object.id, live.objects)[0];
    return hash(createKeyOfFound(index, type, fields, object, firstChild), attempt.run) === attempt.key;
  };
  return live.objects
    .filter(
      (object) => object.type === attempt.type && object.scopeId === attempt.scopeId && !known.has(object.id),
    )
    .filter(matches)
    .map((object) => object.id);
}

function joined(first: DocsformError, all: readonly DocsformError[]): DocsformError {
  if (all.length === 1) return first;
  const remedy = present({ remedy: first.remedy });
  return new DocsformError(first.code, all.map((error) => error.message).join("\n"), remedy);
}
