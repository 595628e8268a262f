import type { DesiredObject, DesiredWorld } from "../../src/model/desired-world.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { isOnlyImported } from "../../src/model/resource-type/creation.ts";
import { isOrganization } from "../../src/model/resource-type/layout-syntax.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";
import { userIdOf } from "../support/build-world.ts";
import { typeNamed } from "../support/declare-type.ts";
import { organizationId } from "../support/declare-world.ts";
import { declareImported, declareSample, isUsed } from "../support/further-objects.ts";

/** A layout that is live, and the one that is applied. */
export interface Layouts {
  readonly before: DesiredWorld;
  readonly after: DesiredWorld;
}

/** Types with objects that an apply creates or changes. */
export const applicable: readonly ResourceType[] = registry.filter(
  (type) => type.creation !== undefined || isOnlyImported(type),
);

/** Types that no apply creates, and that every test organization has. */
function idThere(type: ResourceType): string | undefined {
  if (isOrganization(type)) return organizationId;
  return type.arePeople === true ? userIdOf("ada") : undefined;
}

/** Names of a further object that stays and changes, of a deleted one, and of a new one. */
const [changed, gone, fresh] = ["changed", "gone", "new"];

/**
 * Adds objects of each type that neither layout has, and of each named type: one that changes every declared value and its place, a deleted
 * one, and a new one. An imported object is neither deleted nor new.
 */
export function withFurther(layouts: Layouts, apiVersion: ApiVersion, named: readonly string[]): Layouts {
  const drawn = new Set([...layouts.before.objects, ...layouts.after.objects].map(({ type }) => type));
  const types = applicable.filter(({ name }) => !drawn.has(name) || named.includes(name));
  const further = furtherOf(types, sharedBy(layouts), apiVersion);
  const added = new Set(further.after.map(({ type }) => type));
  return {
    before: { ...layouts.before, objects: [...layouts.before.objects, ...further.before] },
    after: owning({ ...layouts.after, objects: [...layouts.after.objects, ...further.after] }, added),
  };
}

/** Objects that are in both, and can be referred to in both. */
function sharedBy({ before, after }: Layouts): readonly DesiredObject[] {
  const addresses = new Set(before.objects.map(({ address }) => address));
  return after.objects.filter(({ address }) => addresses.has(address));
}

interface Further {
  readonly before: readonly DesiredObject[];
  readonly after: readonly DesiredObject[];
}

function furtherOf(
  types: readonly ResourceType[],
  among: readonly DesiredObject[],
  apiVersion: ApiVersion,
): Further {
  for (const type of types) {
    const further = furtherOfType(type, among, apiVersion);
    if (further === undefined) continue;
    const staying = further.after.filter(({ address }) =>
      further.before.some((each) => each.address === address),
    );
    // A type may need a later one: the others are tried again with the new objects.
    const rest = furtherOf(
      types.filter((each) => each !== type),
      [...among, ...staying],
      apiVersion,
    );
    return { before: [...further.before, ...rest.before], after: [...further.after, ...rest.after] };
  }
  return { before: [], after: [] };
}

function furtherOfType(
  type: ResourceType,
  among: readonly DesiredObject[],
  apiVersion: ApiVersion,
): Further | undefined {
  if (isOnlyImported(type)) return importedOfType(type, among, apiVersion);
  const sample = (own: string | undefined, which: 0 | 1) =>
    declareSample(type, which, { own: `further-${own}`, among, apiVersion });
  const [from, to, going, coming] = [
    sample(changed, 0),
    sample(changed, 1),
    sample(gone, 1),
    sample(fresh, 0),
  ];
  if (from === undefined || to === undefined) return undefined;
  const goes = type.deletion !== undefined && going !== undefined && !isUsed(going, from);
  const comes = coming !== undefined && !isUsed(coming, to);
  return { before: goes ? [from, going] : [from], after: comes ? [to, coming] : [to] };
}

/** It is there, stays, and changes. */
function importedOfType(
  type: ResourceType,
  among: readonly DesiredObject[],
  apiVersion: ApiVersion,
): Further | undefined {
  const [own, pin] = [`further-${changed}`, idThere(type)];
  if (pin === undefined) return undefined;
  const [from, to] = ([0, 1] as const).map((which) =>
    declareImported(type, which, { own, pin, among, apiVersion }),
  );
  return from && to && { before: [from], after: [to] };
}

/** Adds `prune:` for some types, if an apply created their objects. */
function owning(world: DesiredWorld, types: ReadonlySet<string>): DesiredWorld {
  const owned = [...types]
    .map(typeNamed)
    .filter((type) => type.deletion !== undefined && !isOnlyImported(type));
  const within = (scope: string | undefined) =>
    owned.filter((type) => type.scope === scope).map(({ name }) => name);
  return {
    ...world,
    prune: [...new Set([...world.prune, ...within(undefined)])],
    objects: world.objects.map((object) => ({
      ...object,
      owns: [...new Set([...object.owns, ...within(object.type)])],
    })),
  };
}
