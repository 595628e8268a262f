import type { LoggedRequest } from "../../../src/emulator/wire.ts";
import type { Consent } from "../../../src/engine/plan/guard/consent.ts";
import { type DesiredObject, type DesiredWorld, isReference } from "../../../src/model/desired-world.ts";
import { attributesIn } from "../../../src/model/key-field.ts";
import type { Attribute } from "../../../src/model/resource-type/attribute.ts";
import { copyRuleOf } from "../../../src/model/resource-type/creation.ts";
import { opensMore } from "../../../src/model/resource-type/opens.ts";
import { writerOf } from "../../../src/model/resource-type/writes.ts";
import { registry } from "../../../src/resources/registry.ts";
import type { ChangeLog } from "./change-log.ts";
import type { Meanings } from "./declared.ts";
import { isEqual } from "./declared.ts";
import { type Fact, type Facts, nameOf, valueIn } from "./facts.ts";

/** What an observer knows of a run. */
interface ObservedWorld {
  readonly before: Facts;
  readonly moments: readonly Facts[];
  /** `type id` of the objects that the run could not see. */
  readonly hidden: ReadonlySet<string>;
  readonly log: readonly LoggedRequest[];
  readonly concurrency: number;
}

/** Whether the service deleted the object together with another one, and the run could not foresee that. */
export function isDeletedUnforeseen(judging: ObservedWorld, fact: Fact): boolean {
  return (
    isDeletedWithUnknown(judging, fact) ||
    isDeletedWithLast(judging, fact) ||
    isDeletedWithContainer(judging, fact)
  );
}

/** 8, 33: the service deletes a container with its last child. The run could see no child of this container. */
function isDeletedWithUnknown({ before, hidden }: ObservedWorld, fact: Fact): boolean {
  const inside = [...before.values()].filter(({ container }) => container === fact.id);
  return inside.length > 0 && inside.every((each) => hidden.has(nameOf(each)));
}

/**
 * 12: the service deletes a container with its last child. Other users may have deleted the other children after the run's last read of them. The
 * run reads just before it deletes, so only its own concurrent requests are in between.
 */
function isDeletedWithLast({ moments, log, concurrency }: ObservedWorld, fact: Fact): boolean {
  const inside = moments.flatMap((facts) =>
    [...facts.values()].filter(({ container }) => container === fact.id),
  );
  const paths = [...new Set(inside.map(({ id }) => `/${id}`))];
  const ours = log.filter(({ foreign }) => foreign !== true);
  return ours.some((request, index) => {
    if (request.method !== "DELETE" || !paths.some((path) => request.path.endsWith(path))) return false;
    const reread = ours
      .slice(Math.max(0, index - concurrency), index)
      .findLast(({ method, path }) => method === "GET" && path.includes(`/${fact.scope}/`));
    return (
      reread !== undefined && log.some(({ foreign, n }) => foreign === true && n > reread.n && n < request.n)
    );
  });
}

/**
 * 8, 12: the service deletes a container together with its contents. The run reads just before it deletes, and cannot save what others move into
 * the container between these two requests.
 */
function isDeletedWithContainer({ before, log, concurrency }: ObservedWorld, fact: Fact): boolean {
  const containers = [...before.values()].filter(({ scope }) => scope === fact.scope);
  const around: string[] = [];
  for (let id = fact.container; id !== null && !around.includes(id); ) {
    around.push(id);
    id = containers.find((each) => each.id === id)?.container ?? null;
  }
  const ours = log.filter(({ foreign }) => foreign !== true);
  return ours.some((request, index) => {
    if (request.method !== "DELETE" || !around.some((id) => request.path.endsWith(`/${id}`))) return false;
    const look = ours
      .slice(Math.max(0, index - concurrency), index)
      .find(({ method, path }) => method === "GET" && path.includes(`/${fact.scope}/`));
    const movedIt = ({ foreign, path, n }: LoggedRequest) =>
      foreign === true && path.endsWith(`/${fact.id}`) && look !== undefined && n > look.n && n < request.n;
    return log.some(movedIt);
  });
}

/**
 * 8, 12: the service moves the contents out of an object that it deletes. The run cannot prevent that for contents that others added after its read
 * just before the delete.
 */
export function movesOut({ log }: Pick<ObservedWorld, "log">, before: Fact, after: Fact): boolean {
  const { container } = before;
  const type = registry.find(({ name }) => name === before.type);
  const isOtherwiseSame = Object.keys(type?.attributes ?? {}).every((name) =>
    isEqual(valueIn(before, name), valueIn(after, name)),
  );
  if (container === null || container === after.container || !isOtherwiseSame) return false;
  const at = log.findIndex(
    ({ method, path, foreign }) => method === "DELETE" && foreign !== true && path.endsWith(`/${container}`),
  );
  const list = log[at]?.path.split("/").at(-2);
  const sinceLook = log.slice(0, Math.max(at, 0)).toReversed();
  const reread = sinceLook.findIndex(
    ({ method, path, foreign }) =>
      method === "GET" && foreign !== true && path.split("?")[0]?.endsWith(`/${list}`) === true,
  );
  return reread >= 0 && sinceLook.slice(0, reread).some(({ foreign }) => foreign === true);
}

/**
 * 51: whether an interrupted run created the object as a replacement or as a draft, and this change completes it: a value of the replaced object,
 * or the publication.
 */
