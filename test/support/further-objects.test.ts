import fc from "fast-check";
import { expect, test } from "vitest";
import { isReference } from "../../src/model/desired-world.ts";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import { registry } from "../../src/resources/registry.ts";
import { buildWorld } from "./build-world.ts";
import { typeNamed } from "./declare-type.ts";
import { declareWorld } from "./declare-world.ts";
import { furtherSpecs, isCreatedAlone } from "./further-objects.ts";
import { createTestService, seededRandom } from "./service.ts";
import { tidyWorld, type WorldSpec } from "./world-spec.ts";

// Drawn worlds have fields for these types. The test treats them like new types. Types inside a site are excluded, because the site's structure
// contains them.
const contained = registry
  .filter((type) => isCreatedAlone(type) && type.container !== undefined && type.scope === undefined)
  .map(({ name }) => name);
const cases = apiVersions.flatMap((apiVersion) => contained.map((name) => ({ name, apiVersion })));

test.each(cases)("a further $name has every possible place, on $apiVersion", async (given) => {
  const others = new Set(registry.map(({ name }) => name).filter((name) => name !== given.name));
  const worlds = fc.sample(fc.tuple(tidyWorld, furtherSpecs(others)), { numRuns: 20, seed: 1 });
  const places = await Promise.all(
    worlds.map(([shape, further]) => placesOf({ ...shape, further }, given.apiVersion)),
  );
  const { types = [], rootAllowed } = typeNamed(given.name).container ?? {};
  expect([...new Set(places.flat())].sort()).toEqual([...types, ...(rootAllowed ? ["root"] : [])].sort());
});

/** The types of the containers of further objects in a world, both live and declared. */
async function placesOf(spec: WorldSpec, apiVersion: ApiVersion): Promise<readonly string[]> {
  const service = createTestService({ apiVersion, random: seededRandom(1) });
  const ids = buildWorld(service.emulator, spec);
  const { objects } = await service.read("everything");
  const usual = declareWorld({ ...spec, further: [] }).objects.length;
  return declareWorld(spec)
    .objects.slice(usual)
    .map(({ address, container = null }) => {
      const made = objects.find(({ id }) => id === ids.get(address));
      expect(made?.container?.id ?? null).toBe(isReference(container) ? ids.get(container.$ref) : null);
      return made?.container?.type ?? "root";
    });
}
