import { beforeAll, beforeEach } from "vitest";

/** An object that is made once, before the tests of the file or group that calls this. */
export function forGroup<T extends object>(make: () => T | Promise<T>): T {
  const { made, set } = madeByHook<T>();
  beforeAll(async () => set(await make()));
  return made;
}

/** An object that is made before each test of the file or group that calls this. */
export function forTest<T extends object>(make: () => T | Promise<T>): T {
  const { made, set } = madeByHook<T>();
  beforeEach(async () => set(await make()));
  return made;
}

/** An object that a hook makes: tests and later hooks can read its fields. */
function madeByHook<T extends object>(): { readonly made: T; readonly set: (made: T) => void } {
  let latest: T | undefined;
  const field = (_: object, name: PropertyKey): unknown => {
    if (latest === undefined)
      throw new Error(`The hook that makes this object has not run: ${String(name)}.`);
    return Reflect.get(latest, name);
  };
  return {
    made: new Proxy({}, { get: field }) as T,
    set: (made) => {
      latest = made;
    },
  };
}
