import * as zod from "zod";

/**
 * zod, whose schemas are built when they are first looked at: of all that the types declare a command needs a few, and to
 * build the rest at start would take longer than to read a small layout. What follows stands above zod's own.
 */
export * from "zod";

export const array = late(zod.array);
export const boolean = late(zod.boolean);
export const json = late(zod.json);
export const literal = late(zod.literal);
export const looseObject = late(zod.looseObject);
export const number = late(zod.number);
export const object = late(zod.object);
export const record = late(zod.record);
export const strictObject = late(zod.strictObject);
export const string = late(zod.string);
export const union = late(zod.union);
export const url = late(zod.url);
const lateEnum = late(zod.enum);

export { lateEnum as enum };

/** What makes a schema of a schema. All else that is asked of one builds it. */
const steps = new Set(["array", "max", "min", "nullable", "nullish", "optional", "refine", "regex"]);

type Make = (...given: unknown[]) => object;

const builders = new WeakMap<object, () => object>();

function late<F extends (...given: never[]) => object>(make: F): F {
  const lateMake: Make = (...given) => lateSchema(() => (make as unknown as Make)(...given.map(built)));
  return lateMake as unknown as F;
}

function lateSchema(make: () => object): object {
  let schema: object | undefined;
  const build = () => {
    schema ??= make();
    return schema;
  };
  const step =
    (name: PropertyKey): Make =>
    (...given) =>
      lateSchema(() => (Reflect.get(build(), name) as Make).apply(build(), given.map(built)));
  const stand = new Proxy(
    {},
    {
      get: (_stand, name) =>
        typeof name === "string" && steps.has(name) ? step(name) : Reflect.get(build(), name),
      has: (_stand, name) => Reflect.has(build(), name),
      getPrototypeOf: () => Reflect.getPrototypeOf(build()),
    },
  );
  builders.set(stand, build);
  return stand;
}

/** With the schemas in it as zod makes them: inside one another none stands for another. */
function built(given: unknown): unknown {
  if (typeof given !== "object" || given === null) return given;
  const build = builders.get(given);
  if (build !== undefined) return build();
  if (Array.isArray(given)) return given.map(built);
  if (Object.getPrototypeOf(given) !== Object.prototype) return given;
  const shape = Object.getOwnPropertyDescriptors(given as Record<string, unknown>);
  for (const field of Object.values(shape)) if ("value" in field) field.value = built(field.value);
  return Object.defineProperties({}, shape);
}
