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
  // A queued call was not sent, so it created nothing.
  const sent = [...open.values()].filter(({ queued }) => queued === undefined);
  const mayBeNew = new Set(sent.map(({ address }) => address));
  const matches = new Map<Address, Pick<MatchLine, "id" | "origin">>(journaled);
  const inState = Object.entries(options.state?.objects ?? {}).filter(([address]) => !mayBeNew.has(address));
  const used = new Set([
    ...[...matches.values()].map(({ id }) => id),
    ...inState.map(([, entry]) => entry.id),
  ]);
  const index = indexTypes(options.types);
  const known = knownBefore(lines);
  const ambiguous: DocsformError[] = [];
  const found: Address[] = [];
  for (const [attempt, alike] of copiesLast(withoutPinned(sent, options))) {
    const type = index.find(attempt.type);
    if (type === undefined) continue;
    const before = known.get(placeOf(attempt));
    const isOther = ({ id, scopeId }: LiveObject) =>
      scopeId !== attempt.scopeId || used.has(id) || before?.has(id) === true;
    const sought = recordedCreate(type, attempt, options.hash, isOther);
    const resolution = resolve(index, sought, live.objects, alike);
    if (resolution.kind === "several")
      ambiguous.push(ambiguousCreate(attempt.address, type.label, resolution.ids));
    // An object that the run may not claim counts as any other: the plan finds it by its key.
    if (resolution.kind !== "found") continue;
    const { object, origin } = resolution;
    matches.set(attempt.address, { id: object.id, origin });
    used.add(object.id);
    found.push(attempt.address);
  }
  const first = ambiguous[0];
  if (first !== undefined) throw joined(first, ambiguous);
  const deleting = deletingIn(lines);
  const hidden = hiddenIn(lines);
  return {
    matches: Object.fromEntries([...matches].map(([address, { id }]) => [address, id])),
    origins: Object.fromEntries(
      [...matches].flatMap(([address, { origin }]) => (origin === undefined ? [] : [[address, origin]])),
    ),
    ...(found.length > 0 && { found }),
    ...(hidden.length > 0 && { hidden }),
    ...(deleting.length > 0 && { deleting }),
  };
}

/** Ids of the objects that existed before the runs, by run, type and scope. */
function knownBefore(lines: readonly JournalLine[]): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    lines.flatMap((line) => (line.kind === "known" ? [[placeOf(line), new Set(line.ids)] as const] : [])),
  );
}

function placeOf({ run, type, scopeId }: Pick<CreateLine, "run" | "type" | "scopeId">): string {
  return canonicalJson([run, type, scopeId ?? null]);
}

type CountedAttempt = readonly [attempt: CreateLine, alike: number];

/** The attempts of addresses without a pin, each with the number of those from it on that could have created the same objects. */
function withoutPinned(
  attempts: readonly CreateLine[],
  { isPinned }: RecoverOptions,
): readonly CountedAttempt[] {
  const counts = new Map<string, number>();
  const counted = attempts
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

/** Puts copies last. A copy still has the name of its source, so docsform can distinguish it only after the other objects are known. */
function copiesLast(attempts: readonly CountedAttempt[]): readonly CountedAttempt[] {
  const copies = attempts.filter(([{ source }]) => source !== undefined);
  return [...attempts.filter(([{ source }]) => source === undefined), ...copies];
}

function hiddenIn(lines: readonly JournalLine[]): readonly Address[] {
  const isHiding = (line: JournalLine) =>
    line.kind === "hidden" || (line.kind === "create" && line.createdHidden === true);
  return [...new Set(lines.filter(isHiding).flatMap((line) => ("address" in line ? [line.address] : [])))];
}

function deletingIn(lines: readonly JournalLine[]): readonly Address[] {
  return lines.flatMap((line) => (line.kind === "delete" ? line.addresses : []));
}

/** Equal for attempts that could have created the same objects. */
function likenessOfAttempt({ type, scopeId, run, sent, ...createKey }: CreateLine): string {
  const { fields, key } = sent ?? createKey;
  return canonicalJson([type, scopeId ?? null, fields, run, key]);
}

function joined(first: DocsformError, all: readonly DocsformError[]): DocsformError {
  if (all.length === 1) return first;
  return reworded(first, all.map((error) => error.message).join("\n"));
}
