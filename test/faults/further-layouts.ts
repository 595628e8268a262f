import type { DesiredObject, DesiredWorld } from "../../src/model/desired-world.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { isCreatable, isOnlyImported } from "../../src/model/resource-type/creation.ts";
import { isOrganization } from "../../src/model/resource-type/layout-syntax.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";
import { userIdOf } from "../support/build-world.ts";
import { typeNamed } from "../support/declare-type.ts";
import { organizationId } from "../support/declare-world.ts";
import { declareImported, declareSample, isUsed } from "../support/further-objects.ts";

/** The live layout, and the applied one. */
export interface Layouts {
  readonly before: DesiredWorld;
  readonly after: DesiredWorld;
}

/** Types with objects that an apply creates or changes. */
export const applicable: readonly ResourceType[] = registry.filter(
  (type) => type.creation !== undefined || isOnlyImported(type),
);

/** The id of an object that every test organization has and that no apply creates. */
function existingIdOf(type: ResourceType): string | undefined {
  if (isOrganization(type)) return organizationId;
  return type.arePeople === true ? userIdOf("ada") : undefined;
}

/** The keys of three further objects: one that changes, one that is deleted, and one that is new. */
const [changed, gone, fresh] = ["changed", "gone", "new"];

/**
 * Adds objects of each type that neither layout has and of each named type: one that changes every declared value and its place, one that is
 * deleted, and one that is new. An imported object only changes.
 */
export function withFurther(layouts: Layouts, apiVersion: ApiVersion, named: readonly string[]): Layouts {
  const drawn = new Set([...layouts.before.objects, ...layouts.after.objects].map(({ type }) => type));
  const types = applicable
    .filter((type) => isOnlyImported(type) || isCreatable(type, apiVersion))
    .filter(({ name }) => !drawn.has(name) || named.includes(name));
  const further = furtherOf(types, sharedBy(layouts), apiVersion);
  const added = new Set(further.after.map(({ type }) => type));
  return {
    before: { ...layouts.before, objects: [...layouts.before.objects, ...further.before] },
    after: owning({ ...layouts.after, objects: [...layouts.after.objects, ...further.after] }, added),
  };
}

/** Objects of both layouts: other objects can refer to them before and after. */
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
    // A type may need an object of a later type. So the remaining types are tried again with the added objects.
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
    withOwnTexts(type, sample(gone, 1), "gone"),
    withOwnTexts(type, sample(fresh, 0), "new"),
  ];
  if (from === undefined || to === undefined) return undefined;
  const goes = type.deletion !== undefined && going !== undefined && !isUsed(going, from);
  const comes = coming !== undefined && !isUsed(coming, to);
  return { before: goes ? [from, going] : [from], after: comes ? [to, coming] : [to] };
}

/** The object with texts of its own by which docsform recognizes an item, so that it is not taken for another one. */
function withOwnTexts(
  type: ResourceType,
  object: DesiredObject | undefined,
  own: string,
): DesiredObject | undefined {
  if (object === undefined || type.container === undefined || type.layout.kind !== "item") return object;
  const names = [...type.layout.addressBy, ...[type.identity.contents ?? []].flat()];
  const attributes = Object.fromEntries(
    Object.entries(object.attributes).map(([name, value]) => {
      if (typeof value !== "string" || !names.includes(name)) return [name, value];
      const text = `${value}/${own}`;
      return [name, type.attributes[name]?.schema.safeParse(text).success === true ? text : value];
    }),
  );
  return { ...object, attributes };
}

/** An imported object exists before and after, and changes. */
function importedOfType(
  type: ResourceType,
  among: readonly DesiredObject[],
  apiVersion: ApiVersion,
): Further | undefined {
  const [own, pin] = [`further-${changed}`, existingIdOf(type)];
  if (pin === undefined) return undefined;
  const [from, to] = ([0, 1] as const).map((which) =>
    declareImported(type, which, { own, pin, among, apiVersion }),
  );
  return from && to && { before: [from], after: [to] };
}

/** Adds `prune:` for the types whose objects an apply can create. */
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