export function completesInterruptedCreate(
  { before: all, changeLog, ours, known }: Finishing,
  before: Fact,
  after: Fact,
  attribute: string,
): boolean {
  const name = nameOf(before);
  const isOurs = changeLog.changes.every(({ by, name: changed }) => changed !== name || by === "ours");
  const type = registry.find((each) => each.name === before.type);
  if (changeLog.creatorOf(name) !== "ours" || !isOurs || type === undefined) return false;
  const value = valueIn(after, attribute);
  const { opens } = type.attributes[attribute] ?? {};
  const shows = opens?.as === "gate" && Object.values(opens.of).includes("none");
  if (shows && typeof value === "boolean" && opens.of[`${value}`] === undefined) return true;
  const declared = new Set(known.values());
  const hasSame = (key: readonly string[], one: Fact, other: Fact) =>
    key.every((each) => isEqual(valueIn(one, each), valueIn(other, each)));
  // The new object has the create key of the replaced one, or gets its key after the replaced one is deleted.
  const isAlike = (other: Fact) =>
    hasSame(attributesIn(type.identity.createKey), other, before) ||
    (!changeLog.facts.has(nameOf(other)) &&
      other.scope === after.scope &&
      hasSame(attributesIn(type.identity.key), other, after));
  // While an object was hidden, another one may have been created at its address and may have another name now.
  const hasLostItsAddress = (other: Fact) => ours.has(nameOf(other)) && !declared.has(other.id);
  return [...all.values()].some(
    (other) =>
      other.type === before.type &&
      other.id !== before.id &&
      (isAlike(other) || hasLostItsAddress(other)) &&
      isEqual(valueIn(other, attribute), value),
  );
}

interface Finishing extends Pick<ObservedWorld, "before"> {
  readonly changeLog: ChangeLog;
  /** `type id` of every object that belonged to this layout before, except those that runs created. */
  readonly ours: ReadonlySet<string>;
  /** The ids in the state before the run, by address. */
  readonly known: ReadonlyMap<string, string>;
}

/**
 * 51: whether an object that others made replaces one of ours, and gets its narrower access. An interrupted run that has lost its journal may have
 * created it, so the plan with the permission to import must not open what was closed (docs/decisions/014-no-wider-access-for-the-unconfirmed.md).
 */
export function getsNarrowerAccess(
  { before: all, changeLog, known, consent }: Finishing & { readonly consent: Consent },
  before: Fact,
  after: Fact,
  attribute: string,
): boolean {
  const type = registry.find(({ name }) => name === before.type);
  const valueOf = (fact: Fact) => valueIn(fact, attribute) ?? null;
  const isNarrower = opensMore(type?.attributes[attribute]?.opens, valueOf(after), valueOf(before));
  if (!isNarrower || !consent.allow.has("imports")) return false;
  const applied = new Set(known.values());
  return [...all.values()].some(
    (other) =>
      other.type === before.type &&
      other.id !== before.id &&
      applied.has(other.id) &&
      !changeLog.facts.has(nameOf(other)) &&
      isEqual(valueOf(other), valueOf(after)),
  );
}

/** 6, 8: with permission, the run removes undeclared people from the organization, and so from its teams. No other change is excused. */
export function leaveWithOrganization(
  {
    log,
    desired,
    consent,
  }: Pick<ObservedWorld, "log"> & { readonly desired: DesiredWorld; readonly consent: Consent },
  before: Fact,
  after: Fact,
  attribute: string,
): boolean {
  const type = registry.find(({ name }) => name === before.type);
  const isPruned = registry.some(({ name, arePeople }) => arePeople === true && desired.prune.includes(name));
  if (type?.attributes[attribute]?.namesPeople !== true || !isPruned || !consent.allow.has("deletes"))
    return false;
  const namedIn = (fact: Fact) => (valueIn(fact, attribute) as readonly string[] | undefined) ?? [];
  const [were, are] = [namedIn(before), namedIn(after)];
  const hasLeft = (id: string) =>
    log.some(
      ({ operation, path, foreign, status }) =>
        operation === "removeMemberFromOrganizationById" &&
        foreign !== true &&
        path.endsWith(`/${id}`) &&
        status >= 200 &&
        status < 300,
    );
  return are.every((id) => were.includes(id)) && were.every((id) => are.includes(id) || hasLeft(id));
}

/** The number of copies that still have the name of their source: a run may end before it renames them. */
export function unnamedCopies({ objects }: DesiredWorld, { ids }: Meanings, source: DesiredObject): number {
  const type = registry.find(({ name }) => name === source.type);
  const isCopy = (object: DesiredObject) => {
    const rule = type && copyRuleOf(type, object.attributes);
    const of = rule && object.attributes[rule.attribute];
    return object.type === source.type && isReference(of) && of.$ref === source.address;
  };
  return objects.filter((object) => isCopy(object) && ids(object.address).length === 0).length;
}

/** Whether objects of the type have a part that can be set only at their creation: the place, or an attribute without a writer. */
export function canOnlyBeReplaced(name: string): boolean {
  const type = registry.find((each) => each.name === name);
  if (type === undefined) return false;
  const isFixed = ([name, { onlyAtCreate }]: [string, Attribute]) =>
    onlyAtCreate !== true && writerOf(type, name) === undefined;
  return (
    Object.values(type.container?.change ?? {}).includes("replace") ||
    Object.entries(type.attributes).some(isFixed)
  );
}
